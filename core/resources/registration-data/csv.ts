import type { HeaderSpec } from '../../csv/header'
import type { Cell } from '../../csv/write'
import { cellProblem, type CellProblem, type Importable, type RowReading } from '../../csv/importable'
import { addTextProblems, isScientific, placeholder } from '../../csv/odd-cells'
import { BREAKS, LIMITS } from '../../vocabulary/kinds'
import { isEmpty } from '../../vocabulary/empty'
import { characters } from '../../vocabulary/rules'
import { PROFILE_COLUMN, REGISTRATION_DATA_HEADER } from './csv-columns'
import type { RegistrationData } from './types'

const BREAK = new RegExp(`[${BREAKS}]`)

/** The data of a person in a row of a sheet. */
export type RegistrationDataDraft = Pick<RegistrationData, 'key' | 'tags' | 'profileProps'>

const OWN = REGISTRATION_DATA_HEADER.names.length

/** Reads the tags of a cell, joined by semicolons; none is kept twice. */
const readTags = (cell: string): string[] =>
  Array.from(
    new Set(
      cell
        .split(';')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== ''),
    ),
  )

const reader = (spec: HeaderSpec): Importable<RegistrationDataDraft> => {
  const { names } = spec
  const fieldOf = (index: number) => (index < OWN ? names[index]! : `profileProps.${names[index]}`)
  const limitOf = (index: number) => (index === 0 ? LIMITS.text : LIMITS.longtext)

  function read(cells: readonly string[], { odd }: { odd: boolean }): RowReading<RegistrationDataDraft> {
    const problems: CellProblem[] = []
    const warnings: CellProblem[] = []
    const key = cells[0] ?? ''
    const tags = readTags(cells[1] ?? '')
    if (isEmpty(key))
      problems.push(cellProblem('missing_data', 'key', { field: 'key', messageKey: 'formErrors.required' }))
    // A key that lost its digits would be found by nobody, and might match another's.
    if (isScientific(key)) problems.push(cellProblem('excel_scientific', 'key', { field: 'key' }))
    if (tags.some((tag) => characters(tag) > LIMITS.text))
      problems.push(cellProblem('too_long', 'tags', { field: 'tags', values: { max: LIMITS.text } }))
    const props: [string, string][] = []
    for (let index = 0; index < names.length; index++) {
      const cell = cells[index] ?? ''
      if (cell === '') continue
      const column = names[index]!
      const field = fieldOf(index)
      const max = limitOf(index)
      if (cell.length > max && characters(cell) > max)
        problems.push(cellProblem('too_long', column, { field, values: { max } }))
      if (odd) addTextProblems(cell, column, field, problems, warnings)
      // A key is found by typing it, and nobody types a line end.
      if (index === 0 && BREAK.test(cell) && !problems.some((one) => one.column === column))
        problems.push(cellProblem('control_character', column, { field, messageKey: 'formErrors.oneLine' }))
      const found = placeholder(cell)
      if (found) warnings.push(cellProblem(found, column, { field }))
      if (index < OWN) continue
      if (isScientific(cell)) warnings.push(cellProblem('excel_scientific', column, { field }))
      props.push([column, cell])
    }
    // All properties together are no larger than a field of free JSON.
    const size = props.reduce((sum, [column, cell]) => sum + column.length + cell.length, 0)
    if (size > LIMITS.json)
      problems.push(cellProblem('too_long', null, { field: 'profileProps', values: { max: LIMITS.json } }))
    return { draft: { key, tags, profileProps: Object.fromEntries(props) }, problems, warnings }
  }

  return {
    spec,
    read,
    // Every row is read in full: the quick check does not know the columns of the file.
    isPlain: () => false,
    missingColumnWarnings: (columns) => (columns.some((name) => PROFILE_COLUMN.test(name)) ? ['profile_column'] : []),
    isLong: (column) => column > 0,
    keys: (cells, at, visit) => visit(1, cells[at[0]!] ?? '', '', 'key'),
    // Checks own properties only: a column may well be called `toString`.
    write: ({ key, tags, profileProps }): readonly Cell[] => [
      key,
      tags.join(';') || null,
      ...names.slice(OWN).map((name) => (Object.hasOwn(profileProps, name) ? profileProps[name]! : null)),
    ],
    forFile: reader,
  }
}

/** Reads registration data from a sheet: the key, the tags, and every other column. */
export const registrationDataImport = reader(REGISTRATION_DATA_HEADER)

/**
 * Returns the names of the columns in which a row of a sheet changes a stored row; none means unchanged. The row is
 * replaced as a whole: data without a column in the sheet is gone.
 */
export function differingData(stored: RegistrationDataDraft, draft: RegistrationDataDraft): string[] {
  const names = new Set([...Object.keys(stored.profileProps), ...Object.keys(draft.profileProps)])
  const differ = Array.from(names).filter((name) => stored.profileProps[name] !== draft.profileProps[name])
  const sameTags = stored.tags.length === draft.tags.length && stored.tags.every((tag, at) => tag === draft.tags[at])
  return [...(sameTags ? [] : ['tags']), ...differ]
}
