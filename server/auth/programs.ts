import { MAX_ID } from '@tocsin/core/vocabulary/kinds'
import type { FastifyRequest } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import { networkOf } from '../attempts/sign-in-delays'
import { withServer, type Actor } from '../context/actor'
import type { Parts } from '../context/parts'
import type { PartsOf } from '../context/request'
import type { Tx } from '../db/transaction'
import { forbidden } from '../http/failures'
import { programActor } from './program-actor'
import { livingActor, refused } from './session-actor'
import { API_TOKEN, countUnknown } from './unknown-tokens'
import { tokenUserNow } from './user-tokens'

/** Returns whether a bearer token is one of a program: an API token, or the token of one hour that goes with it. */
export const isOfProgram = ({ tokens }: Pick<Parts, 'tokens'>, bearer: string): boolean =>
  bearer.startsWith(API_TOKEN) || tokens.kindOf(bearer) === 'external'

type Found = { id: number; name: string; provider_id: number; client_id: number }

/**
 * Returns the program of a request's token, as the database has it now: a token that is revoked, or whose provider is
 * switched off, opens nothing from then on. Throws ApiError 401 for any other token, 429 if the network has tried many,
 * and 403 unless programs may call the route.
 */
export async function readProgram(partsOf: PartsOf, request: FastifyRequest, bearer: string): Promise<Actor> {
  const parts = partsOf(request)
  const isKey = bearer.startsWith(API_TOKEN)
  const id = isKey ? 0 : Number((await parts.tokens.verify('external', bearer)).sub)
  if (!Number.isInteger(id) || id < 0 || id > MAX_ID) throw refused()
  const which = isKey ? sql`t.digest = ${parts.tokens.digest('api-token', bearer)}` : sql`t.id = ${id}`
  const actor = await withServer(parts.database, (tx) => findProgram(tx, which), { readOnly: true, keepTurn: true })
  if (!actor) {
    if (isKey) await countUnknown(parts, networkOf(request.ip))
    throw refused()
  }
  request.party = { tenant: `provider:${actor.MonitoringProviderId}`, actor: actor.sid }
  if (!request.routeOptions.config.forPrograms) throw forbidden([], 'notices.notForPrograms')
  return actor
}

/** Returns the program of a token `t`; null if there is none any more, or if its provider is switched off. */
async function findProgram(tx: Tx, which: RawBuilder<unknown>): Promise<Actor | null> {
  const { rows } = await sql<Found>`select t.id, t.name, t.provider_id, t.client_id from provider_tokens t
    join monitoring_providers p on p.client_id = t.client_id and p.id = t.provider_id
    where ${which} and p.active`.execute(tx)
  const [token] = rows
  return token ? programActor({ providerId: token.provider_id, clientId: token.client_id, token }) : null
}

/** Returns the actor of a request as of now; null if their session or their token has ended since. */
export const actorNow = (
  parts: Parts,
  tx: Tx,
  { program, token, sid }: Pick<Actor, 'program' | 'token' | 'sid'>,
): Promise<Actor | null> =>
  program
    ? findProgram(tx, sql`t.id = ${program.id}`)
    : token
      ? tokenUserNow(parts, tx, token.id)
      : livingActor(parts, tx, sid)
