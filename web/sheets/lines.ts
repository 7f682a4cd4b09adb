import type { ListQuery } from '@tocsin/core/api/client'
import { commandsOf } from '@tocsin/core/command-line/commands'
import { formatCommand, quoteWord } from '@tocsin/core/command-line/line'
import type { Encoding } from '@tocsin/core/csv/encoding'
import type { ExportFormat } from '@tocsin/core/export/format'
import { defaultMode } from '@tocsin/core/import/target'
import type { SheetTarget } from '@tocsin/core/resources/sheets'
import type { ImportMode, OnError } from '@tocsin/core/import/modes'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { resourceNameOf, type SiteType } from '@tocsin/core/resources/site-type'

type Import = {
  target: SheetTarget
  name: string
  clientId: number
  mode: ImportMode
  onError: OnError
  /** The encoding; absent or null if the file states it. */
  encoding?: Encoding | null
}

/** Returns the terminal line that imports a file; defaults are left out. */
export const importLine = ({ target, name, clientId, mode, onError, encoding }: Import): string =>
  [
    'tocsin',
    target.resource,
    'import',
    // A name that begins with a dash would be read as a flag.
    name.startsWith('-') ? `./${name}` : name,
    `--client=${clientId}`,
    ...(target.resource === 'registration-data' ? [`--content-id=${target.contentId}`] : []),
    ...(mode === defaultMode(target.resource) ? [] : [`--mode=${mode}`]),
    ...(onError === 'stop' ? [] : [`--on-error=${onError}`]),
    ...(!encoding ? [] : [`--encoding=${encoding}`]),
  ]
    .map(quoteWord)
    .join(' ')

/** Returns the terminal line that exports a client's sites or teams. */
export const exportLine = (siteType: SiteType, clientId: number, format: ExportFormat): string =>
  ['tocsin', resourceNameOf(siteType), 'export', `--client=${clientId}`, `--output=${format}`].map(quoteWord).join(' ')

/** Returns whether a list of this resource is saved as the sheet of an import, not as the list is shown. */
export const isSavedAsSheet = ({ name }: Resource): boolean => name === 'registration-data'

/** Returns the survey whose results a list shows: its file has a column for each question. Undefined for other lists. */
export const surveyOf = ({ name }: Resource, { SurveyId }: ListQuery): number | undefined =>
  name === 'survey-results' && typeof SurveyId === 'number' ? SurveyId : undefined

/** Returns the line that saves the whole list with its filter and order in a format; a sheet is ordered by id. */
export function listLine(of: Resource, query: ListQuery, format: ExportFormat): string {
  const spec = commandsOf(of).find(({ kind }) => kind === 'list')!
  const values = Object.fromEntries(
    spec.flags.flatMap(({ path }) =>
      (path === 'order' && isSavedAsSheet(of)) || path === 'limit' || path === 'offset' || query[path] === undefined
        ? []
        : [[path, query[path]]],
    ),
  )
  const asked = { resource: of.name, verb: spec.verb, refs: [], values }
  return isSavedAsSheet(of) || surveyOf(of, query) !== undefined
    ? `${formatCommand({ ...spec, verb: 'export' }, asked)} --output=${format}`
    : `${formatCommand(spec, asked)} --all --output=${format}`
}
