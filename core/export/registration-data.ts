import type { Client, ListQuery } from '../api/client'
import { EXPORT_PAGE_SIZE } from '../base/constants'
import { csvLine } from '../csv/write'
import { readerOf } from '../csv/importable'
import type { Resource } from '../vocabulary/resource'
import { registrationDataImport, type RegistrationDataDraft } from '../resources/registration-data/csv'
import { fileHead, DELIMITER_OF, type ExportFormat } from './format'
import { ChangedMeanwhile, exportPages, type ExportPage } from './pages'

type RegistrationDataExport = {
  client: Pick<Client, 'list'>
  /** The declaration of registration data. */
  resource: Resource
  /**
   * The schema and the search that select the rows. They are exported in the order of their ids, whatever the order of
   * the list.
   */
  query: ListQuery
  format: ExportFormat
  signal?: AbortSignal
}

/**
 * Exports registration data in the columns of an import: the key, the tags joined by semicolons, and a column for each
 * property that any of the rows has. Importing the file changes nothing. The rows are read twice, first
 * for the names of the columns, so that few rows are in memory at a time.
 */
export async function* exportRegistrationData(parts: RegistrationDataExport): AsyncGenerator<ExportPage> {
  const { client, resource, format, signal } = parts
  const { limit: _, offset: __, ...filter } = parts.query
  const query: ListQuery = { ...filter, order: 'id ASC' }
  const { spec } = registrationDataImport
  const properties = new Set<string>()
  const pages = { client, resource, query, perPage: EXPORT_PAGE_SIZE, head: '', signal }
  const learn = (row: unknown): string => {
    for (const name of Object.keys((row as RegistrationDataDraft).profileProps)) properties.add(name)
    return ''
  }
  for await (const _page of exportPages({ ...pages, line: learn })) signal?.throwIfAborted()

  const names = [...spec.names, ...properties]
  const sheet = readerOf(registrationDataImport, { spec: { ...spec, names } })
  yield* exportPages({
    ...pages,
    head: fileHead(names, format),
    line: (row) => {
      const draft = row as unknown as RegistrationDataDraft
      // A property was added after the columns were named. A file without it would remove it when imported.
      if (Object.keys(draft.profileProps).some((name) => !properties.has(name))) throw new ChangedMeanwhile()
      return csvLine(sheet.write(draft), DELIMITER_OF[format])
    },
  })
}
