import type { Upload } from '@tocsin/core/import/upload'
import type { SheetTarget } from '@tocsin/core/resources/sheets'
import { uploadTo } from '@tocsin/core/import/upload-to'
import type { Context } from '../context'

/** The time that a chunk in flight may still take after an interruption, in milliseconds. */
const GRACE_MS = 5_000

/** Sends chunks of an import to a client. */
export async function createUpload(
  context: Context,
  destination: { clientId: number; target: SheetTarget; name: string },
): Promise<Upload> {
  return uploadTo({ ...destination, client: await context.client(), signal: delayedAbortSignal(context.io.signal) })
}

/** Returns a signal that aborts `GRACE_MS` after the given one, so that requests in flight can still be answered. */
function delayedAbortSignal(signal: AbortSignal): AbortSignal {
  const controller = new AbortController()
  signal.addEventListener('abort', () => {
    // The timer does not keep the process alive: once all chunks are answered, there is nothing to wait for.
    setTimeout(() => controller.abort(signal.reason), GRACE_MS).unref()
  })
  return controller.signal
}
