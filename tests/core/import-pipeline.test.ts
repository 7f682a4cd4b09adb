import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openSheet, type Sheet } from '@tocsin/core/csv/sheet'
import { sourceOfBytes } from '@tocsin/core/csv/source'
import { ApiError } from '@tocsin/core/base/errors'
import { CHUNK_BYTES, CHUNK_ROWS, PLAN_ROWS } from '@tocsin/core/import/chunks'
import { importMessages } from '@tocsin/core/import/messages'
import { parseSheet } from '@tocsin/core/import/parse'
import { rejectsWriter } from '@tocsin/core/import/rejects'
import { applyImport, planImport, type ImportOptions, type RejectedRow } from '@tocsin/core/import/run'
import type { Upload, UploadAnswer } from '@tocsin/core/import/upload'
import { siteImport } from '@tocsin/core/resources/sites/csv'
import { differingColumns, type SiteDraft } from '@tocsin/core/resources/sites/csv-row'
import { concatBytes } from '../../fixtures/sites/bytes'
import { damagedSheet } from '../../fixtures/sites/damaged-sheet'
import { excelInBrazil } from '../../fixtures/sites/excel-br'
import { seeded } from '../../fixtures/sites/made-up'

const open = (bytes: Uint8Array) => openSheet(sourceOfBytes(bytes, 'sites.csv'), siteImport.spec)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const nothing = { created: 0, updated: 0, unchanged: 0, skipped: 0, changes: {}, skippedRows: [] }
const refused = (row: number) => ({ row, line: row + 1, column: 'siteName', values: {} })

/** Returns a store that takes chunks as the server does: whole or not, answers kept by key, sites by tag or name. */
function store() {
  const sites = new Map<string, SiteDraft>()
  const answers = new Map<string, UploadAnswer & { by: string }>()
  const calls: { key: string; index: number; dryRun: boolean; bytes: number }[] = []
  let running = 0
  const seen = { most: 0 }
  const keyOf = (site: SiteDraft) => site.tag ?? `${site.name}\0${site.location.formatted}`

  const upload: Upload = async (bytes, { dryRun, mode, key, requestId, index }) => {
    calls.push({ key, index, dryRun, bytes: bytes.length })
    seen.most = Math.max(seen.most, ++running)
    await new Promise((settled) => setTimeout(settled, 2))
    running--
    const known = answers.get(key)
    if (known && !dryRun) {
      const { by, ...given } = known
      return { ...given, replayed: by }
    }
    const { rows, columns, problems } = await parseSheet(bytes, siteImport, { maxRows: PLAN_ROWS })
    expect(problems).toEqual([])
    expect(rows.length).toBeLessThanOrEqual(dryRun ? PLAN_ROWS : CHUNK_ROWS)
    const answer: UploadAnswer = { ...nothing, errors: [], changes: {}, skippedRows: [] }
    rows.forEach(({ draft }, at) => {
      if (draft.name.startsWith('Refused'))
        return void answer.errors.push({ ...refused(at + 1), code: 'taken', message: 'import.taken' })
      const stored = sites.get(keyOf(draft))
      const differing = stored ? differingColumns(stored, draft, columns) : []
      if (!stored) answer.created++
      else if (differing.length === 0) answer.unchanged++
      else if (mode === 'upsert') answer.updated++
      else answer.skipped++
      for (const column of mode === 'upsert' ? differing : [])
        answer.changes[column] = (answer.changes[column] ?? 0) + 1
      if (differing.length > 0 && mode === 'create')
        answer.skippedRows.push({ row: at + 1, line: at + 2, columns: differing })
    })
    if (!dryRun && answer.errors.length > 0) return { ...answer, created: 0, updated: 0, unchanged: 0, skipped: 0 }
    if (!dryRun) {
      for (const { draft } of rows) if (mode === 'upsert' || !sites.has(keyOf(draft))) sites.set(keyOf(draft), draft)
      answers.set(key, { ...answer, by: requestId })
    }
    return answer
  }
  return { sites, calls, upload, seen }
}

let passes = 0
const options = (upload: Upload, more: Partial<ImportOptions> = {}): ImportOptions => ({
  upload,
  mode: 'create',
  runId: 'run',
  requestId: `pass-${++passes}`,
  sha256,
  pause: () => Promise.resolve(),
  random: () => 0.5,
  ...more,
})

