import { FORBIDDEN_KEYS } from '../base/forbidden-keys'
import { fold } from '../base/fold'
import { hasLongRun, normalForm } from '../base/normal-form'
import { unguarded } from './formula'
import { CsvRefusal } from './refusal'

/** The columns a sheet may have: canonical names, required ones, and the names people use. */
export type HeaderSpec = {
  names: readonly string[]
  required: readonly string[]
  aliases: { readonly [name: string]: readonly string[] }
  /** Aliases that count only if no other header names their column: `Nome` may be the name of anything. */
  lastResort?: { readonly [alias: string]: string }
  /** True if every other header is a column, too, under its name in the file. */
  open?: true
  /**
   * Headers that only a saved list has together. Such a file is not a sheet of this kind, though its rows could be
   * read.
   */
  listHeaders?: readonly (readonly string[])[]
}

/** The columns that a rejects file adds: the line and the problem of each row. An import ignores only these. */
export const REJECT_COLUMNS = ['_line', '_code', '_message'] as const

/**
 * Returns whether a header is one of these columns. Any other header belongs to the file, even one with a `_` in front.
 */
export const isRejectColumn = (cell: string): boolean => REJECT_COLUMNS.some((own) => own === cell.toLowerCase())

/** A file's own names for columns, by `--map`: file header → canonical name. */
export type ColumnMap = { readonly [header: string]: string }

export type Header = {
  /** As written in the file, trimmed. */
  cells: string[]
  /** For each cell of the file the index into `spec.names`, or -1. */
  positions: number[]
  /** Canonical names found, in the order of the file. */
  recognised: string[]
  /** The unknown headers, whose cells are ignored, without those of a rejects file. */
  unknown: string[]
  duplicates: string[]
  missing: string[]
  /** The names of `spec`, followed by those of the file's own columns if `spec` is open. */
  names: readonly string[]
  /** The number of names of `spec` that were found. */
  known: number
  /** True if at least one header is a canonical name and not only an alias. */
  exact: boolean
}

/** Returns a header without case, accents, blanks and punctuation, which make no difference. */
export function folded(name: string): string {
  return fold(name).replace(/[^\p{L}\p{N}_]/gu, '')
}

/** Returns the key of a header in the dictionary. */
const entryOf = (header: string) => folded(header).replaceAll('_', '')

/** The dictionaries of the specs. Each is the same for every file, and a file comes in many parts. */
const dictionaries = new WeakMap<HeaderSpec, ReadonlyMap<string, number>>()

/** Maps each folded header to its column. It is a Map, because a header may be called `__proto__`. */
function dictionary(spec: HeaderSpec, map: ColumnMap): ReadonlyMap<string, number> {
  let own = dictionaries.get(spec)
  if (!own) {
    const aliases = spec.names.flatMap((name, index) =>
      (spec.aliases[name] ?? []).map((alias) => [entryOf(alias), index] as const),
    )
    own = new Map([...aliases, ...spec.names.map((name, index) => [entryOf(name), index] as const)])
    dictionaries.set(spec, own)
  }
  const mapped = Object.entries(map).map(([header, name]) => {
    const index = spec.names.indexOf(name)
    if (index === -1) throw new CsvRefusal('header_unknown_or_missing', { fields: [name] })
    return [entryOf(header), index] as const
  })
  return mapped.length === 0 ? own : new Map([...own, ...mapped])
}

/** Reads the cells of any record as a header; the caller judges how good a header it makes. */
export function recognise(cells: readonly string[], spec: HeaderSpec, map: ColumnMap = {}): Header {
  const known = dictionary(spec, map)
  const header: Header = {
    cells: cells.map((cell) => cell.replaceAll('\ufeff', '').trim()),
    positions: [],
    recognised: [],
    unknown: [],
    duplicates: [],
    missing: [],
    names: spec.names,
    known: 0,
    exact: false,
  }
  const names = [...spec.names]
  const positionOf = (cell: string) => (cell.startsWith('_') ? -1 : (known.get(entryOf(cell)) ?? -1))
  const named = new Set(header.cells.map(positionOf))
  for (const cell of header.cells) {
    let position = positionOf(cell)
    const otherwise = spec.lastResort?.[entryOf(cell)]
    if (position === -1 && otherwise !== undefined && !named.has(spec.names.indexOf(otherwise)))
      position = spec.names.indexOf(otherwise)
    if (position >= 0) header.known++
    else if (spec.open && cell !== '' && !isRejectColumn(cell)) {
      const own = unguarded(normalForm(cell, 'NFC'))
      position = names.indexOf(own, spec.names.length)
      if (position === -1) position = names.push(own) - 1
    }
    const name = names[position]
    if (name === undefined) {
      header.positions.push(-1)
      if (cell !== '' && !isRejectColumn(cell)) header.unknown.push(cell.slice(0, 40))
      continue
    }
    header.positions.push(position)
    if (header.recognised.includes(name)) header.duplicates.push(name)
    else header.recognised.push(name)
    if (position < spec.names.length && folded(cell) === name.toLowerCase()) header.exact = true
  }
  if (spec.open) header.names = names
  header.missing = spec.required.filter((name) => !header.recognised.includes(name))
  return header
}

/**
 * Returns whether a record is a header and not a row: it has one canonical name, or two aliases. With mapped columns,
 * or in a file that may have its own columns, one alias is enough.
 */
export function isHeader(header: Header, lenient: boolean): boolean {
  return header.known > (header.exact || lenient ? 0 : 1)
}

const NAME_LENGTH = 255

/** Returns the names of the file's own columns that cannot be stored, shortened for the refusal. */
export const unstorableNames = ({ names }: Header, spec: HeaderSpec): string[] =>
  names
    .slice(spec.names.length)
    .filter(
      (name) =>
        name.length > NAME_LENGTH ||
        hasLongRun(name) ||
        /[\p{Cc}\ufffd]/u.test(name) ||
        name.split('.').some((part) => FORBIDDEN_KEYS.has(part)),
    )
    .map((name) => name.slice(0, 40))

/** Returns the headers that name no column of the product, and that `--map` could assign to one. */
export const unmatchedHeaders = ({ cells, positions }: Header, { names }: HeaderSpec): string[] =>
  cells.filter((cell, index) => {
    const position = positions[index] ?? -1
    return (
      cell !== '' &&
      cell.length <= NAME_LENGTH &&
      !cell.startsWith('_') &&
      (position === -1 || position >= names.length)
    )
  })

/** Returns the headers that show that the file is a saved list (see `listHeaders`); none if it is a sheet. */
export function headersOfList({ cells }: Header, { listHeaders = [] }: HeaderSpec): string[] {
  const found = listHeaders.find((together) =>
    together.every((name) => cells.some((cell) => entryOf(cell) === entryOf(name))),
  )
  return found ? cells.filter((cell) => found.some((name) => entryOf(cell) === entryOf(name))) : []
}
