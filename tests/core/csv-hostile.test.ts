import { describe, expect, it } from 'vitest'
import { CSV_LIMITS } from '@tocsin/core/csv/limits'
import { CsvRefusal } from '@tocsin/core/csv/refusal'
import { openSheet } from '@tocsin/core/csv/sheet'
import type { Source } from '@tocsin/core/csv/source'
import { quoted, tally, type SheetProblem } from '@tocsin/core/import/problems'
import { validatedRows } from '@tocsin/core/import/validate'
import { siteImport } from '@tocsin/core/resources/sites/csv'
import { SITE_COLUMNS } from '@tocsin/core/resources/sites/csv-columns'
import { excelInBrazil } from '../../fixtures/sites/excel-br'
import { damagedSheet } from '../../fixtures/sites/damaged-sheet'
import { seeded } from '../../fixtures/sites/made-up'
import { outcomeOf } from './sheet-outcomes'

const encoder = new TextEncoder()

/** A file that exists only while it is read: `head`, then a piece over and over. */
function endless(head: string, piece: string, times: number): Source {
  const first = encoder.encode(head)
  const bytes = encoder.encode(piece)
  return {
    name: 'bomb.csv',
    size: first.length + bytes.length * times,
    async *open() {
      yield first
      for (let time = 0; time < times; time++) yield bytes
    },
  }
}

type Verdict = { read: number; rejected: number; problems: SheetProblem[]; counts: Record<string, number> }

/** Returns an import's findings about a file before it asks the server. */
async function verdict(source: Source): Promise<Verdict | string> {
  const problems = tally()
  let read = 0
  let rejected = 0
  try {
    const sheet = await openSheet(source, siteImport.spec)
    for await (const { rows } of validatedRows(sheet, siteImport, () => {}))
      for (const row of rows) {
        read++
        if (row.problems.length > 0) rejected++
        row.problems.forEach(problems.add)
      }
    return { read, rejected, problems: problems.shown, counts: problems.counts }
  } catch (error) {
    if (error instanceof CsvRefusal) return error.code
    throw error
  }
}

/** Returns the memory that a verdict costs, held at its end or at any batch: the heap's own high mark. */
async function costOf<T>(work: () => Promise<T>): Promise<{ result: T; grown: number }> {
  const before = process.memoryUsage().rss
  let most = before
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 5)
  try {
    return { result: await work(), grown: (Math.max(most, process.memoryUsage().rss) - before) / 1_048_576 }
  } finally {
    clearInterval(timer)
  }
}

const MB = 100
const HEAD = 'siteName,siteAddress,siteTag\n'

describe('bombs', () => {
  it('T54 refuses a million columns before it cuts them', async () => {
    const { result, grown } = await costOf(() =>
      verdict(endless('siteName,siteAddress', ',siteTag'.repeat(10_000), 100)),
    )
    expect(result).toBe('header_too_wide')
    expect(grown).toBeLessThan(MB)
    expect(
      await verdict(endless(`siteName,siteAddress${',x'.repeat(62)}\n`, `A,B${','.repeat(62)}\n`, 1)),
    ).toMatchObject({ read: 1, rejected: 0 })
    expect(await verdict(endless(`siteName,siteAddress${',x'.repeat(63)}\n`, 'A,B\n', 1))).toBe('header_too_wide')
  })

  it('T54 rejects a row of a million cells, a cell and a record over their limits, alone', async () => {
    const cell = 'x'.repeat(CSV_LIMITS.cell)
    const rows = [
      `A,${','.repeat(1_000_000)}`,
      `${cell}x,B,1`,
      `"${cell}x",B,2`,
      `A,B,${'y,'.repeat(200_000)}`,
      'Good,B,3',
    ]
    const result = (await verdict(endless(HEAD, `${rows.join('\n')}\n`, 1))) as Verdict
    expect(result.read).toBe(5)
    expect(result.problems.map(({ line, code }) => [line, code])).toEqual([
      [2, 'too_long'],
      [3, 'too_long'],
      [4, 'too_long'],
      [5, 'too_long'],
    ])
    for (const problem of result.problems) expect(problem.value.length).toBeLessThanOrEqual(40)
  })

  it('T54 holds neither a line nor a quote that never ends', async () => {
    const line = await costOf(() => verdict(endless(`${HEAD}A,`, 'x'.repeat(65_536), 1_600)))
    expect(line.result).toMatchObject({ read: 1, counts: { too_long: 1 } })
    expect(line.grown).toBeLessThan(MB)
    const quote = await costOf(() => verdict(endless(`${HEAD}A,"`, `${'x,'.repeat(50)}\n`, 100_000)))
    expect(quote.result).toMatchObject({ read: 100_000, counts: { malformed: 1, too_many_columns: 99_999 } })
    expect(quote.grown).toBeLessThan(MB)
  })

  it('T54 reads a quote opened on every line, and nothing but quotes, in time that follows the size', async () => {
    const lines = await verdict(endless(HEAD, '"A,B,1\n', 100_000))
    expect(lines).toMatchObject({ read: 100_000, counts: { malformed: 100_000 } })
    expect(await verdict(endless(HEAD, '"'.repeat(65_536), 100))).toMatchObject({ read: 1, rejected: 1 })
    expect(await verdict(endless(HEAD, `${'"x",'.repeat(20_000)}\n`, 100))).toMatchObject({ read: 100, rejected: 100 })
    expect(await verdict(endless(HEAD, '\r'.repeat(65_536), 50))).toBe('no_rows')
  })

  it('T54 lists few of many problems, and refuses a file over the limit of bytes before it reads it', async () => {
    const result = (await verdict(endless(HEAD, ',,x\n'.repeat(1_000), 50))) as Verdict
    expect(result.counts).toEqual({ missing_data: 100_000, duplicate: 49_999 })
    expect(result.problems).toHaveLength(40)
    let opened = 0
    const large: Source = {
      name: 'x',
      size: CSV_LIMITS.bytes + 1,
      open: () => {
        opened++
        return endless(HEAD, '', 0).open()
      },
    }
    expect(await verdict(large)).toBe('file_too_large')
    expect(opened).toBe(0)
  })

  it('T54 quotes no more than forty characters, whole ones', () => {
    expect(quoted('x'.repeat(41))).toBe(`${'x'.repeat(39)}…`)
    expect(quoted(`${'x'.repeat(38)}🚑🚑`).isWellFormed()).toBe(true)
  })

  it('T55 stores nothing of a header called __proto__ or constructor', async () => {
    const outcome = await outcomeOf(
      encoder.encode('siteName,siteAddress,__proto__,constructor,__proto__\nA,B,{"x":1},y,z\n'),
    )
    if ('refusal' in outcome) throw outcome.refusal
    expect(outcome.rows[0]!.draft).toMatchObject({ name: 'A', location: { formatted: 'B' } })
    expect(({} as Record<string, unknown>)['x']).toBe(undefined)
    expect(outcome.sheet.header.unknown).toEqual(['__proto__', 'constructor', '__proto__'])
  })
})