async function imported(sheet: Sheet, given: ImportOptions, onError: 'stop' | 'skip' = 'stop') {
  const plan = await planImport(sheet, siteImport, given)
  return { plan, result: await applyImport(sheet, siteImport, { ...given, plan, onError }) }
}

const counts = ({
  read,
  created,
  updated,
  unchanged,
  skipped,
  rejected,
  unsent,
}: Awaited<ReturnType<typeof planImport>>) => ({
  read,
  created,
  updated,
  unchanged,
  skipped,
  rejected,
  unsent,
})
const none = { read: 0, created: 0, updated: 0, unchanged: 0, skipped: 0, rejected: 0, unsent: 0 }

describe('an import from plan to summary', () => {
  it('IMPORT-01 plans without writing, writes, and finds everything unchanged the second time', async () => {
    const sheet = await open(excelInBrazil(2_345))
    const { sites, calls, upload, seen } = store()
    const plan = await planImport(sheet, siteImport, options(upload))
    expect(counts(plan)).toEqual({ ...none, read: 2_345, created: 2_345 })
    expect(sites.size).toBe(0)

    const first = await imported(sheet, options(upload))
    expect(counts(first.result)).toEqual({ ...none, read: 2_345, created: 2_345 })
    expect(sites.size).toBe(2_345)
    const written = calls.filter(({ dryRun }) => !dryRun)
    expect(written).toHaveLength(Math.ceil(2_345 / CHUNK_ROWS))
    expect(written.every(({ bytes }) => bytes <= CHUNK_BYTES)).toBe(true)
    for (const { key, index } of written) expect(key).toMatch(new RegExp(`^run-${index}-[0-9a-f]{64}$`))
    expect(new Set(written.map(({ key }) => key)).size).toBe(written.length)
    expect(seen.most).toBe(4)

    const second = await imported(sheet, options(upload, { runId: 'again' }))
    expect(counts(second.result)).toEqual({ ...none, read: 2_345, unchanged: 2_345 })
  })

  it('leaves what differs alone in mode create, and says in which columns', async () => {
    const { upload, sites } = store()
    await imported(await open(excelInBrazil(100)), options(upload))
    for (const [key, site] of Array.from(sites).slice(0, 10))
      sites.set(key, { ...site, radius: 9, referencePoint: 'x' })
    const sheet = await open(excelInBrazil(100))
    const left = await planImport(sheet, siteImport, options(upload))
    expect(counts(left)).toEqual({ ...none, read: 100, unchanged: 90, skipped: 10 })
    expect(left.skippedRows[0]).toEqual({ line: 2, columns: ['siteRadius', 'siteReferencePoint'] })
    const changed = await imported(sheet, options(upload, { mode: 'upsert', runId: 'changing' }))
    expect(counts(changed.result)).toEqual({ ...none, read: 100, unchanged: 90, updated: 10 })
    expect(changed.plan.changes).toEqual({ siteRadius: 10, siteReferencePoint: 10 })
  })

  it('IMPORT-04 writes nothing while a row is bad, or the good rows when asked to', async () => {
    const { bytes } = damagedSheet()
    const sheet = await open(bytes)
    const { upload, sites } = store()
    const stopped = await imported(sheet, options(upload))
    expect(sites.size).toBe(0)
    expect(stopped.result.rejected).toBeGreaterThan(30)
    expect(stopped.result.unsent).toBe(stopped.result.read - stopped.result.rejected)
    expect(stopped.result.errors.find(({ code }) => code === 'malformed')).toMatchObject({ columnName: 'siteName' })

    const skipped = await imported(sheet, options(upload), 'skip')
    expect(skipped.result.created).toBe(skipped.result.read - skipped.result.rejected)
    expect(sites.size).toBe(skipped.result.created)
  })

  it("tells the server's refusals by the lines of the file, and leaves those rows out", async () => {
    const lines = Array.from(
      { length: 1_200 },
      (_, index) => `${index % 500 === 7 ? 'Refused' : 'Site'} ${index},"Rua A\nFundos ${index}"`,
    )
    const sheet = await open(new TextEncoder().encode(`siteName,siteAddress\n${lines.join('\n')}\n`))
    const { upload, sites } = store()
    const { plan, result } = await imported(sheet, options(upload), 'skip')
    // Every row has two lines: row n begins on line 2n.
    expect(
      plan.errors.map(({ line, column, columnName, code, value }) => ({ line, column, columnName, code, value })),
    ).toEqual(
      [7, 507, 1_007].map((index) => ({
        line: 2 * index + 2,
        column: 1,
        columnName: 'siteName',
        code: 'taken',
        value: `Refused ${index}`,
      })),
    )
    expect(counts(result)).toEqual({ ...none, read: 1_200, created: 1_197, rejected: 3 })
    expect(result.counts).toEqual({ taken: 3 })
    expect(sites.size).toBe(1_197)
    // There may be millions of such lines: their common problem is kept once, and found again for each.
    expect([...plan.refused.keys()]).toEqual([16, 1_016, 2_016])
    expect(new Set(plan.refused.values()).size).toBe(1)
    expect(result.errors).toEqual(plan.errors)
  })

  it('waits as long as the server asks, sends less at once, and gives up after eight tries', async () => {
    const sheet = await open(excelInBrazil(3_000))
    const { upload, sites } = store()
    const random = seeded(1)
    const pauses: number[] = []
    let busy = 0
    const shaky: Upload = async (bytes, given) => {
      if (random() < 0.4) {
        busy++
        throw new ApiError({
          status: busy % 2 ? 503 : 429,
          code: 'BUSY',
          ...(busy % 3 === 0 ? { retryAfter: 1_234 } : {}),
        })
      }
      const answer = await upload(bytes, given)
      // The answer is lost on its way: the key tells the server that it was the same chunk.
      if (!given.dryRun && random() < 0.3) throw new ApiError({ status: 0, code: 'NETWORK_ERROR' })
      return answer
    }
    const pause = (milliseconds: number) => {
      pauses.push(milliseconds)
      return Promise.resolve()
    }
    const { result } = await imported(sheet, options(shaky, { pause }))
    expect(counts(result)).toEqual({ ...none, read: 3_000, created: 3_000 })
    expect(sites.size).toBe(3_000)
    expect(pauses).toContain(1_234)

    let tries = 0
    const dead: Upload = (bytes, given) => {
      if (given.index > 0) return upload(bytes, given)
      tries++
      return Promise.reject(new ApiError({ status: 503, code: 'BUSY' }))
    }
    const failed = await planImport(sheet, siteImport, options(dead))
    expect(tries).toBe(8)
    expect(failed.failure).toMatchObject({ status: 503 })
    expect(failed.unsent).toBeGreaterThanOrEqual(500)
    expect(failed.read).toBe(3_000)
  })

  it('sends one at a time after the server was busy, and four again in the end', async () => {
    const sheet = await open(excelInBrazil(15_000))
    const { upload } = store()
    let running = 0
    let refused = 0
    const together: number[] = []
    const narrow: Upload = async (bytes, given) => {
      together.push(++running)
      try {
        await new Promise((settled) => setTimeout(settled, 2))
        if (refused < 4) {
          refused++
          throw new ApiError({ status: 503, code: 'BUSY' })
        }
        return await upload(bytes, given)
      } finally {
        running--
      }
    }
    const pause = () => new Promise<void>((settled) => setTimeout(settled, 20))
    await planImport(sheet, siteImport, options(narrow, { pause }))
    expect(together.slice(0, 4)).toEqual([1, 2, 3, 4])
    // All four were refused and come back together, but are let through one by one until some succeeded.
    expect(together.slice(4, 6)).toEqual([1, 1])
    expect(Math.max(...together.slice(-8))).toBe(4)
  })

  it('stops at the signal and at an error that will not pass, with every row accounted for', async () => {
    const sheet = await open(excelInBrazil(4_000))
    const { upload, sites } = store()
    const stop = new AbortController()
    const plan = await planImport(sheet, siteImport, options(upload))
    const interrupted: Upload = (bytes, given) => {
      if (given.index === 2) stop.abort()
      return upload(bytes, given)
    }
    const result = await applyImport(sheet, siteImport, {
      ...options(interrupted, { signal: stop.signal }),
      plan,
      onError: 'stop',
    })
    expect(result.created).toBe(sites.size)
    expect(result.created + result.unsent).toBe(4_000)
    expect(result.unsent).toBeGreaterThan(0)

    const forbidden = await planImport(
      sheet,
      siteImport,
      options(() => Promise.reject(new ApiError({ status: 403, code: 'FORBIDDEN' }))),
    )
    expect(counts(forbidden)).toEqual({ ...none, read: 4_000, unsent: 4_000 })
    expect(forbidden.failure).toMatchObject({ code: 'FORBIDDEN' })
  })

  it('trusts no answer that does not account for every row', async () => {
    const sheet = await open(excelInBrazil(10))
    const wrong: Upload = () => Promise.resolve({ ...nothing, created: 9, errors: [] })
    const result = await planImport(sheet, siteImport, options(wrong))
    expect(result).toMatchObject({ unsent: 10, created: 0, failure: { code: 'INVALID_ANSWER' } })
  })
})

