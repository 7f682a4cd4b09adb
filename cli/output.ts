import { cellOf, valueAt } from '@tocsin/core/base/cells'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Format, Style } from './formats'
import { folded, padded, displayWidth, piped, safeForTerminal } from './display-width'
import type { Output } from './io'
import { templateLine } from './template'

/** A column: the path of its value in a row, its label for a person, and the words for a value that is a code. */
export type Column = { path: string; label: string; inWords?: (value: unknown, row: Row) => unknown }
export type Row = Record<string, unknown>

export type Layout = {
  format: Style
  /** True writes the names of the columns, false leaves them out; undefined leaves it to the format: TSV alone has none. */
  header?: boolean | undefined
  /** Columns of tables and sheets. */
  columns: readonly Column[]
  /** The fields of a row in JSON, in order; null if a row lacks one. */
  keys: readonly string[]
  color: boolean
  t: Translate
}

/**
 * Returns a value as JSON in which nothing moves the cursor or turns the direction of writing: control characters, bidi
 * controls and line separators that JSON leaves raw are written as `\\u`, which reads back the same.
 */
export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, null, indent).replace(
    // eslint-disable-next-line no-control-regex
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

const pick = (row: Row, keys: readonly string[]) =>
  Object.fromEntries(keys.map((key) => [key, valueAt(row, key) ?? null]))

/** Returns a TSV cell: characters that would break the line are written with a backslash. */
const tsvCell = (value: unknown) =>
  cellOf(value).replace(/[\\\t\n\r]/g, (character) => ({ '\\': '\\\\', '\t': '\\t', '\n': '\\n' })[character] ?? '\\r')

function tableCell({ path, inWords }: Column, row: Row, t: Translate): string {
  const stored = valueAt(row, path)
  const value = inWords ? inWords(stored, row) : stored
  if (typeof value === 'boolean') return t(value ? 'cli.output.yes' : 'cli.output.no')
  const text = cellOf(value)
  // A point in time to the second, which is never cut (DASH, ALERT-10): ISO 8601, always UTC.
  return safeForTerminal(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? `${text.slice(0, 19).replace('T', ' ')}Z` : text)
}

/** Makes stored text safe for a terminal, directly or through a pipe. A program gets it as it is. */
const safeFor = ({ isTerminal }: Output) => (isTerminal ? safeForTerminal : piped)

const bold = (text: string) => `\u001b[1m${text}\u001b[22m`

/** Returns column widths that fit the terminal: the widest give way first, none below the width of a short word. */
export function columnWidths(cells: readonly (readonly string[])[], available: number, gap: number): number[] {
  const widths = (cells[0] ?? []).map((_, index) => Math.max(...cells.map((row) => displayWidth(row[index] ?? ''))))
  let excess = widths.reduce((sum, width) => sum + width, gap * (widths.length - 1)) - available
  while (excess > 0) {
    const widest = Math.max(...widths)
    if (widest <= 6) break
    const index = widths.lastIndexOf(widest)
    const next = Math.max(6, ...widths.filter((width) => width < widest))
    // Columns of equal width give way in turn.
    const cut = widths.indexOf(widest) === index ? Math.min(excess, widest - next) : 1
    widths[index] = widest - cut
    excess -= cut
  }
  return widths
}

const GAP = 2

/** The fewest columns in which the lines of a long value can still be read. */
const SHORTEST = 20

/** Returns lines of aligned cells, the last column without trailing blanks. */
function aligned(rows: readonly (readonly string[])[], widths: readonly number[]): string[] {
  return rows.map((row) =>
    row
      .map((cell, index) => padded(cell, widths[index] ?? 0))
      .join(' '.repeat(GAP))
      .trimEnd(),
  )
}

/** Writes rows page by page in one format; `end` completes the format. */
export async function rowWriter(
  layout: Layout,
  out: Output,
): Promise<{ page: (rows: readonly Row[]) => Promise<void>; end: () => Promise<void> }> {
  const { format, columns, keys, t } = layout
  let first = true
  let widths: number[] | undefined

  const safe = safeFor(out)
  const hasHeader = layout.header ?? format !== 'tsv'
  const paths = columns.map(({ path }) => path)
  const tsvLine = (cells: readonly string[]) => `${cells.join('\t')}\n`
  const cell = (value: unknown) => safe(tsvCell(value))
  const templated = typeof format === 'object' ? templateLine(format.template, cell) : null

  const text = async (rows: readonly Row[]): Promise<string> => {
    if (templated) return rows.map((row) => `${templated(row)}\n`).join('')
    switch (format as Format) {
      case 'json': {
        const body = rows.map((row) => jsonText(pick(row, keys), 2).replace(/^/gm, '  ')).join(',\n')
        const before = first ? '[\n' : ',\n'
        return before + body
      }
      case 'ndjson':
        return rows.map((row) => `${jsonText(pick(row, keys))}\n`).join('')
      case 'csv': {
        const { plainCsvLine } = await import('@tocsin/core/csv/write')
        const lines = rows.map((row) =>
          plainCsvLine(
            columns.map(({ path }) =>
              typeof valueAt(row, path) === 'number'
                ? (valueAt(row, path) as number)
                : safe(cellOf(valueAt(row, path))),
            ),
          ),
        )
        return (first && hasHeader ? plainCsvLine(paths) : '') + lines.join('')
      }
      case 'tsv':
        return [
          ...(first && hasHeader ? [tsvLine(paths)] : []),
          ...rows.map((row) => tsvLine(paths.map((path) => cell(valueAt(row, path))))),
        ].join('')
      case 'ids':
        return rows.map((row) => `${safe(cellOf(row['id'] ?? null))}\n`).join('')
      case 'table': {
        const cells = rows.map((row) => columns.map((column) => tableCell(column, row, t)))
        const heading = hasHeader ? [columns.map(({ label }) => label)] : []
        // Later pages keep the widths of the first: a table that goes on is one table.
        widths ??= columnWidths([...heading, ...cells], out.isTerminal ? out.width : Infinity, GAP)
        const top = first ? aligned(heading, widths).map((line) => (layout.color ? bold(line) : line)) : []
        return [...top, ...aligned(cells, widths)].map((line) => `${line}\n`).join('')
      }
    }
  }

  return {
    async page(rows) {
      if (rows.length === 0) return
      await out.write(await text(rows))
      first = false
    },
    async end() {
      if (format === 'json') await out.write(first ? '[]\n' : '\n]\n')
      // A sheet without rows still has its headings.
      if ((format === 'csv' || format === 'tsv') && first) await out.write(await text([]))
    },
  }
}

/**
 * Writes the figures of a run. They are counts, not a record, so TSV has a row for each: its name and number, or without
 * headings its number.
 */
export async function writeFigures(row: Row, layout: Layout, out: Output): Promise<void> {
  if (layout.format !== 'tsv') return writeRecord(row, layout, out)
  const name = (path: string) => (layout.header === false ? '' : `${path}\t`)
  return out.write(
    layout.columns.map(({ path }) => `${name(path)}${safeFor(out)(tsvCell(valueAt(row, path)))}\n`).join(''),
  )
}

/**
 * Writes one record: a bare object as JSON, a name and value per line as a table, else as a list of one. Its names are the
 * headings of such a table.
 */
export async function writeRecord(row: Row, layout: Layout, out: Output): Promise<void> {
  const { format, columns, keys, t } = layout
  if (format === 'json') return out.write(`${jsonText(pick(row, keys), 2)}\n`)
  if (format === 'table') {
    const hasNames = layout.header !== false
    const width = hasNames ? Math.max(...columns.map(({ label }) => displayWidth(label))) : 0
    const gap = ' '.repeat(hasNames ? GAP : 0)
    const indent = `\n${' '.repeat(width)}${gap}`
    const lines = columns.map((column) => {
      const name = hasNames ? padded(column.label, width) : ''
      const value = tableCell(column, row, t)
      const room = out.width - width - gap.length
      const shown = out.isTerminal && room >= SHORTEST ? folded(value, room).join(indent) : value
      return `${layout.color && hasNames ? bold(name) : name}${gap}${shown}`.trimEnd()
    })
    return out.write(`${lines.join('\n')}\n`)
  }
  const writer = await rowWriter(layout, out)
  await writer.page([row])
  await writer.end()
}
