import type { Upload } from '@tocsin/core/import/upload'
import type { SheetTarget } from '@tocsin/core/resources/sheets'
import { uploadTo } from '@tocsin/core/import/upload-to'
import type { Context } from '../context'

/** The time a chunk under way may still take after the import was interrupted, in milliseconds. */
const GRACE = 5_000

/** Sends chunks of an import to a client. */
export async function uploader(
  context: Context,
  destination: { clientId: number; target: SheetTarget; name: string },
): Promise<Upload> {
  return uploadTo({ ...destination, client: await context.client(), signal: delayed(context.io.signal) })
}

/** Returns a signal aborted a while after the other: requests under way may still be answered. */
function delayed(signal: AbortSignal): AbortSignal {
  const controller = new AbortController()
  signal.addEventListener('abort', () => {
    // It does not hold the process: once all chunks are answered there is nothing to wait for.
    setTimeout(() => controller.abort(signal.reason), GRACE).unref()
  })
  return controller.signal
}
