import type { ListQuery } from '@tocsin/core/client'
import { EXPORT_FORMATS } from '@tocsin/core/export/format'
import type { ExportColumn } from '@tocsin/core/export/list'
import type { Resource } from '@tocsin/core/resource'
import type { SiteType } from '@tocsin/core/resources/sites/csv'
import type { Command } from '../acts/command'
import './command-words'
import { exportLine, listLine, nounOf } from './lines'
import { showSheet } from './show-sheet'

/** "Import sites…" opens its dialog; "Export sites as CSV" and "… as TSV" run at once. */
export function sheetCommands(clientId: number, siteType: SiteType): Command[] {
  const noun = nounOf(siteType)
  return [
    {
      id: `${noun}.import`,
      title: (t) => t('sheetCommands.opens', { what: t(`sheetCommands.imports.${noun}`) }),
      keywords: (t) => t('sheetCommands.found.import'),
      group: 'list',
      icon: 'upload',
      asks: [],
      line: () => `tocsin ${noun} import ${noun}.csv --client=${clientId}`,
      undo: 'irreversible',
      run: () => showSheet({ kind: 'import', clientId, target: { noun } }),
    },
    ...EXPORT_FORMATS.map((format): Command => ({
      id: `${noun}.export-${format}`,
      title: (t) =>
        t('sheetCommands.exportAs', { what: t(`sheetCommands.exports.${siteType}`), format: format.toUpperCase() }),
      note: (t) => t('sheetCommands.all'),
      keywords: (t) => t('sheetCommands.found.export'),
      group: 'list',
      icon: 'download',
      asks: [],
      line: () => exportLine(siteType, clientId, format),
      undo: 'nothing',
      run: async () => (await import('./export-places')).exportAtOnce(clientId, siteType, format),
    })),
  ]
}

/** "Save this list of clients as a file…": what a list shows now, by a dialog that says how many rows the file will hold. */
export const listExportCommand = (of: Resource, query: ListQuery, columns: readonly ExportColumn[]): Command => ({
  id: `${of.name}.export-list`,
  title: (t) =>
    t('sheetCommands.opens', {
      what: t('sheetCommands.exportList', { names: t(`resources.${of.name}.names`).toLowerCase() }),
    }),
  keywords: (t) => t('sheetCommands.found.export'),
  group: 'list',
  icon: 'download',
  asks: [],
  line: () => listLine(of, query, 'csv'),
  undo: 'nothing',
  run: () => showSheet({ kind: 'list', of, query, columns }),
})
