import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SITE_COLUMNS } from '@tocsin/core/resources/sites/csv-columns'
import { siteToRow, type SiteDraft } from '@tocsin/core/resources/sites/csv-row'
import type { Action, Expectation } from '../../fixtures/sites/damage'
import { damagedSheet, type DamagedRecord } from '../../fixtures/sites/damaged-sheet'
import { DAMAGED_FILES } from '../../fixtures/sites/damaged-files'
import { outcomeOf, sourceOfFile, type RowOutcome, type SheetOutcome } from './sheet-outcomes'

const SHARED = new URL('../../../shared/data/dirty/', import.meta.url).pathname
const present = existsSync(SHARED)

/** The codes told here for a fault's family, where a manifest names only that. */
const FAMILY: Record<string, readonly string[]> = {
  invalid: ['invalid', 'out_of_range', 'duplicate'],
  too_few_columns: ['too_few_columns', 'missing_data'],
}

function actionOf(row: RowOutcome | undefined): Action {
  if (!row) return 'skip'
  if (row.problems.length > 0) return 'reject'
  return row.warnings.length > 0 ? 'warn' : 'accept'
}

function cellOf(draft: SiteDraft, column: string): unknown {
  if (column === 'phone') return draft.MobileProfiles[0]?.phone
  return siteToRow(draft)[SITE_COLUMNS.indexOf(column)]
}

/** Judges one damaged record by its manifest: its outcome, by which code and column, and the stored value. */
function judge(
  row: RowOutcome | undefined,
  line: number,
  name: string,
  { action, code, fields, value }: Expectation,
): void {
  const found = actionOf(row)
  const same = found === 'accept' ? ['accept', 'accept-normalised'] : [found]
  expect(
    action.some((one) => same.includes(one)),
    `${name}: ${found}, not ${action.join(' or ')}`,
  ).toBe(true)
  if (found === 'reject') {
    expect(
      row!.problems.every((problem) => problem.line === line),
      `${name}: its line`,
    ).toBe(true)
    const codes = row!.problems.map((problem) => problem.code)
    if (code)
      expect(
        (FAMILY[code] ?? [code]).some((one) => codes.includes(one)),
        `${name}: ${codes.join()} for ${code}`,
      ).toBe(true)
    const columns = row!.problems.map((problem) => problem.columnName)
    for (const field of fields ?? []) expect(columns, `${name}: its columns`).toContain(field)
    for (const problem of row!.problems) expect(problem.value.length).toBeLessThanOrEqual(40)
  }
  if (found === 'warn') expect(row!.warnings.every((warning) => warning.line === line)).toBe(true)
  if ((found === 'accept' || found === 'warn') && value && typeof value === 'object')
    for (const [column, stored] of Object.entries(value)) {
      const text = Array.isArray(stored)
        ? stored.join(';')
        : typeof stored === 'string'
          ? stored.replace(' (NFC)', '')
          : stored
      expect(cellOf(row!.draft!, column), `${name}: ${column}`).toBe(text)
    }
}

function judgeSheet(outcome: SheetOutcome, records: readonly DamagedRecord[]): RowOutcome[] {
  if ('refusal' in outcome) throw outcome.refusal
  const byLine = new Map(outcome.rows.map((row) => [row.line, row]))
  for (const { line, damage, expect: expected } of records)
    judge(byLine.get(line), line, `${damage}, line ${line}`, expected)
  const damaged = new Set(records.map(({ line }) => line))
  const others = outcome.rows.filter((row) => !damaged.has(row.line))
  for (const row of others) expect([row.line, row.problems, row.warnings]).toEqual([row.line, [], []])
  for (const { draft } of outcome.rows) if (draft) expect(JSON.stringify(draft)).not.toMatch(/\\u0000.*\ufffd|\r/)
  return others
}

