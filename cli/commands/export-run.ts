import { beginningOf, EXPORT_FORMATS, exportName, type ExportFormat } from '@tocsin/core/export/format'
import { ChangedMeanwhile, type ExportPage } from '@tocsin/core/export/pages'
import { exportPlaces } from '@tocsin/core/export/places'
import { formatNumber } from '@tocsin/core/i18n'
import { importableOf } from '@tocsin/core/resources/sheets'
import { nounOf, type SiteType } from '@tocsin/core/resources/site-type'
import { CommandError, usageError } from '../command-error'
import type { Context } from '../context'
import { shown } from '../display-width'
import { EXIT } from '../exit-codes'
import { clientGiven } from '../given'
import { FORMATS } from '../output'
import { resolveReference } from '../references'

const sheetOf = (siteType: SiteType) => importableOf(nounOf(siteType))

/** An empty file with the header that an import takes. */
export async function writeTemplate({ io }: Context, siteType: SiteType): Promise<void> {
  await io.stdout.write(beginningOf(sheetOf(siteType).spec.names, 'csv'))
}

/** What `-o` and `--format` say: a format, and the file to write, `-` for stdout. */
function target({ settings }: Context, flags: Record<string, unknown>): { format: ExportFormat; path: string | null } {
  const given = settings.output
  const isFormat = (FORMATS as readonly string[]).includes(given ?? '')
  const flag = flags['format'] === undefined ? '--output' : '--format'
  const value = flags['format'] ?? (isFormat ? given : /\.tsv$/i.test(given ?? '') ? 'tsv' : 'csv')
  const format = EXPORT_FORMATS.find((one) => one === value)
  if (!format)
    throw usageError('cli.usage.choice', { flag, value, choices: EXPORT_FORMATS.join(', ') }, { field: flag })
  return { format, path: isFormat ? null : (given ?? null) }
}

/** Exports every site (or team) of a client, page by page; the file appears whole or not at all (EXPORT-01 to EXPORT-06). */
export async function runExport(context: Context, siteType: SiteType, flags: Record<string, unknown>): Promise<void> {
  const { io, t, locale } = context
  const { format, path } = target(context, flags)
  const clientId = await resolveReference(context, 'clients', clientGiven(flags))
  const pages = pagesOf(context, siteType, clientId, format)
  if (path === '-') {
    // What a person looks at must not reach the terminal as commands to it; a program gets every byte.
    const safe = (text: string) => (io.stdout.isTerminal ? text.split('\r\n').map(shown).join('\n') : text)
    for await (const { text } of pages) await io.stdout.write(safe(text))
    return
  }
  const { writeWhole } = await import('../whole-file')
  const name = path ?? exportName(siteType, clientId, format, io.now())
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

/** The pages of core's export, its one refusal in the terminal's words. */
async function* pagesOf(
  context: Context,
  siteType: SiteType,
  clientId: number,
  format: ExportFormat,
): AsyncGenerator<ExportPage> {
  const noun = await context.noun(nounOf(siteType))
  const clients = await context.noun('clients')
  const client = await context.client()
  try {
    yield* exportPlaces({ client, noun: noun!, clients: clients!, sheet: sheetOf(siteType), clientId, format })
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile)) throw error
    throw new CommandError({ code: 'CHANGED_MEANWHILE', exit: EXIT.temporary, key: 'cli.places.changed' })
  }
}
