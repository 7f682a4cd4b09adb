import { exportName, type ExportFormat } from '@tocsin/core/export/format'
import { exportList } from '@tocsin/core/export/list'
import { exportRegistrationData } from '@tocsin/core/export/registration-data'
import { client } from '../data/api'
import type { Export } from './export-places'
import { isSavedAsSheet, listLine } from './lines'
import type { ListSheet } from './show-sheet'

/** Exports the rows that a list matches, as shown on the screen; registration data in the columns of an import. */
export function listExport({ of, query, columns, ready }: ListSheet, format: ExportFormat): Export {
  return {
    pages: (signal) =>
      isSavedAsSheet(of)
        ? exportRegistrationData({ client, resource: of, query, format, signal })
        : exportList({ client, resource: of, query, columns, format, ready, signal }),
    name: () => exportName(of.name, null, format, Date.now()),
    format,
    line: listLine(of, query, format),
    title: (t) => {
      const names = t(`resources.${of.name}.names`).toLowerCase()
      return query.ids
        ? t('sheetCommands.exportChosen', { count: query.ids.length, names })
        : t('sheetCommands.exportList', { names })
    },
    resource: of.name,
  }
}
