import type { Client } from '../api/client'
import { ApiError } from '../base/errors'
import { partsOf } from './target'
import type { SheetTarget } from '../resources/sheets'
import type { RowError, Upload, UploadAnswer } from './upload'

type Destination = {
  client: Pick<Client, 'upload'>
  clientId: number
  target: SheetTarget
  /** The name of the file in the request. */
  name: string
  signal?: AbortSignal
}

const NOTHING = { created: 0, updated: 0, unchanged: 0, skipped: 0, changes: {}, skippedRows: [] }

/**
 * Returns the function that sends chunks of an import to a client. A refusal of rows is returned as the problems of
 * each row.
 */
export function uploadTo({ client, clientId, target, name, signal }: Destination): Upload {
  const { file, query } = partsOf(target)
  return async (bytes, { dryRun, mode, key, requestId, twins, atomic }) => {
    try {
      const { data, replayed, replayedOf } = await client.upload<UploadAnswer>(
        `clients/${clientId}/upload`,
        { [file]: { name, type: 'text/csv', bytes } },
        twins.size > 0 ? { twins: Array.from(twins, ([row, { nth }]) => `${row}:${nth}`).join(',') } : {},
        {
          key,
          requestId,
          query: { mode, ...query, ...(dryRun ? { dryRun: 1 } : {}), ...(atomic ? { atomic: 1 } : {}) },
          ...(signal ? { signal } : {}),
        },
      )
      return replayed ? { ...data, replayed: replayedOf ?? null } : data
    } catch (error) {
      const rows = error instanceof ApiError ? error.details?.['rows'] : undefined
      if (!Array.isArray(rows)) throw error
      return { ...NOTHING, errors: rows as RowError[] }
    }
  }
}