describe('the rejects file', () => {
  async function rejectsOf(bytes: Uint8Array) {
    const sheet = await open(bytes)
    const rows: RejectedRow[] = []
    await planImport(sheet, siteImport, options(store().upload, { onReject: (one) => rows.push(one) }))
    const writer = rejectsWriter(
      sheet,
      ({ code, columnName }) => `${columnName}: ${importMessages['pt-BR'][code as 'invalid'] ?? code}`,
    )
    return { sheet, rows, bytes: concatBytes([writer.header(), ...rows.map((row) => writer.row(row))]) }
  }

  it('holds the rows kept out in the dialect of the file, and is rejected for the same reasons', async () => {
    const { rows, bytes } = await rejectsOf(damagedSheet().bytes)
    const again = await open(bytes)
    expect(again.header.unknown).toEqual([])
    const second = await rejectsOf(bytes)
    const cut = new Set(['malformed', 'too_many_columns', 'encoding', 'duplicate', 'too_long'])
    const codesOf = ({ problems }: RejectedRow) => problems.map(({ code }) => code)
    const whole = rows.filter((row) => !codesOf(row).some((code) => cut.has(code)))
    const byLine = new Map(second.rows.map((row) => [Number(row.raw[19]), row]))
    expect(whole.length).toBeGreaterThan(25)
    for (const row of whole) expect(codesOf(byLine.get(row.line)!), `line ${row.line}`).toEqual(codesOf(row))
    // A file of rejects of rejects keeps one set of columns of ours.
    expect(second.sheet.header.cells.filter((cell) => cell.startsWith('_'))).toEqual(['_line', '_code', '_message'])
    expect((await open(second.bytes)).header.cells.filter((cell) => cell.startsWith('_'))).toHaveLength(3)
  })

  it('is windows-1252 with semicolons where the file is, and imports once corrected', async () => {
    const text = new TextDecoder('windows-1252').decode(excelInBrazil(5), { stream: true })
    const broken = text.replace('-23,50776', 'abc')
    const bytes = Uint8Array.from(broken, (letter) => letter.charCodeAt(0))
    const { sheet, rows, bytes: rejects } = await rejectsOf(bytes)
    expect([sheet.encoding, sheet.delimiter, rows.length]).toEqual(['windows-1252', ';', 1])
    const line = new TextDecoder('windows-1252').decode(rejects, { stream: true })
    expect(line).toContain('Posto de Saúde')
    expect(line).toMatch(/;2;invalid;siteLatitude: não está escrito como deve\r\n$/)
    const corrected = Uint8Array.from(line.replace(';abc;', ';-23,50776;'), (letter) => letter.charCodeAt(0))
    const { rows: good, problems } = await parseSheet(corrected, siteImport)
    const original = (await parseSheet(excelInBrazil(5), siteImport)).rows[0]!
    expect(problems).toEqual([])
    expect(good.map(({ draft }) => draft)).toEqual([original.draft])
  })

  it('T59 refuses a name of nothing visible or of two lines at its line and column, by the rule of the form', async () => {
    const text =
      'siteTag,siteName,siteAddress,siteReferencePoint\n1,\u200b\u2060,A,\n2,"B\nC",A,"x\ny"\n3,"D\tx","E\nF",\n4,G,H,\n5,I\u2028J,K,\n'
    const { problems } = await parseSheet(new TextEncoder().encode(text), siteImport)
    expect(problems.map(({ line, column, code, messageKey }) => [line, column, code, messageKey])).toEqual([
      [2, 2, 'missing_data', 'formErrors.required'],
      [3, 2, 'control_character', 'formErrors.oneLine'],
    ])
  })

  it('T150 takes a tab, a break of another kind and their like for a blank, with a warning at the cell', async () => {
    const text =
      'siteTag,siteName,siteAddress,siteReferencePoint\n1,"A\tb\u2028c\u2029d",Rua\u000b1\f2,"x\ty\u2028z"\n2,\tE\t,F,\n3,G\u0001,H,\n'
    const { problems, rows, warnings } = await parseSheet(new TextEncoder().encode(text), siteImport)
    expect(rows.map(({ draft }) => [draft.name, draft.location.formatted, draft.referencePoint]).slice(0, 2)).toEqual([
      ['A b c d', 'Rua 1 2', 'x\ty\u2028z'],
      ['E', 'F', null],
    ])
    expect(warnings.map(({ line, column, code }) => [line, column, code])).toEqual([
      [2, 2, 'odd_blank'],
      [2, 3, 'odd_blank'],
    ])
    expect(problems.map(({ line, column, code }) => [line, column, code])).toEqual([[4, 2, 'control_character']])
  })

  it('T52 guards what a spreadsheet could run, and reads the same', async () => {
    const cells = ['=1+1', "'=1+1", "''=1", ' =1', '@x', '-2+3']
    const bytes = new TextEncoder().encode(
      `siteName,siteAddress,siteReferencePoint\n${cells.map((cell) => `,A,"${cell}"`).join('\n')}\n`,
    )
    const { bytes: rejects } = await rejectsOf(bytes)
    expect(new TextDecoder().decode(rejects)).not.toMatch(/,"?\s*[=@-]/)
    const named = new TextEncoder().encode(
      new TextDecoder()
        .decode(rejects)
        .replaceAll(/^,A,/gm, 'N,A,')
        .replaceAll(/^N,A/gm, () => `N${Math.random()},A`),
    )
    const before = await parseSheet(bytes, siteImport)
    const after = await parseSheet(named, siteImport)
    expect(after.rows.map(({ draft }) => draft.referencePoint)).toEqual(
      before.rows.map(({ draft }) => draft.referencePoint),
    )
  })
})

it('T145 tells the rows kept out in the order of the file, planned or written', async () => {
  const lines = Array.from({ length: 3 * PLAN_ROWS }, (_, n) =>
    n % 7 === 3 ? `Refused ${n},Rua ${n}` : n % 5 === 1 ? `,Rua ${n}` : `S${n},Rua ${n}`,
  )
  const sheet = await open(new TextEncoder().encode(['siteName,siteAddress', ...lines].join('\n')))
  const { upload } = store()
  // The later a part was sent, the sooner it is answered.
  const slow: Upload = async (bytes, call) => {
    await new Promise((answered) => setTimeout(answered, Math.max(0, 40 - 10 * call.index)))
    return upload(bytes, call)
  }
  const told: [planned: number[], written: number[]] = [[], []]
  const to = (of: number[]) => options(slow, { onReject: ({ line }) => of.push(line) })
  const plan = await planImport(sheet, siteImport, to(told[0]))
  await applyImport(sheet, siteImport, { ...to(told[1]), onError: 'skip', plan })
  expect(told[0]).toEqual(told[0].toSorted((one, other) => one - other))
  expect(told[0]).toHaveLength(plan.rejected)
  expect(plan.rejected).toBe(lines.filter((line) => /^(Refused|,)/.test(line)).length)
  expect(told[1]).toEqual(told[0])
})

describe('a run that is taken up again', () => {
  it('IMPORT-04 counts what was written before as unchanged, as its plan does', async () => {
    const sheet = await open(excelInBrazil(1_200))
    const { upload } = store()
    const gone = new ApiError({ status: 401, code: 'NOT_AUTHENTICATED' })
    const cutOff: Upload = async (bytes, call) => {
      if (!call.dryRun && call.index > 0) throw gone
      return upload(bytes, call)
    }
    const first = await imported(sheet, options(cutOff))
    expect(counts(first.result)).toEqual({ ...none, read: 1_200, created: CHUNK_ROWS, unsent: 1_200 - CHUNK_ROWS })
    expect(first.result.unsettled).toBe(0)
    const { plan, result } = await imported(sheet, options(upload))
    expect(counts(result)).toEqual(counts(plan))
    expect(counts(result)).toEqual({ ...none, read: 1_200, created: 1_200 - CHUNK_ROWS, unchanged: CHUNK_ROWS })
  })

  it('T56 counts what it wrote itself as created, though the answer came at the second try', async () => {
    const sheet = await open(excelInBrazil(600))
    const { upload } = store()
    const lost = new Set<number>()
    const dropping: Upload = async (bytes, call) => {
      const answer = await upload(bytes, call)
      if (call.dryRun || lost.has(call.index)) return answer
      lost.add(call.index)
      throw new ApiError({ status: 0, code: 'NETWORK_ERROR' })
    }
    const { result } = await imported(sheet, options(dropping))
    expect(counts(result)).toEqual({ ...none, read: 600, created: 600 })
  })

  it('T135 counts what a run before wrote as unchanged, though the connection broke and the answer came at the second try', async () => {
    const sheet = await open(excelInBrazil(1_200))
    const { upload } = store()
    const cutOff: Upload = async (bytes, call) => {
      if (!call.dryRun && call.index > 0) throw new ApiError({ status: 401, code: 'NOT_AUTHENTICATED' })
      return upload(bytes, call)
    }
    await imported(sheet, options(cutOff))
    const lost = new Set<number>()
    const breaking: Upload = async (bytes, call) => {
      if (call.dryRun || lost.has(call.index)) return upload(bytes, call)
      lost.add(call.index)
      throw new ApiError({ status: 0, code: 'NETWORK_ERROR', details: { sent: true } })
    }
    const { result } = await imported(sheet, options(breaking))
    expect(counts(result)).toEqual({ ...none, read: 1_200, created: 1_200 - CHUNK_ROWS, unchanged: CHUNK_ROWS })
  })

  it('tells what was sent without an answer from what was never sent', async () => {
    const sheet = await open(excelInBrazil(CHUNK_ROWS))
    const { upload } = store()
    const silent = (details: Record<string, unknown>): Upload => {
      return async (bytes, call) => {
        if (call.dryRun) return upload(bytes, call)
        throw new ApiError({ status: 0, code: 'NETWORK_ERROR', details })
      }
    }
    const unknown = await imported(sheet, options(silent({ sent: true })))
    expect(counts(unknown.result)).toEqual({ ...none, read: CHUNK_ROWS, unsent: CHUNK_ROWS })
    expect(unknown.result.unsettled).toBe(CHUNK_ROWS)
    expect((await imported(sheet, options(silent({ sent: false })))).result.unsettled).toBe(0)
  })
})

describe('rows alike', () => {
  it('A-063 are each told which of them they are, whatever chunks they lie in, and name the first if refused', async () => {
    const lines = Array.from({ length: 1_200 }, (_, index) => (index % 600 === 3 ? 'Gêmeo,Rua 7' : `S${index},Rua 7`))
    const sheet = await open(new TextEncoder().encode(['siteName,siteAddress', ...lines, 'Gêmeo,Rua 7'].join('\n')))
    const told: [number, number, number][] = []
    /** Returns the place where a row of the file, counted from 0, is sent: its chunk, and its row in it. */
    const placeOf = (index: number) => [Math.floor(index / PLAN_ROWS), (index % PLAN_ROWS) + 1] as const
    const [lastChunk, lastRow] = placeOf(1_200)
    const upload: Upload = async (bytes, { index, twins }) => {
      for (const [row, { nth }] of twins) told.push([index, row, nth])
      const read = (await parseSheet(bytes, siteImport, { maxRows: PLAN_ROWS })).rows.length
      const errors =
        index === lastChunk ? [{ ...refused(lastRow), code: 'duplicate', message: 'import.duplicate' }] : []
      return { ...nothing, unchanged: read - errors.length, errors }
    }
    const plan = await planImport(sheet, siteImport, options(upload))
    expect(told.toSorted(([one], [other]) => one - other)).toEqual([
      [...placeOf(603), 1],
      [lastChunk, lastRow, 2],
    ])
    expect(counts(plan)).toEqual({ ...none, read: 1_201, unchanged: 1_200, rejected: 1 })
    expect(plan.errors).toMatchObject([{ line: 1_202, column: 1, code: 'duplicate', values: { line: 5 } }])
  })
})

describe('a header', () => {
  const warned = async (text: string) => {
    const plan = await planImport(await open(new TextEncoder().encode(text)), siteImport, options(store().upload))
    return plan.warnings.map(({ line, column, columnName, code }) => [line, column, columnName, code])
  }

  it('names columns that nobody knows, once, in plan and result', async () => {
    const text = 'siteName,Colour,siteAddress,siteLatitude,siteLongitude,_line\nA,1,B,-1,-2,9\nC,1,D,-1,-2,9\n'
    expect(await warned(text)).toEqual([[1, 2, 'Colour', 'header_unknown']])
    const { result } = await imported(await open(new TextEncoder().encode(text)), options(store().upload))
    expect(result.warnings.map(({ code }) => code)).toEqual(['header_unknown'])
  })

  it('without coordinates says once that there will be no places on the map', async () => {
    expect(await warned('siteName,siteAddress\nA,B\nC,D\n')).toEqual([[1, 0, null, 'no_coordinate_columns']])
  })
})
