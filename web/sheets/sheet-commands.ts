import type { ListQuery } from '@tocsin/core/api/client'
import { PAGE_SIZE_MAX } from '@tocsin/core/base/constants'
import { EXPORT_FORMATS } from '@tocsin/core/export/format'
import { defaultMode } from '@tocsin/core/import/target'
import type { RecordSheetName, SheetTarget } from '@tocsin/core/resources/sheets'
import { mayDo, type Account } from '@tocsin/core/vocabulary/permissions'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Reason, Resource } from '@tocsin/core/vocabulary/resource'
import { PLACE_RESOURCES, resourceNameOf, siteTypeOf, type SiteType } from '@tocsin/core/resources/site-type'
import type { Command } from '../commands/command'
import { countOf, rowsOf, type Targets } from '../commands/targets'
import { faceOf } from '../data/resources'
import './command-words'
import { exportLine, importLine, listLine } from './lines'
import { showSheet, type ListSheet } from './show-sheet'

/** Returns the command "Import sites…", which opens the import dialog. */
export const importCommand = (clientId: number, target: SheetTarget): Command => ({
  id: `${target.resource}.import`,
  title: (t) => t('sheetCommands.opens', { what: t(`sheetCommands.imports.${target.resource}`) }),
  keywords: (t) => t('sheetCommands.found.import'),
  group: 'list',
  icon: 'upload',
  asks: [],
  line: () =>
    importLine({
      target,
      name: `${target.resource}.csv`,
      clientId,
      mode: defaultMode(target.resource),
      onError: 'stop',
    }),
  undo: 'irreversible',
  run: () => showSheet({ kind: 'import', clientId, target }),
})

/** Returns the commands "Import sites…", "Export sites as CSV" and "… as TSV". The exports run at once. */
export function sheetCommands(clientId: number, siteType: SiteType): Command[] {
  const resource = resourceNameOf(siteType)
  return [
    importCommand(clientId, { resource }),
    ...EXPORT_FORMATS.map((format): Command => ({
      id: `${resource}.export-${format}`,
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

/** Returns the file commands of a client that the account may run. `blocked`: the reason that nothing can be imported now. */
export function clientSheetCommands(clientId: number, account: Account, blocked: Reason | null): Command[] {
  const places = PLACE_RESOURCES.flatMap((name) => {
    if (!mayDo(account, faceOf(name), 'view')) return []
    const mayEdit = mayDo(account, faceOf(name), 'update')
    return sheetCommands(clientId, siteTypeOf(name)).filter(({ id }) => mayEdit || !isImport(id))
  })
  // A monitoring provider has users of its own, and none of a client.
  const isOutside = account.userType === 'monitoring-provider'
  const records = RECORDS.filter((name) => !isOutside && mayDo(account, faceOf(name), 'create'))
  return [...places, ...records.map((resource) => importCommand(clientId, { resource }))].map((command) => ({
    ...command,
    group: 'create',
    ...(isImport(command.id) ? { blocked } : {}),
  }))
}

const isImport = (id: string) => id.endsWith('.import')

/** The resources whose rows are records; their readers load with the dialog. */
const RECORDS = ['users', 'registration-codes'] as const satisfies readonly RecordSheetName[]

/** The rows that a list shows, the selected ones, and the columns to write. */
type ListToSave = Omit<ListSheet, 'query'> & {
  query: ListQuery
  /** The selected rows; null if there are none. */
  chosen: Targets | null
}

/**
 * Returns the command "Save this list of clients as a file…", or "Save 3 clients as a file…", for the rows of a list or
 * the selected ones. Its dialog states the number of rows that the file will contain.
 */
export function listExportCommand({ of, query, chosen, columns, ready }: ListToSave): Command {
  const names = (t: Translate) => t(`resources.${of.name}.names`).toLowerCase()
  const isTooMuch = chosen !== null && countOf(chosen) > PAGE_SIZE_MAX && !isWhole(chosen)
  return {
    id: 'list.export',
    title: (t) =>
      t('sheetCommands.opens', {
        what: chosen
          ? t('sheetCommands.exportChosen', { count: countOf(chosen), names: names(t) })
          : t('sheetCommands.exportList', { names: names(t) }),
      }),
    keywords: (t) => t('sheetCommands.found.export'),
    group: chosen ? 'selection' : 'list',
    icon: 'download',
    key: 'export',
    ...(isTooMuch ? { blocked: { key: 'sheetCommands.tooManyChosen', values: { most: PAGE_SIZE_MAX } } } : {}),
    asks: [],
    line: () => listLine(of, chosen?.kind === 'rows' ? idsOf(chosen.rows, query) : (queryOf(chosen) ?? query), 'csv'),
    undo: 'nothing',
    run: async () => {
      if (isTooMuch) return
      const asked = chosen ? await askedFor(of, query, chosen) : query
      showSheet({ kind: 'list', of, query: asked, columns, ready })
    },
  }
}

/** Returns whether all rows that a list matches are chosen, without exceptions. */
const isWhole = (chosen: Targets): boolean => chosen.kind === 'query' && chosen.except.length === 0
const queryOf = (chosen: Targets | null): ListQuery | undefined => (chosen?.kind === 'query' ? chosen.query : undefined)
const idsOf = (rows: readonly { id: number }[], { order }: ListQuery): ListQuery => ({
  ...(order ? { order } : {}),
  ids: rows.map(({ id }) => id),
})

/** Returns the query by which the server lists the selected rows, in the order of the list. */
async function askedFor(of: Resource, query: ListQuery, chosen: Targets): Promise<ListQuery> {
  if (chosen.kind === 'query' && isWhole(chosen)) return chosen.query
  const rows: { id: number }[] = []
  for await (const some of rowsOf(of, chosen)) rows.push(...some)
  return idsOf(rows, query)
}
