import { request } from 'node:http'
import type { IncomingMessage } from 'node:http'
import { sql } from 'kysely'
import { withServer } from '../../server/context/actor'
import type { ScopedDatabase } from '../../server/db/open'
import type { Tx } from '../../server/db/transaction'

/** A line as the server sent it. */
export type StreamLine = {
  cursor?: string
  event?: string
  alert?: { id: number; ClientId: number; [field: string]: unknown }
  history?: { id: number; AlertId: number; [field: string]: unknown }
  hello?: true
  beat?: true
  reread?: true
  end?: string
}

export type OpenStream = {
  status: number
  lines: StreamLine[]
  /** The lines with an event. */
  happenings: () => StreamLine[]
  /** Resolves to the first line of those to come, or already there, for which `wanted` holds. */
  until: (wanted: (line: StreamLine) => unknown) => Promise<StreamLine>
  /** Resolves when the server has ended the stream. */
  ended: Promise<void>
  message: IncomingMessage
  close: () => void
}

/** Opens a stream of a listening world over a socket of its own. */
export async function openStream(url: string, token: string | null, from?: string): Promise<OpenStream> {
  const query = from === undefined ? '' : `?from=${encodeURIComponent(from)}`
  const sent = request(`${url}/api/alerts/stream${query}`, {
    agent: false,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
  })
  const message = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.on('response', resolve).on('error', reject).end()
  })
  const lines: StreamLine[] = []
  const waiting = new Set<() => void>()
  let rest = ''
  message.setEncoding('utf8')
  message.on('data', (chunk: string) => {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts.filter(Boolean).map((line) => JSON.parse(line) as StreamLine))
    for (const look of waiting) look()
  })
  const ended = new Promise<void>((resolve) => {
    message.on('close', resolve).on('error', () => resolve())
  })
  return {
    status: message.statusCode ?? 0,
    lines,
    happenings: () => lines.filter(({ event }) => event !== undefined),
    until: (wanted) =>
      new Promise((resolve) => {
        const look = () => {
          const found = lines.find(wanted)
          if (!found) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
    ended,
    message,
    close: () => sent.destroy(),
  }
}

/** Writes a note about an alert into its timeline, in a transaction of the caller. Returns its id. */
export async function noteWithin(tx: Tx, alertId: number, text: string): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`insert into alert_histories (client_id, alert_id, site_id, event, actor, text)
    select client_id, id, site_id, 'noted', '{"kind":"server","id":null,"name":null}', ${text}::text from alerts
    where id = ${alertId} returning id`.execute(tx)
  return rows[0]!.id
}

/** Writes a note about an alert into its timeline, as the server itself does. Returns its id. */
export const note = (database: ScopedDatabase, alertId: number, text: string): Promise<number> =>
  withServer(database, (tx) => noteWithin(tx, alertId, text))
