import type { Client, ListQuery } from '../api/client'
import { EXPORT_PAGE_SIZE } from '../base/constants'
import { csvLine, type Cell } from '../csv/write'
import type { Resource } from '../vocabulary/resource'
import { cellOf, valueAt } from '../base/cells'
import { fileHead, DELIMITER_OF, type ExportFormat } from './format'
import { exportPages, type ExportPage } from './pages'

/**
 * A column of the list on the screen: the path of its value in a row, its heading, and a function that formats the
 * value differently.
 */
export type ExportColumn = {
  path: string
  label: string
  text?: ((row: Record<string, unknown>) => string) | undefined
}

type ListExport = {
  client: Pick<Client, 'list'>
  resource: Resource
  /** The filter and the order of the list. Its page is ignored. */
  query: ListQuery
  columns: readonly ExportColumn[]
  format: ExportFormat
  /** Loads the names of the records that these rows point to, which the columns show. */
  ready?: ((rows: readonly Record<string, unknown>[]) => Promise<void>) | undefined
  signal?: AbortSignal
}

/** Exports every row that a list matches, in its order, in pages of 100 (EXPORT-10, A-068). */
export function exportList({
  client,
  resource,
  query,
  columns,
  format,
  ready,
  signal,
}: ListExport): AsyncGenerator<ExportPage> {
  const { limit: _, offset: __, order, ...filter } = query
  const cell = (row: Record<string, unknown>, { path, text }: ExportColumn): Cell => {
    if (text) return text(row)
    const value = valueAt(row, path)
    return typeof value === 'number' ? value : cellOf(value)
  }
  return exportPages({
    client,
    resource,
    query: { ...filter, order: order ?? resource.order ?? 'id ASC' },
    perPage: EXPORT_PAGE_SIZE,
    head: fileHead(
      columns.map(({ label }) => label),
      format,
    ),
    line: (row) =>
      csvLine(
        columns.map((column) => cell(row, column)),
        DELIMITER_OF[format],
      ),
    ready,
    signal,
  })
}
