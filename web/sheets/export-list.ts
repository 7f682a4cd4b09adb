import { formatCommand, commandsOf } from '@tocsin/core/commands'
import type { ListQuery } from '@tocsin/core/client'
import { exportName, type ExportFormat } from '@tocsin/core/export/format'
import { exportList, type ExportColumn } from '@tocsin/core/export/list'
import type { Resource } from '@tocsin/core/resource'
import { client } from '../data/api'
import type { Export } from './export-places'

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

/** The list with its filter and order, all of it, in that format. */
export function listLine(of: Resource, query: ListQuery, format: ExportFormat): string {
  const spec = commandsOf(of).find(({ kind }) => kind === 'list')!
  const values = Object.fromEntries(
    spec.flags.flatMap(({ path }) =>
      path === 'limit' || path === 'offset' || query[path] === undefined ? [] : [[path, query[path]]],
    ),
  )
  return `${formatCommand(spec, { noun: of.name, verb: spec.verb, refs: [], values })} --all --output=${format}`
}
