import { SITE_EXPORT_PAGE_SIZE } from '@tocsin/core/constants'
import { BYTE_ORDER_MARK, csvHeader, csvLine, type Delimiter } from '@tocsin/core/csv/write'
import { ApiError } from '@tocsin/core/errors'
import { formatNumber } from '@tocsin/core/i18n'
import { siteImport, teamImport, type SiteDraft, type SiteType } from '@tocsin/core/resources/sites/csv'
import { CommandError, usageError } from '../command-error'
import type { Context } from '../context'
import { shown } from '../display-width'
import { EXIT } from '../exit-codes'
import { FORMATS } from '../output'
import { resolveReference } from '../references'

const DELIMITERS: Record<string, Delimiter> = { csv: ',', tsv: '\t' }

const sheetOf = (siteType: SiteType) => (siteType === 'team' ? teamImport : siteImport)

/** An empty file with the header that an import takes. */
export async function writeTemplate({ io }: Context, siteType: SiteType): Promise<void> {
  await io.stdout.write(BYTE_ORDER_MARK + csvHeader(sheetOf(siteType).spec.names))
}

/** What `-o` and `--format` say: a format, and the file to write, `-` for stdout. */
function target({ settings }: Context, flags: Record<string, unknown>): { format: string; path: string | null } {
  const given = settings.output
  const isFormat = (FORMATS as readonly string[]).includes(given ?? '')
  const flag = flags['format'] === undefined ? '--output' : '--format'
  const format = flags['format'] ?? (isFormat ? given : /\.tsv$/i.test(given ?? '') ? 'tsv' : 'csv')
  if (typeof format !== 'string' || !Object.hasOwn(DELIMITERS, format))
    throw usageError('cli.usage.choice', { flag, value: format, choices: 'csv, tsv' }, { field: flag })
  return { format, path: isFormat ? null : (given ?? null) }
}

/** Exports every site (or team) of a client, page by page; the file appears whole or not at all (EXPORT-01 to EXPORT-06). */
export async function runExport(context: Context, siteType: SiteType, flags: Record<string, unknown>): Promise<void> {
  const { io, t, locale } = context
  const { format, path } = target(context, flags)
  if (typeof flags['client'] !== 'string')
    throw usageError('cli.usage.missingValue', { flag: '--client' }, { field: '--client' })
  const clientId = await resolveReference(context, 'clients', flags['client'])
  const lines = pagesOf(context, siteType, clientId, DELIMITERS[format] as Delimiter)
  if (path === '-') {
    // What a person looks at must not reach the terminal as commands to it; a program gets every byte.
    const safe = (text: string) => (io.stdout.isTerminal ? text.split('\r\n').map(shown).join('\n') : text)
    for await (const text of lines) await io.stdout.write(safe(text))
    return
  }
  const { writeWhole } = await import('../whole-file')
  const name = path ?? `${siteType}-${clientId}-${timestamp(io.now())}.${format}`
  let rows = -1
  const written = await writeWhole(
    io,
    name,
    counted(lines, (count) => (rows = count)),
  )
  await context.note(t('cli.places.exported', { total: formatNumber(locale, rows), path: written }))
}

async function* counted(lines: AsyncIterable<string>, tell: (rows: number) => void): AsyncGenerator<string> {
  // Each record ends with CR LF, which stands in no cell; the first is the header.
  let rows = -1
  for await (const text of lines) {
    rows += text.split('\r\n').length - 1
    yield text
  }
  tell(rows)
}

/**
 * The header and the records of a page at a time; every row there is, or an error. Nothing comes before the
 * first page is there, so that a refusal leaves stdout empty.
 */
async function* pagesOf(
  context: Context,
  siteType: SiteType,
  clientId: number,
  delimiter: Delimiter,
): AsyncGenerator<string> {
  const importable = sheetOf(siteType)
  const resource = await context.noun(siteType === 'team' ? 'teams' : 'sites')
  const client = await context.client()
  let header = BYTE_ORDER_MARK + csvHeader(importable.spec.names, delimiter)
  const seen = new Set<number>()
  for (let page = 0; ; page++) {
    const { rows, total } = await client.list(resource!, {
      ClientId: clientId,
      exportMode: true,
      showInactive: true,
      order: 'id ASC',
      page,
      perPage: SITE_EXPORT_PAGE_SIZE,
    })
    for (const row of rows) seen.add((row as { id: number }).id)
    const isLast = rows.length < SITE_EXPORT_PAGE_SIZE || seen.size >= total
    // No rows may mean that there is no such client, or none that one may see.
    if (total === 0) await findVisible(context, clientId)
    // Rows that came or went meanwhile shift the pages: a file that lacks some is worse than none.
    if (isLast && seen.size !== total)
      throw new CommandError({ code: 'CHANGED_MEANWHILE', exit: EXIT.temporary, key: 'cli.places.changed' })
    yield header + rows.map((row) => csvLine(importable.write(row as SiteDraft), delimiter)).join('')
    header = ''
    if (isLast) return
  }
}

/** Not found where the client is not there; whoever may not look at clients has to take an empty file for what it is. */
async function findVisible(context: Context, clientId: number): Promise<void> {
  const clients = await context.noun('clients')
  try {
    await (await context.client()).get(clients!, clientId)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) throw error
  }
}

/** yyyyMMdd-HHmmss in local time, so that the name says when for whoever reads it. */
function timestamp(now: number): string {
  const at = new Date(now)
  const two = (value: number) => String(value).padStart(2, '0')
  const day = `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}`
  return `${day}-${two(at.getHours())}${two(at.getMinutes())}${two(at.getSeconds())}`
}
