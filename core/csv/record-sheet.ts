import { fold } from '../base/fold'
import { joinPhone } from '../base/phone'
import type { Draft, Fields, Problem } from '../vocabulary/resource'
import { check } from '../vocabulary/validate'
import { cellProblem, type CellProblem, type Importable, type RowContext, type RowReading } from './importable'
import { addTextProblems, isScientific, placeholder } from './odd-cells'

/** A column of a sheet whose rows are records of a resource as its declaration has them. */
export type RecordColumn = {
  name: string
  /** The record's field, or the path of one in a group. A field of the type `ref` is looked up by the server. */
  field: string
  /** Further names of the column; case, accents, blanks and punctuation make no difference. */
  aliases: readonly string[]
  required?: true
  /** Words for the values of a choice or of yes and no, as people write them. */
  words?: Readonly<Record<string, string>>
}

/** A row as the canonical texts of its columns. A column that the file lacks is absent. */
export type RecordDraft = Readonly<Record<string, string>>

/** The facts of a resource whose sheets have a record in each row, as an import needs them. */
export type RecordSheet = {
  columns: readonly RecordColumn[]
  /** The columns by which a row is told from others, and an existing record is recognised. */
  key: string
  /** The fields of every imported record that no column holds. */
  fixed: Draft
  /** The declared fields of the resource. */
  fields: Fields
}

/** The words that people write for yes and no. */
export const YES_OR_NO: Readonly<Record<string, string>> = {
  yes: 'true',
  sim: 'true',
  true: 'true',
  verdadeiro: 'true',
  '1': 'true',
  no: 'false',
  nao: 'false',
  false: 'false',
  falso: 'false',
  '0': 'false',
}

const CODES = new Map([
  ['formErrors.required', 'missing_data'],
  ['formErrors.maxLength', 'too_long'],
  ['formErrors.oneLine', 'control_character'],
  ['formErrors.characters', 'control_character'],
  ['formErrors.taken', 'taken'],
])

/** Returns the code of a sheet's problem for a broken rule. */
export const codeOfRule = (key: string): string => CODES.get(key) ?? 'invalid'

/**
 * Returns the values of a row by the paths of their fields. An empty cell is null, or says nothing where the value is yes
 * or no. A reference is the text that names it.
 */
export function valuesOf({ columns, fields }: RecordSheet, draft: RecordDraft): Map<string, unknown> {
  return new Map(
    columns.flatMap(({ name, field }): [string, unknown][] => {
      const text = draft[name]
      if (text === undefined) return []
      if (fieldAt(fields, field)?.type !== 'boolean') return [[field, text === '' ? null : text]]
      return text === '' ? [] : [[field, text === 'true']]
    }),
  )
}

const fieldAt = (fields: Fields, path: string) => {
  const [name = '', part] = path.split('.')
  return part === undefined ? fields[name] : fields[name]?.fields?.[part]
}

/** Returns the importer of a resource whose rows are records. Its rules are those of the declaration. */
export function recordImport(sheet: RecordSheet): Importable<RecordDraft> {
  const { columns, key, fixed, fields } = sheet
  const names = columns.map(({ name }) => name)
  const columnOf = new Map(columns.map(({ name, field }) => [field, name]))
  // References and the parts of groups are the server's to judge.
  const own = columns.filter(({ field }) => fields[field] && fields[field].type !== 'ref')
  const checked: Fields = Object.fromEntries(
    [...own.map(({ field }) => field), ...Object.keys(fixed)].flatMap((name) =>
      fields[name] ? [[name, fields[name]] as const] : [],
    ),
  )
  const keyAt = names.indexOf(key)

  function canonical({ words, field }: RecordColumn, cell: string): string {
    // A number without its country is Brazilian, as in a sheet of sites.
    if (fields[field]?.type === 'phone' && cell !== '')
      return joinPhone({ country: '', area: '', number: cell }) ?? cell
    return words?.[fold(cell).trim()] ?? cell
  }

  function read(cells: readonly string[], { odd, present }: RowContext): RowReading<RecordDraft> {
    const problems: CellProblem[] = []
    const warnings: CellProblem[] = []
    const draft: Record<string, string> = {}
    for (const [index, column] of columns.entries()) {
      if (!present[index]) continue
      const { name, field } = column
      const text = (draft[name] = canonical(column, cells[index] ?? ''))
      if (odd) addTextProblems(text, name, field, problems, warnings)
      // A number that lost its digits names nobody, or somebody else.
      if (isScientific(text)) problems.push(cellProblem('excel_scientific', name, { field }))
      const found = placeholder(text)
      if (found) warnings.push(cellProblem(found, name, { field }))
      if (fieldAt(fields, field)?.type === 'boolean' && !/^(true|false|)$/.test(text))
        problems.push(cellProblem('invalid', name, { field, messageKey: 'import.yes_or_no' }))
      if (column.required && text === '' && !fields[field]?.rules)
        problems.push(cellProblem('missing_data', name, { field, messageKey: 'formErrors.required' }))
    }
    const record = { ...fixed, ...Object.fromEntries(valuesOf(sheet, draft)) }
    const given = Object.fromEntries(Object.entries(record).filter(([name]) => Object.hasOwn(checked, name)))
    for (const problem of check(checked, given, { partial: true })) {
      const column = columnOf.get(problem.field) ?? null
      if (column !== null && !problems.some((one) => one.column === column)) problems.push(ofRule(problem, column))
    }
    return { draft, problems, warnings }
  }

  return {
    spec: {
      names,
      required: columns.flatMap(({ name, required }) => (required ? [name] : [])),
      aliases: Object.fromEntries(columns.map(({ name, aliases }) => [name, aliases])),
    },
    read,
    oneByOne: true,
    // Such files are short: every row is read in full.
    isPlain: () => false,
    isLong: () => false,
    keys: (cells, at, visit) => {
      const text = cells[at[keyAt] ?? -1] ?? ''
      // People type usernames and codes in either case.
      if (text !== '') visit(1, text.toLowerCase(), '', key)
    },
    write: (draft) => names.map((name) => draft[name] || null),
  }
}

const ofRule = ({ field, key, values }: Problem, column: string): CellProblem => ({
  column,
  field,
  code: codeOfRule(key),
  messageKey: key,
  ...(values ? { values } : {}),
})