describe('a sheet with every damage', () => {
  it('T55 IMPORT-04 ends every damaged record as its manifest says and leaves every other alone', async () => {
    const { bytes, records, sound } = damagedSheet()
    const outcome = await outcomeOf(bytes)
    expect(judgeSheet(outcome, records)).toHaveLength(sound)
  })

  it('T55 says the same of it however the bytes are cut', async () => {
    const { bytes } = damagedSheet()
    const whole = await outcomeOf(bytes)
    for (const piece of [1_000, 4_099, 1 << 20]) expect(summed(await outcomeOf(bytes, piece))).toEqual(summed(whole))
  })

  it.skipIf(!present)(
    `T55 IMPORT-04 ends every record of the real one so (skipped: ${SHARED} is absent)`.replace(
      present ? / \(skipped.*/ : /^$/,
      '',
    ),
    async () => {
      const manifest = JSON.parse(readFileSync(`${SHARED}dirty-200.manifest.json`, 'utf8')) as {
        records: number
        list: { line: number; damage: string; expect: Expectation }[]
      }
      const outcome = await outcomeOf(sourceOfFile(`${SHARED}dirty-200.csv`))
      // A blank record may stand behind the last of them; every row that is not in the list is sound.
      expect(judgeSheet(outcome, manifest.list)).toHaveLength(manifest.records - manifest.list.length)
      if ('refusal' in outcome) throw outcome.refusal
      expect(outcome.sheet.encoding).toBe('utf-8')
      const names = outcome.rows.filter(({ problems }) => problems.length === 0).map(({ draft }) => draft!.name)
      expect(names).not.toContain('siteName')
      expect(names.some((name) => name.includes('\ufffd'))).toBe(false)
      expect(outcome.notes.map(({ code, line }) => [code, line])).toEqual([['header_again', 132]])
    },
  )
})

const summed = (outcome: SheetOutcome) =>
  'refusal' in outcome ? outcome.refusal.code : outcome.rows.map(({ raw: _, ...row }) => row)

function judgeFile(outcome: SheetOutcome, { action, code, fields, rows }: Expectation & { rows?: number }): void {
  if ('refusal' in outcome) {
    expect(action, outcome.refusal.code).toContain('reject')
    if (code) expect(outcome.refusal.code).toBe(code)
    for (const field of fields ?? []) expect(outcome.refusal.values.fields).toContain(field)
    return
  }
  const bad = outcome.rows.filter(({ problems }) => problems.length > 0)
  if (bad.length === 0) {
    expect(action.filter((one) => one !== 'reject').length, 'all rows were accepted').toBeGreaterThan(0)
    expect(outcome.rows).toHaveLength(rows!)
    if (action[0] === 'warn' && fields) expect(outcome.sheet.header.unknown).toEqual(fields)
    for (const { draft } of outcome.rows) {
      expect(draft!.name).not.toMatch(/[\u0000\ufffd]/)
      expect(draft!.lat === null || Math.abs(draft!.lat) < 35).toBe(true)
    }
    return
  }
  expect(action).toContain('reject')
  expect(new Set(bad.flatMap(({ problems }) => problems.map((problem) => problem.code)))).toEqual(new Set([code]))
  // One broken record costs itself alone; a file whose every row is bad says so of each.
  if (code === 'malformed') expect([bad.length, bad[0]!.line, outcome.rows.length]).toEqual([1, 4, 10])
  else expect(bad).toHaveLength(outcome.rows.length)
}

describe('files damaged as a whole', () => {
  it('T55 makes no site of a header that comes again, however few its columns', async () => {
    for (const again of ['siteName,siteAddress', ' siteName , siteAddress ', '\ufeffsiteName,siteAddress']) {
      const outcome = await outcomeOf(new TextEncoder().encode(`siteName,siteAddress\nA,B\n${again}\nC,D\n`))
      if ('refusal' in outcome) throw outcome.refusal
      expect(outcome.rows.map(({ draft }) => draft?.name)).toEqual(['A', 'C'])
      expect(outcome.notes.map(({ code, line }) => [code, line])).toEqual([['header_again', 3]])
    }
  })

  it.each(DAMAGED_FILES.map((file) => [file.file, file] as const))(
    'T55 deals with %s by name',
    async (_, { bytes, expect: expected }) => {
      judgeFile(await outcomeOf(bytes), expected)
      expect(summed(await outcomeOf(bytes, 7))).toEqual(summed(await outcomeOf(bytes)))
    },
  )

  const real = present
    ? (JSON.parse(readFileSync(`${SHARED}files.manifest.json`, 'utf8')) as {
        file: string
        expect: Expectation & { rows?: number }
      }[])
    : []
  // Its header says `nome`, which a later ruling takes for siteName (T148).
  const ruled: Record<string, Expectation & { rows?: number }> = {
    'header-lacks-siteName.csv': { action: ['accept', 'warn'], rows: 10 },
  }
  it.skipIf(!present).each(real.map(({ file, expect: expected }) => [file, ruled[file] ?? expected] as const))(
    'T55 deals with the real %s by name',
    async (file, expected) => {
      judgeFile(await outcomeOf(sourceOfFile(`${SHARED}files/${file}`)), expected)
    },
  )
})
