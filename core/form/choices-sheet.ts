import { unguarded } from '../csv/formula'
import { openPlainSheet } from '../csv/plain-sheet'
import { isBrokenBatch } from '../csv/read'
import { CsvRefusal } from '../csv/refusal'
import { sourceOfBytes } from '../csv/source'
import { fold } from '../base/fold'
import { LIMITS } from '../vocabulary/kinds'
import { isEmpty } from '../vocabulary/empty'
import type { Reason } from '../vocabulary/resource'
import { MAX_CHOICES } from './limits'
import { characters } from '../vocabulary/rules'

/** A choice of a form's field, with the choices of the next level within it. */
export type Choice = { text: string; value: string; choices?: Choice[] }

/** The choices in a sheet. `levels` has the titles of the levels; it is empty where the sheet has one level. */
export type ChoicesSheet = { levels: string[]; choices: Choice[] }

/** The largest sheet of choices, in bytes. */
export const MAX_CHOICES_SHEET = 2 ** 20

/** The problems that are reported of one sheet. */
const REPORTED = 20

/** The names of the columns of a sheet with one level. They are optional, and in any language. */
const HEADERS = [new Set(['text', 'texto', 'label', 'rotulo']), new Set(['value', 'valor'])]

type Row = { line: number; cells: string[] }

/**
 * Reads the choices of a field from a CSV sheet. With one level the sheet has two columns, the text and the value
 * of a choice, with or without a header. With several levels each of its two or three columns is a level, whose title is in
 * the header; the value of a choice is then its text. Returns the problems instead if there are any, each with its line.
 * Throws nothing: any bytes have an answer.
 */
export async function readChoicesSheet(
  bytes: Uint8Array,
  has: { levels: boolean },
): Promise<ChoicesSheet | { problems: Reason[] }> {
  if (bytes.length > MAX_CHOICES_SHEET)
    return { problems: [{ key: 'formErrors.fileTooLarge', values: { max: MAX_CHOICES_SHEET / 2 ** 20 } }] }
  try {
    const { rows, problems } = await rowsOf(bytes)
    const read = has.levels ? inLevels(rows, problems) : inOneLevel(rows, problems)
    if (problems.length === 0 && read.choices.length === 0) problems.push({ key: 'formErrors.choicesNone' })
    return problems.length > 0 ? { problems: problems.toSorted(byLine).slice(0, REPORTED) } : read
  } catch (error) {
    if (!(error instanceof CsvRefusal)) throw error
    return { problems: [{ key: error.code === 'empty_file' ? 'formErrors.choicesNone' : 'formErrors.choicesFile' }] }
  }
}

/** Orders problems by their lines, those of the whole sheet last. */
const byLine = (one: Reason, other: Reason): number =>
  Number(one.values?.['line'] ?? Number.MAX_SAFE_INTEGER) - Number(other.values?.['line'] ?? Number.MAX_SAFE_INTEGER)

/** Returns the rows that are not blank, with their cells trimmed, and the problems of those that cannot be read. */
async function rowsOf(bytes: Uint8Array): Promise<{ rows: Row[]; problems: Reason[] }> {
  const rows: Row[] = []
  const problems: Reason[] = []
  for await (const batch of openPlainSheet(sourceOfBytes(bytes))) {
    if (isBrokenBatch(batch)) {
      problems.push({ key: 'formErrors.choicesQuote', values: { line: batch.line } })
      continue
    }
    for (const [index, given] of batch.rows.entries()) {
      const cells = given.map((cell) => unguarded(cell).trim())
      if (cells.some((cell) => !isEmpty(cell))) rows.push({ line: batch.line + index, cells })
    }
    // Each row but the header is a choice of its own, so the rest need not be read.
    if (rows.length > MAX_CHOICES + 1) break
  }
  return { rows, problems }
}

function inOneLevel(rows: readonly Row[], problems: Reason[]): ChoicesSheet {
  const [first] = rows
  const hasHeader = first !== undefined && HEADERS.every((names, at) => names.has(fold(first.cells[at] ?? '')))
  const lines = new Map<string, number>()
  const choices = rows.slice(hasHeader ? 1 : 0).flatMap((row): Choice[] => {
    if (row.cells.length !== 2) {
      problems.push(columns(row, '2'))
      return []
    }
    const [text, value] = row.cells as [string, string]
    if (!areTexts(row, problems)) return []
    return isNew(lines, value, row, value, problems) ? [{ text, value }] : []
  })
  refuseMany(choices.length, problems)
  return { levels: [], choices }
}

function inLevels(rows: readonly Row[], problems: Reason[]): ChoicesSheet {
  const [header, ...others] = rows
  const levels = header?.cells ?? []
  if (header && (levels.length < 2 || levels.length > 3)) {
    problems.push(columns(header, '2–3'))
    return { levels, choices: [] }
  }
  if (header) areTexts(header, problems)
  const choices: Choice[] = []
  const lines = new Map<string, number>()
  /** The choices by the path that leads to them. A search for each row would take the square of their number. */
  const known = new Map<string, Choice>()
  for (const row of others) {
    // A branch may end before the last level.
    const path = isEmpty(row.cells[2]) ? row.cells.slice(0, 2) : row.cells
    if (row.cells.length !== levels.length) problems.push(columns(row, String(levels.length)))
    else if (
      areTexts({ ...row, cells: path }, problems) &&
      isNew(lines, path.join('\n'), row, path.join(' › '), problems)
    ) {
      let level = choices
      for (const [at, text] of path.entries()) {
        const key = path.slice(0, at + 1).join('\n')
        const choice = known.get(key) ?? { text, value: text }
        if (!known.has(key)) level.push(choice)
        known.set(key, choice)
        level = choice.choices ??= []
      }
    }
  }
  refuseMany(known.size, problems)
  return { levels, choices: choices.map(withoutEmptyLevels) }
}

const withoutEmptyLevels = ({ text, value, choices = [] }: Choice): Choice =>
  choices.length > 0 ? { text, value, choices: choices.map(withoutEmptyLevels) } : { text, value }

const columns = ({ line, cells }: Row, wanted: string): Reason => ({
  key: 'formErrors.choicesColumns',
  values: { line, found: cells.length, wanted },
})

/** Returns whether every cell is a text that can be stored, and adds a problem for each that is not. */
function areTexts({ line, cells }: Row, problems: Reason[]): boolean {
  const before = problems.length
  for (const [at, cell] of cells.entries()) {
    if (isEmpty(cell)) problems.push({ key: 'formErrors.choicesEmpty', values: { line, column: at + 1 } })
    else if (/[\p{Cc}\ufffd]/u.test(cell)) problems.push({ key: 'formErrors.choicesCharacters', values: { line } })
    else if (characters(cell) > LIMITS.text)
      problems.push({ key: 'formErrors.choicesLong', values: { line, max: LIMITS.text } })
  }
  return problems.length === before
}

/** Returns whether a choice occurs for the first time, and adds a problem if it does not. */
function isNew(lines: Map<string, number>, key: string, { line }: Row, text: string, problems: Reason[]): boolean {
  const first = lines.get(key)
  if (first === undefined) lines.set(key, line)
  else problems.push({ key: 'formErrors.choicesTwice', values: { line, text: text.slice(0, 100), first } })
  return first === undefined
}

function refuseMany(count: number, problems: Reason[]): void {
  if (count > MAX_CHOICES) problems.push({ key: 'formErrors.choicesMany', values: { max: MAX_CHOICES } })
}
