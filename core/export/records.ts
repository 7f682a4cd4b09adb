import type { Client } from '../api/client'
import { recordsById } from '../api/names'
import { EXPORT_PAGE_SIZE } from '../base/constants'
import { valueAt } from '../base/cells'
import type { RecordDraft, RecordSheet } from '../csv/record-sheet'
import type { Importable } from '../csv/importable'
import { csvLine } from '../csv/write'
import { inactiveToo } from '../vocabulary/deletion'
import type { Resource } from '../vocabulary/resource'
import { DELIMITER_OF, fileHead, type ExportFormat } from './format'
import { exportPages, type ExportPage } from './pages'

type RecordsExport = {
  client: Pick<Client, 'list'>
  resource: Resource
  sheet: RecordSheet
  importable: Importable<RecordDraft>
  /** The declarations of the resources that its records point to. */
  pointed: ReadonlyMap<string, Resource>
  clientId: number
  format: ExportFormat
  signal?: AbortSignal
}

type Row = Record<string, unknown> & { id: number }

/**
 * Exports a client's records, active or not, in the columns of their sheet: an import of the file changes nothing. A site is
 * named by its tag, and any other record, or a site without one, by its id, since several may have one name.
 */
export function exportRecords(parts: RecordsExport): AsyncGenerator<ExportPage> {
  const { client, resource, sheet, importable, pointed, clientId, format, signal } = parts
  const references = sheet.columns.flatMap(({ field }) => {
    const { of } = resource.fields[field] ?? {}
    const other = of === undefined ? undefined : pointed.get(of)
    return other ? [{ field, other }] : []
  })
  const tags = new Map<string, string>()

  async function ready(rows: readonly Row[]): Promise<void> {
    for (const { field, other } of references) {
      if (!other.fields['tag']) continue
      const ids = [...new Set(rows.flatMap((row) => (typeof row[field] === 'number' ? [row[field]] : [])))]
      if (ids.length === 0) continue
      for (const { id, tag } of (await recordsById(client, other, ids)) as (Row & { tag?: unknown })[])
        if (typeof tag === 'string' && tag !== '') tags.set(`${field} ${id}`, tag)
    }
  }

  function textOf(field: string, value: unknown): string {
    if (value === null || value === undefined) return ''
    return tags.get(`${field} ${String(value)}`) ?? String(value)
  }

  return exportPages({
    client,
    resource,
    query: { ...sheet.fixed, ...inactiveToo(resource), ClientId: clientId, order: 'id ASC' },
    perPage: EXPORT_PAGE_SIZE,
    head: fileHead(importable.spec.names, format),
    line: (row) => {
      const draft = sheet.columns.map(({ name, field }) => [name, textOf(field, valueAt(row, field))] as const)
      return csvLine(importable.write(Object.fromEntries(draft)), DELIMITER_OF[format])
    },
    ready,
    signal,
  })
}
