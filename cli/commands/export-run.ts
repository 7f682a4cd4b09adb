import { fileHead, EXPORT_FORMATS, exportName, type ExportFormat } from '@tocsin/core/export/format'
import { ChangedMeanwhile, type ExportPage } from '@tocsin/core/export/pages'
import { exportPlaces } from '@tocsin/core/export/places'
import { exportRecords } from '@tocsin/core/export/records'
import { exportRegistrationData } from '@tocsin/core/export/registration-data'
import { exportSurveyResults } from '@tocsin/core/export/survey-results'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import {
  importableOf,
  RECORD_SHEETS,
  type RecordSheetName,
  type SheetResourceName,
} from '@tocsin/core/resources/sheets'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { resourceNameOf, type SiteType } from '@tocsin/core/resources/site-type'
import type { Survey } from '@tocsin/core/resources/surveys/types'
import { CommandError, usageError } from '../command-error'
import type { Context } from '../context'
import { safeForTerminal } from '../display-width'
import { EXIT } from '../exit-codes'
import { clientGiven, refuseEmpty } from '../given'
import { findRecord, resolveReference } from '../references'

const sheetOf = (siteType: SiteType) => importableOf(resourceNameOf(siteType))

/** Writes an empty file with the header that an import takes. */
export async function writeTemplate({ io }: Context, resource: SheetResourceName): Promise<void> {
  await io.stdout.write(fileHead(importableOf(resource).spec.names, 'csv'))
}

/** Returns the format, and the file; null for the usual name, `-` for stdout, where a pipe waits for the rows. */
function target(
  { settings, io }: Context,
  flags: Record<string, unknown>,
): { format: ExportFormat; path: string | null } {
  refuseEmpty([{ name: 'file' }], flags)
  const file = flags['file'] as string | undefined
  const value = settings.output ?? (/\.tsv$/i.test(file ?? '') ? 'tsv' : 'csv')
  const format = EXPORT_FORMATS.find((one) => one === value)
  if (!format) {
    const flag = settings.json === undefined ? '--output' : '--json'
    throw usageError('cli.usage.choice', { flag, value, choices: EXPORT_FORMATS.join(', ') }, { field: flag })
  }
  return { format, path: file ?? (io.stdout.isTerminal ? null : '-') }
}

/** Exports a client's sites (or teams) page by page; the file appears whole or not at all (EXPORT-01 to EXPORT-06). */
export async function runExport(context: Context, siteType: SiteType, flags: Record<string, unknown>): Promise<void> {
  const { io } = context
  const { format, path } = target(context, flags)
  const clientId = await resolveReference(context, 'clients', await clientGiven(context, flags))
  const [resource, clients] = [
    await context.findResource(resourceNameOf(siteType)),
    await context.findResource('clients'),
  ]
  const client = await context.client()
  const sheet = sheetOf(siteType)
  const pages = exportPlaces({ client, resource: resource!, clients: clients!, sheet, clientId, format })
  await writeFile(context, told(pages), path, () => exportName(siteType, clientId, format, io.now()))
}

/** Exports a client's users or registration codes in the columns of an import. */
export async function runRecordsExport(
  context: Context,
  name: RecordSheetName,
  flags: Record<string, unknown>,
): Promise<void> {
  const { format, path } = target(context, flags)
  const clientId = await resolveReference(context, 'clients', await clientGiven(context, flags))
  const resource = (await context.findResource(name))!
  const sheet = RECORD_SHEETS[name]
  const pointed = new Map<string, Resource>()
  for (const { field } of sheet.columns) {
    const of = resource.fields[field]?.of
    const other = of === undefined ? undefined : await context.findResource(of)
    if (other) pointed.set(other.name, other)
  }
  const client = await context.client()
  const pages = exportRecords({ client, resource, sheet, importable: importableOf(name), pointed, clientId, format })
  await writeFile(context, told(pages), path, () => exportName(name, clientId, format, context.io.now()))
}

