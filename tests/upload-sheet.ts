import { encodeMultipart } from '@tocsin/core/api/multipart'
import type { Reply, TestWorld } from './world'

export type Sending = {
  username?: string
  client?: number
  query?: string
  fields?: Record<string, unknown>
  key?: string
  file?: string
}

/** Uploads a sheet as the clients do; the answer as `call` gives it. */
export async function uploadSheet(world: TestWorld, sheet: string | Uint8Array, sending: Sending = {}): Promise<Reply> {
  const { username = 'vazia-admin', client = 4, query = '', fields = {}, key, file = 'csvSites' } = sending
  const bytes = typeof sheet === 'string' ? new TextEncoder().encode(sheet) : sheet
  const { contentType, body } = encodeMultipart(
    fields,
    { [file]: { name: 'sites.csv', type: 'text/csv', bytes } },
    'border',
  )
  const answer = await world.app.inject({
    method: 'POST',
    url: `/api/clients/${client}/upload${query}`,
    headers: {
      authorization: `Bearer ${await world.token(username)}`,
      'content-type': contentType,
      ...(key ? { 'idempotency-key': key } : {}),
    },
    payload: Buffer.from(body),
  })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, body: answer.json() }
}
