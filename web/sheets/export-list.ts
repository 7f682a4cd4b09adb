import type { ListQuery } from '@tocsin/core/client'
import { exportName, type ExportFormat } from '@tocsin/core/export/format'
import { exportList, type ExportColumn } from '@tocsin/core/export/list'
import type { Resource } from '@tocsin/core/resource'
import { client } from '../data/api'
import type { Export } from './export-places'
import { listLine } from './lines'

/** What a list matches, as it is on the screen. */
export function listExport(
  of: Resource,
  query: ListQuery,
  columns: readonly ExportColumn[],
  format: ExportFormat,
): Export {
  return {
    pages: (signal) => exportList({ client, noun: of, query, columns, format, signal }),
    name: () => exportName(of.name, null, format, Date.now()),
    format,
    line: listLine(of, query, format),
    title: (t) => t('sheetCommands.exportList', { names: t(`resources.${of.name}.names`).toLowerCase() }),
    noun: of.name,
  }
}