/** Exports the registration data of a schema, page by page, in the columns of an import. */
export async function runDataExport(context: Context, flags: Record<string, unknown>): Promise<void> {
  const { format, path } = target(context, flags)
  refuseEmpty([{ name: SCHEMA }, { name: 'client' }], flags)
  const { registrationDataSchema: given, client: of, q } = flags
  if (typeof given !== 'string')
    throw usageError('cli.usage.missingFlag', { flag: `--${SCHEMA}` }, { field: `--${SCHEMA}` })
  const within = typeof of === 'string' ? { ClientId: await resolveReference(context, 'clients', of) } : {}
  const [resource, schemas] = [
    await context.findResource('registration-data'),
    await context.findResource('registration-data-schemas'),
  ]
  const { id } = await findRecord(context, schemas!, given, within)
  const client = await context.client()
  const query = { ...within, RegistrationDataSchemaId: id, ...(typeof q === 'string' ? { q } : {}) }
  const pages = exportRegistrationData({ client, resource: resource!, query, format })
  await writeFile(context, told(pages), path, () => exportName('registration-data', id, format, context.io.now()))
}

/** Exports the results of a survey: the fixed columns, then one for each question (SURV-07, SURV-08). */
export async function runResultsExport(context: Context, flags: Record<string, unknown>): Promise<void> {
  const { format, path } = target(context, flags)
  refuseEmpty([{ name: 'survey' }, { name: 'client' }], flags)
  const { survey: given, client: of, q, order } = flags
  if (typeof given !== 'string') throw usageError('cli.usage.missingFlag', { flag: '--survey' }, { field: '--survey' })
  const within = typeof of === 'string' ? { ClientId: await resolveReference(context, 'clients', of) } : {}
  const [resource, surveys] = [await context.findResource('survey-results'), await context.findResource('surveys')]
  const client = await context.client()
  const { id } = await findRecord(context, surveys!, given, within)
  const survey = (await client.get(surveys!, id)) as Survey
  const text = (name: string, value: unknown) => (typeof value === 'string' ? { [name]: value } : {})
  const query = { ...within, ...text('q', q), ...text('order', order) }
  const pages = exportSurveyResults({ client, resource: resource!, survey, query, format, t: context.t })
  await writeFile(context, told(pages), path, () => exportName('survey-results', id, format, context.io.now()))
}

/** The flag that names the schema, as the list has it. */
const SCHEMA = 'registration-data-schema'

/** Writes an export to stdout, or to a file that appears whole or not at all. */
async function writeFile(
  context: Context,
  pages: AsyncIterable<ExportPage>,
  path: string | null,
  nameOf: () => string,
): Promise<void> {
  const { io, t, locale } = context
  if (path === '-') {
    // A terminal must not take the text for commands; a program gets every byte.
    const safe = (text: string) => (io.stdout.isTerminal ? text.split('\r\n').map(safeForTerminal).join('\n') : text)
    for await (const { text } of pages) await io.stdout.write(safe(text))
    return
  }
  const { writeWhole } = await import('../whole-file')
  const name = path ?? nameOf()
  let rows = 0
  const written = await writeWhole(
    io,
    name,
    textOf(pages, (done) => (rows = done)),
  )
  await context.note(t('cli.places.exported', { count: rows, total: formatNumber(locale, rows), path: written }))
}

async function* textOf(pages: AsyncIterable<ExportPage>, tell: (rows: number) => void): AsyncGenerator<string> {
  for await (const { text, done } of pages) {
    tell(done)
    yield text
  }
}

/** Passes on the pages of core's export, its one refusal in the terminal's words. */
async function* told(pages: AsyncIterable<ExportPage>): AsyncGenerator<ExportPage> {
  try {
    yield* pages
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error
    throw new CommandError({ code: 'CHANGED_MEANWHILE', exit: EXIT.temporary, key: 'cli.places.changed' })
  }
}
