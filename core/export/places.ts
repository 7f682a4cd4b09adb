import type { Client } from '../api/client'
import { SITE_EXPORT_PAGE_SIZE } from '../base/constants'
import { csvLine } from '../csv/write'
import { ApiError } from '../base/errors'
import type { Importable } from '../csv/importable'
import type { Resource } from '../vocabulary/resource'
import { fileHead, DELIMITER_OF, type ExportFormat } from './format'
import { exportPages, type ExportPage } from './pages'

type PlacesExport<D> = {
  client: Pick<Client, 'list' | 'get'>
  /** The declaration of the listed places: sites or teams. */
  resource: Resource
  /** The declaration of clients. */
  clients: Resource
  sheet: Importable<D>
  clientId: number
  format: ExportFormat
  signal?: AbortSignal
}

/** Exports a client's sites or teams, active or not, 500 a page (EXPORT-01 to EXPORT-05), as an import reads them. */
export function exportPlaces<D>(parts: PlacesExport<D>): AsyncGenerator<ExportPage> {
  const { client, resource, sheet, clientId, format, signal } = parts
  return exportPages({
    client,
    resource,
    query: { ClientId: clientId, exportMode: true, showInactive: true, order: 'id ASC' },
    perPage: SITE_EXPORT_PAGE_SIZE,
    head: fileHead(sheet.spec.names, format),
    line: (row) => csvLine(sheet.write(row as D), DELIMITER_OF[format]),
    // Without rows there may be no such client, or none that the user may see.
    whenEmpty: () => findVisible(parts),
    signal,
  })
}

/** Throws ApiError 404 if the user sees no such client. A user who may not read clients (403) gets an empty file. */
async function findVisible<D>({ client, clients, clientId }: PlacesExport<D>): Promise<void> {
  try {
    await client.get(clients, clientId)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) throw error
  }
}
