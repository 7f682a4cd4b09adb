import { ApiError } from '@tocsin/core/base/errors'
import { MEDIA_TYPE_OF, exportName, type ExportFormat } from '@tocsin/core/export/format'
import type { ExportPage } from '@tocsin/core/export/pages'
import { exportPlaces } from '@tocsin/core/export/places'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { importableOf } from '@tocsin/core/resources/sheets'
import { resourceNameOf, type SiteType } from '@tocsin/core/resources/site-type'
import { showProgress } from '../notices/progress'
import { toast } from '../notices/toast'
import { client } from '../data/api'
import { resourceOf } from '../data/resources'
import { addWords } from '../words'
import { exportFailure } from './failure-text'
import { growingFile } from './growing-file'
import { messages } from './messages'
import './command-words'
import { saveFile } from './save-file'
import { exportLine } from './lines'

addWords('sheets', messages)

/** A file to export: its pages, its name, and the line that writes it in a terminal. */
export type Export = {
  pages: (signal: AbortSignal) => AsyncIterable<ExportPage>
  name: () => string
  format: ExportFormat
  line: string
  title: (t: Translate) => string
  resource: string
}
export type Reached = { done: number; total: number }

/** Exports every site or team of a client. */
export function placesExport(clientId: number, siteType: SiteType, format: ExportFormat): Export {
  const resource = resourceNameOf(siteType)
  const sheet = importableOf(resource)
  const clients = resourceOf('clients')
  return {
    pages: (signal) =>
      exportPlaces({ client, resource: resourceOf(resource), clients, sheet, clientId, format, signal }),
    name: () => exportName(siteType, clientId, format, Date.now()),
    format,
    line: exportLine(siteType, clientId, format),
    title: (t) => t(`sheetCommands.exports.${siteType}`),
    resource,
  }
}

/** Gathers the pages, hands the file to the browser and counts its rows. Throws if the file would be incomplete. */
export async function writeExport(one: Export, signal: AbortSignal, tell: (reached: Reached) => void): Promise<number> {
  const file = growingFile(MEDIA_TYPE_OF[one.format])
  let rows = 0
  for await (const { text, done, total } of one.pages(signal)) {
    signal.throwIfAborted()
    file.add(text)
    rows = done
    tell({ done, total })
  }
  const name = one.name()
  saveFile(file.file(), name)
  toast({
    tone: 'done',
    text: (t) => (rows === 0 ? t('sheets.exportedNone', { name }) : t('sheets.exported', { count: rows, name })),
    line: one.line,
    subject: one.line,
  })
  return rows
}

/** Exports from the palette: the shell shows the progress and can stop it. */
export async function exportAtOnce(clientId: number, siteType: SiteType, format: ExportFormat): Promise<void> {
  const one = placesExport(clientId, siteType, format)
  const stop = new AbortController()
  const tell = ({ done, total }: Reached) => showProgress({ title: one.title, done, total, stop: () => stop.abort() })
  try {
    await writeExport(one, stop.signal, tell)
  } catch (error) {
    tellFailed(one, error, stop.signal)
  } finally {
    showProgress(null)
  }
}

/** Reports a failure as a warning with the message (EXPORT-09); an export stopped by hand is no failure. */
export function tellFailed(one: Export, error: unknown, signal: AbortSignal): void {
  if (signal.aborted) toast({ tone: 'done', text: (t) => t('sheets.exportStopped') })
  else
    toast({
      tone: 'trouble',
      text: (t) => t('sheets.exportFailed', { what: one.title(t) }),
      detail: (t) => exportFailure(error, t, one.resource),
      subject: one.line,
      ...(error instanceof ApiError && error.requestId ? { requestId: error.requestId } : {}),
    })
}
