import type { ListQuery } from '@tocsin/core/client'
import { commandsOf, formatCommand, quoteWord } from '@tocsin/core/commands'
import type { ExportFormat } from '@tocsin/core/export/format'
import type { ImportMode } from '@tocsin/core/import/upload'
import type { Resource } from '@tocsin/core/resource'
import type { SiteType } from '@tocsin/core/resources/sites/csv'
import type { OnError } from './import-wire'

export const nounOf = (siteType: SiteType) => (siteType === 'team' ? 'teams' : 'sites')

type Import = { siteType: SiteType; name: string; clientId: number; mode: ImportMode; onError: OnError }

/** The import of a file as a terminal has it; what is as it is anyway is not spelled. */
export const importLine = ({ siteType, name, clientId, mode, onError }: Import): string =>
  [
    'tocsin',
    nounOf(siteType),
    'import',
    // A name that begins with a dash is no flag.
    name.startsWith('-') ? `./${name}` : name,
    `--client=${clientId}`,
    ...(mode === 'create' ? [] : [`--mode=${mode}`]),
    ...(onError === 'stop' ? [] : [`--on-error=${onError}`]),
  ]
    .map(quoteWord)
    .join(' ')

/** The export of a client's sites or teams as a terminal has it. */
export const exportLine = (siteType: SiteType, clientId: number, format: ExportFormat): string =>
  ['tocsin', nounOf(siteType), 'export', `--client=${clientId}`, `--format=${format}`].map(quoteWord).join(' ')

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
