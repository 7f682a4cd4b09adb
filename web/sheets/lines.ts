import type { ListQuery } from '@tocsin/core/api/client'
import { commandsOf, formatCommand, quoteWord } from '@tocsin/core/command-line/commands'
import type { Encoding } from '@tocsin/core/csv/encoding'
import type { ExportFormat } from '@tocsin/core/export/format'
import { defaultMode } from '@tocsin/core/import/target'
import type { SheetTarget } from '@tocsin/core/resources/sheets'
import type { ImportMode, OnError } from '@tocsin/core/import/modes'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { nounOf, type SiteType } from '@tocsin/core/resources/site-type'

type Import = {
  target: SheetTarget
  name: string
  clientId: number
  mode: ImportMode
  onError: OnError
  /** Absent or null where the file says it. */
  encoding?: Encoding | null
}

/** The import of a file as a terminal has it; what is as it is anyway is not spelled. */
export const importLine = ({ target, name, clientId, mode, onError, encoding }: Import): string =>
  [
    'tocsin',
    target.noun,
    'import',
    // A name that begins with a dash is no flag.
    name.startsWith('-') ? `./${name}` : name,
    `--client=${clientId}`,
    ...(target.noun === 'registration-data' ? [`--content-id=${target.contentId}`] : []),
    ...(mode === defaultMode(target.noun) ? [] : [`--mode=${mode}`]),
    ...(onError === 'stop' ? [] : [`--on-error=${onError}`]),
    ...(!encoding ? [] : [`--encoding=${encoding}`]),
  ]
    .map(quoteWord)
    .join(' ')

/** The export of a client's sites or teams as a terminal has it. */
export const exportLine = (siteType: SiteType, clientId: number, format: ExportFormat): string =>
  ['tocsin', nounOf(siteType), 'export', `--client=${clientId}`, `--format=${format}`].map(quoteWord).join(' ')

/** Whether what a list of this noun is saved as is the sheet that an import takes, not the list as it is shown. */
export const isSavedAsSheet = ({ name }: Resource): boolean => name === 'registration-data'

/** The list with its filter and order, all of it, in that format; what is saved as a sheet comes by id. */
export function listLine(of: Resource, query: ListQuery, format: ExportFormat): string {
  const spec = commandsOf(of).find(({ kind }) => kind === 'list')!
  const values = Object.fromEntries(
    spec.flags.flatMap(({ path }) =>
      (path === 'order' && isSavedAsSheet(of)) || path === 'limit' || path === 'offset' || query[path] === undefined
        ? []
        : [[path, query[path]]],
    ),
  )
  const asked = { noun: of.name, verb: spec.verb, refs: [], values }
  return isSavedAsSheet(of)
    ? `${formatCommand({ ...spec, verb: 'export' }, asked)} --format=${format}`
    : `${formatCommand(spec, asked)} --all --output=${format}`
}
