import { createHash } from 'node:crypto'
import { ANSWERS_KEPT } from '@tocsin/core/base/constants'
import { ApiError } from '@tocsin/core/base/errors'
import { sql } from 'kysely'
import type { Context } from '../context/context'
import type { Tokens } from '../secrets/tokens'
import { iso } from '../time'

export type StoredAnswer = {
  status: number
  answer: Record<string, unknown>
  /** The sender's id of the request that was carried out (`X-Request-Id`); null if it had none. */
  clientRequestId: string | null
}
/** `unkept`: the answer contains a secret and is not stored. The same key carries the request out again. */
export type GivenAnswer = Pick<StoredAnswer, 'status' | 'answer'> & { unkept?: true }

/**
 * Returns the fingerprint of a request: another request under the same key is refused, not answered. It is made under
 * the server's own key, since a body may hold a password, which a reader of the stored hash could otherwise guess.
 */
export function fingerprint(
  { digest }: Pick<Tokens, 'digest'>,
  method: string,
  url: string,
  body: string | Uint8Array,
): string {
  return digest('idempotency', createHash('sha256').update(`${method} ${url}\n`).update(body).digest('hex'))
}

export function readKey(header: unknown): string | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header))
    throw new ApiError({ status: 400, code: 'INVALID_IDEMPOTENCY_KEY' })
  return header
}

/** Returns the owner of an actor's keys, as the policy of the table has it: a user, or a program (K6). */
const ownerOf = ({ id, program }: Context['actor']) => (program ? `program ${program.id}` : `user ${id}`)

/**
 * Runs `work` once per key. The answer is stored in the transaction of the work, so that a request whose answer was
 * lost gets it again and does nothing twice. Two requests at once wait for each other at the primary key. `again`
 * throws if the actor may no longer have the stored answer, since their permissions may have changed.
 */
export async function once(
  context: Context,
  key: string | undefined,
  print: () => string,
  work: () => Promise<GivenAnswer>,
  again: () => unknown,
): Promise<StoredAnswer & { replayed: boolean }> {
  const { tx, actor, parts, clientRequestId = null } = context
  if (key === undefined) return { ...(await work()), clientRequestId, replayed: false }
  const mark = print()
  const owner = ownerOf(actor)
  const now = parts.now()
  const oldest = iso(now - ANSWERS_KEPT)
  const claimed =
    await sql`insert into idempotency_keys as k (owner, key, fingerprint, status, answer, created_at, client_request_id)
    values (${owner}, ${key}, ${mark}, 0, '{}', ${iso(now)}, ${clientRequestId})
    on conflict (owner, key) do update
      set fingerprint = excluded.fingerprint, status = 0, answer = '{}', created_at = excluded.created_at,
        client_request_id = excluded.client_request_id
      where k.created_at < ${oldest}
    returning key`.execute(tx)
  if (claimed.rows.length === 0) {
    const { rows } = await sql<StoredAnswer & { fingerprint: string }>`select fingerprint, status, answer,
      client_request_id as "clientRequestId" from idempotency_keys where owner = ${owner} and key = ${key}`.execute(tx)
    const [stored] = rows
    if (!stored) throw new ApiError({ status: 503, code: 'CONFLICT', retryAfter: 100 })
    if (stored.fingerprint !== mark) throw new ApiError({ status: 422, code: 'IDEMPOTENCY_KEY_REUSED' })
    await again()
    const { status, answer, clientRequestId: first } = stored
    return { status, answer, clientRequestId: first, replayed: true }
  }
  const result = await work()
  // Each write with a key deletes the old keys of its owner, so that none pile up and no other process has to delete
  // them.
  const old = sql`delete from idempotency_keys where owner = ${owner} and created_at < ${oldest}`
  if (result.unkept) await sql`${old} or owner = ${owner} and key = ${key}`.execute(tx)
  else
    await sql`with old as (${old}) update idempotency_keys
      set status = ${result.status}, answer = ${JSON.stringify(result.answer)}::jsonb
      where owner = ${owner} and key = ${key}`.execute(tx)
  return { ...result, clientRequestId, replayed: false }
}
