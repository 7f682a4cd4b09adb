import { isRecord } from '@tocsin/core/vocabulary/kind-reasons'
import { maps } from '@tocsin/core/resources/maps/index'
import { sql } from 'kysely'
import { withServer } from '../context/actor'
import type { Context } from '../context/context'
import type { Parts } from '../context/parts'
import type { Tx } from '../db/transaction'
import { OutboundError } from '../outbound/outbound'
import { queueDelivery, type ReceiverOf } from '../outbox/webhooks'
import { writeVisitorAudit } from '../records/audit'
import { handlerSecret, type Handler } from '../resources/registration-handler'
import { iso } from '../time'

/** The handlers that a code may name: their tables, and what tells a handler what it is asked for. */
const TABLES = {
  'registration-handlers': { table: sql.table('registration_handlers'), told: sql`jsonb_build_object('mode', h.mode)` },
  'registration-handlers-v2': {
    table: sql.table('registration_handlers_v2'),
    told: sql`jsonb_build_object('matchConfig', h.schema -> 'matchConfig')`,
  },
} as const satisfies Record<Handler['kind'], object>
type Row = { name: string; url: string; nonce: string; told: Record<string, unknown> }

async function readHandler(tx: Tx, { kind, id }: Handler): Promise<Row | undefined> {
  const { table, told } = TABLES[kind]
  const { rows } = await sql<Row>`select h.name, h.url, h.signing_nonce as nonce, ${told} as told
    from ${table} h where h.id = ${id}`.execute(tx)
  return rows[0]
}

/** Asks the handler of a code about a profile that waits, in the transaction of the registration. */
export async function askHandler(
  context: Pick<Context, 'parts' | 'tx' | 'locale'>,
  handler: Handler,
  { id: profile, ClientId: clientId }: { id: number; ClientId: number },
): Promise<void> {
  const found = await readHandler(context.tx, handler)
  if (!found) return
  // The profile and its answers are read when they are sent, so that no copy of them lies in the outbox.
  await queueDelivery(context, { clientId, url: found.url, to: { handler, profile }, event: 'registration.requested' })
}

type Asked = { client_id: number; site_id: number | null; version: number; told: object }

/** Returns a profile that still waits; undefined if somebody has decided meanwhile. */
async function readWaiting(tx: Tx, profileId: number): Promise<Asked | undefined> {
  const { rows } = await sql<Asked>`select m.client_id, m.site_id, m.version, jsonb_build_object(
      'profile', jsonb_build_object('id', m.id, 'name', m.name, 'phone', m.profile_props -> 'phone',
        'email', m.profile_props -> 'email', 'job', m.profile_props -> 'job', 'ClientId', m.client_id, 'SiteId', m.site_id),
      'answers', m.answers) as told
    from maps m where m.id = ${profileId} and m.status = 'pending'`.execute(tx)
  return rows[0]
}

/** Returns the handler that a delivery is for; null if it is gone, or if the profile waits no more. */
export const handlerOf: ReceiverOf = async (parts, data) => {
  const handler = data['handler'] as Handler
  const profileId = Number(data['profile'])
  const [found, asked] = await withServer(parts.database, async (tx) => [
    await readHandler(tx, handler),
    await readWaiting(tx, profileId),
  ])
  if (!found || !asked) return null
  const { name, url, nonce, told } = found
  return {
    url,
    secrets: [handlerSecret(parts, handler, nonce)],
    data: { handler: { id: handler.id, name, ...told }, ...asked.told },
    heard: async (outcome, answer) => {
      if (outcome !== 'DELIVERED') return
      const { id: deliveryId } = data['payload'] as { id: string }
      await decide(parts, { id: profileId, version: asked.version }, answerIn(answer), deliveryId)
    },
  }
}

/** Returns what a handler has decided. Throws if its answer is none, so that it is asked again. */
function answerIn(text: string): boolean {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    answer = null
  }
  const approved = isRecord(answer) ? answer['approved'] : undefined
  if (typeof approved !== 'boolean') throw new OutboundError('REFUSED')
  return approved
}

/**
 * Lets a profile in that still waits as the handler was told of it, or puts it out. Somebody who has registered with other
 * answers since is asked about again.
 */
async function decide(
  parts: Parts,
  { id: profileId, version }: { id: number; version: number },
  isApproved: boolean,
  deliveryId: string,
): Promise<void> {
  const status = isApproved ? 'active' : 'deactivated'
  await withServer(parts.database, async (tx) => {
    const { rows } = await sql<{
      client_id: number
      site_id: number | null
    }>`update maps set status = ${status}, version = version + 1, updated_at = ${iso(parts.now())}
      where id = ${profileId} and version = ${version} and status = 'pending' returning client_id, site_id`.execute(tx)
    const [decided] = rows
    if (!decided) return
    await writeVisitorAudit(
      { parts, tx, requestId: deliveryId },
      { kind: 'handler' },
      {
        noun: maps.name,
        recordId: profileId,
        verb: isApproved ? 'approve' : 'deactivate',
        clientId: decided.client_id,
        siteId: decided.site_id,
        changes: { status: { before: 'pending', after: status } },
      },
    )
  })
}
