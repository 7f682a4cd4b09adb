import type { ListQuery } from '@tocsin/core/client'
import { EXPORT_FORMATS } from '@tocsin/core/export/format'
import type { ExportColumn } from '@tocsin/core/export/list'
import { defaultMode, type SheetTarget } from '@tocsin/core/import/target'
import type { Resource } from '@tocsin/core/resource'
import { nounOf, type SiteType } from '@tocsin/core/resources/site-type'
import type { Command } from '../acts/command'
import type { KeyId } from '../keys/map'
import './command-words'
import { exportLine, importLine, listLine } from './lines'
import { showSheet, type ListSheet } from './show-sheet'

/** "Import sites…" opens its dialog. */
export const importCommand = (clientId: number, target: SheetTarget): Command => ({
  id: `${target.noun}.import`,
  title: (t) => t('sheetCommands.opens', { what: t(`sheetCommands.imports.${target.noun}`) }),
  keywords: (t) => t('sheetCommands.found.import'),
  group: 'list',
  icon: 'upload',
  asks: [],
  line: () =>
    importLine({
      target,
      name: `${target.noun}.csv`,
      clientId,
      mode: defaultMode(target.noun),
      onError: 'stop',
    }),
  undo: 'irreversible',
  run: () => showSheet({ kind: 'import', clientId, target }),
})

/** "Import sites…" opens its dialog; "Export sites as CSV" and "… as TSV" run at once. */
export function sheetCommands(clientId: number, siteType: SiteType): Command[] {
  const noun = nounOf(siteType)
  return [
    importCommand(clientId, { noun }),
    ...EXPORT_FORMATS.map((format): Command => ({
      id: `${noun}.export-${format}`,
      title: (t) =>
        t('sheetCommands.exportAs', { what: t(`sheetCommands.exports.${siteType}`), format: format.toUpperCase() }),
      note: (t) => t('sheetCommands.all'),
      keywords: (t) => t('sheetCommands.found.export'),
      group: 'list',
      icon: 'download',
      // One key must mean one file: that of commas.
      ...(format === EXPORT_FORMATS[0] ? { key: 'export' } : {}),
      asks: [],
      line: () => exportLine(siteType, clientId, format),
      undo: 'nothing',
      run: async () => (await import('./export-places')).exportAtOnce(clientId, siteType, format),
    })),
  ]
}

/** "Save this list of clients as a file…": what a list shows now, by a dialog that says how many rows the file will hold. */
export const listExportCommand = (
  of: Resource,
  query: ListQuery,
  columns: readonly ExportColumn[],
  ready: ListSheet['ready'],
  key?: KeyId,
): Command => ({
  id: `${of.name}.export-list`,
  title: (t) =>
    t('sheetCommands.opens', {
      what: t('sheetCommands.exportList', { names: t(`resources.${of.name}.names`).toLowerCase() }),
    }),
  keywords: (t) => t('sheetCommands.found.export'),
  group: 'list',
  icon: 'download',
  ...(key ? { key } : {}),
  asks: [],
  line: () => listLine(of, query, 'csv'),
  undo: 'nothing',
  run: () => showSheet({ kind: 'list', of, query, columns, ready }),
})