describe('mutated files', () => {
  it('T55 ends each of a thousand in a named refusal or with every row accounted for', async () => {
    const random = seeded(55)
    const at = (length: number) => Math.floor(random() * length)
    const text = new TextDecoder('windows-1252').decode(excelInBrazil(12, 5), { stream: true })
    const bases = [
      excelInBrazil(12, 5),
      encoder.encode(text),
      encoder.encode(`\ufeff${text.replaceAll(';', '\t')}`),
      damagedSheet(9).bytes.slice(0, 6_000),
      new Uint8Array(Buffer.from(text, 'utf16le')),
    ]
    const spice = [
      '"',
      '""',
      ';',
      ',',
      '\n',
      '\r',
      '\r\n',
      '\u0000',
      '\ufeff',
      '\u00ff',
      '=',
      "'",
      SITE_COLUMNS.join(';'),
    ].map((one) => Buffer.from(one, 'latin1'))
    const MUTATIONS: ((bytes: Buffer) => Buffer)[] = [
      (bytes) => {
        bytes[at(bytes.length)] = at(256)
        return bytes
      },
      (bytes) => bytes.subarray(0, at(bytes.length)),
      (bytes) => bytes.subarray(at(bytes.length)),
      (bytes) => {
        const from = at(bytes.length)
        return Buffer.concat([bytes.subarray(0, from), bytes.subarray(from + at(200))])
      },
      (bytes) => {
        const to = at(bytes.length)
        return Buffer.concat([bytes.subarray(0, to), spice[at(spice.length)]!, bytes.subarray(to)])
      },
      (bytes) => {
        const to = at(bytes.length)
        return Buffer.concat([bytes.subarray(0, to), bytes.subarray(at(bytes.length)), bytes.subarray(to)])
      },
    ]
    const refusals = new Set<string>()
    for (let round = 0; round < 1_000; round++) {
      let bytes: Buffer = Buffer.from(bases[round % bases.length]!)
      for (let times = 1 + at(4); times > 0 && bytes.length > 0; times--)
        bytes = MUTATIONS[at(MUTATIONS.length)]!(bytes)
      const file = new Uint8Array(bytes)
      const [whole, cut] = [await outcomeOf(file), await outcomeOf(file, 1 + at(300))]
      if ('refusal' in whole) {
        refusals.add(whole.refusal.code)
        expect('refusal' in cut && cut.refusal.code, `round ${round}`).toBe(whole.refusal.code)
        continue
      }
      if ('refusal' in cut) throw cut.refusal
      // Every row either is sound, with a draft, or has problems, at a line of its own.
      const lines = whole.rows.map(({ line }) => line)
      expect(new Set(lines).size).toBe(lines.length)
      for (const { draft, problems } of whole.rows) {
        expect(draft !== null || problems.length > 0).toBe(true)
        if (problems.length === 0) expect(JSON.stringify(draft)).not.toMatch(/\ufffd|\\u0000/)
      }
      expect(
        cut.rows.map(({ line, draft, problems }) => [line, draft, problems]),
        `round ${round}`,
      ).toEqual(whole.rows.map(({ line, draft, problems }) => [line, draft, problems]))
    }
    expect(refusals.size).toBeGreaterThan(2)
  })
})
