import { ApiError } from '@tocsin/core/errors'
import type { RowError, Upload, UploadAnswer } from '@tocsin/core/import/upload'
import type { SiteType } from '@tocsin/core/resources/sites/csv'
import type { Context } from '../context'

/** How long a chunk under way may still take once the import was interrupted, in milliseconds. */
const GRACE = 5_000

/** Sends chunks of an import to a client; a refusal of rows comes back as what is wrong with which row. */
export async function uploader(
  context: Context,
  { clientId, siteType, name }: { clientId: number; siteType: SiteType; name: string },
): Promise<Upload> {
  const client = await context.client()
  const signal = delayed(context.io.signal)
  return async (bytes, { dryRun, mode, key }) => {
    try {
      const { data, replayed } = await client.upload<UploadAnswer>(
        `clients/${clientId}/upload`,
        { csvSites: { name, type: 'text/csv', bytes } },
        {},
        { key, signal, query: { mode, siteType, ...(dryRun ? { dryRun: 1 } : {}) } },
      )
      return replayed ? { ...data, replayed } : data
    } catch (error) {
      const rows = error instanceof ApiError ? error.details?.['rows'] : undefined
      if (!Array.isArray(rows)) throw error
      return { created: 0, updated: 0, unchanged: 0, skipped: 0, errors: rows as RowError[] }
    }
  }
}

/** Aborted a while after the other: what is under way may still be answered. */
function delayed(signal: AbortSignal): AbortSignal {
  const controller = new AbortController()
  signal.addEventListener('abort', () => {
    // Does not keep the process: once all chunks are answered there is nothing to wait for.
    setTimeout(() => controller.abort(signal.reason), GRACE).unref()
  })
  return controller.signal
}
