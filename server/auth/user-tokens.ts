import { PRODUCT, USER_TOKEN } from '@tocsin/core/base/constants'
import { ApiError } from '@tocsin/core/base/errors'
import { permissionsOfToken, TOKEN_PERMISSIONS } from '@tocsin/core/vocabulary/token-permissions'
import type { FastifyRequest } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import { actorPermissions, withServer, type Actor } from '../context/actor'
import { holderOf } from '../context/parties'
import type { Parts } from '../context/parts'
import type { PartsOf } from '../context/request'
import type { Tx } from '../db/transaction'
import { forbidden } from '../http/failures'
import { iso } from '../time'
import { actorFrom, refused, USER_COLUMNS, type UserRow } from './session-actor'
import { orgOf } from './session-answer'
import { countUnknown } from './unknown-tokens'
import { networkOf } from '../attempts/sign-in-delays'

const RANDOM_BYTES = 32
/** An API token of a monitoring provider that happens to begin alike is shorter. */
const LENGTH = USER_TOKEN.length + Math.ceil((RANDOM_BYTES * 8) / 6)
/** The part of a token by which people recognise it. The rest has more than 200 random bits. */
const SHOWN = USER_TOKEN.length + 6
/** The least time between two notes that a token was used, in ms. */
const NOTED_EVERY = 60_000

/** Returns a new token: its text, the part that is shown, and the digest that is stored. */
export function newUserToken({ random, tokens }: Parts): { token: string; prefix: string; digest: string } {
  const token = `${USER_TOKEN}${Buffer.from(random(RANDOM_BYTES)).toString('base64url')}`
  return { token, prefix: token.slice(0, SHOWN), digest: digestOf(tokens, token) }
}

/** Puts the tokens that have expired out of use. A condition may follow that narrows them. */
export const endExpired = (now: number): RawBuilder<unknown> =>
  sql`update tokens set active = false, version = version + 1 where active and expires_at <= ${iso(now)}`

const digestOf = ({ digest }: Parts['tokens'], token: string) => digest('user-token', token)

/** Returns whether a bearer token is one of a user. */
export const isOfUser = (bearer: string): boolean => bearer.startsWith(USER_TOKEN) && bearer.length === LENGTH

type Found = UserRow & {
  token_id: number
  token_name: string
  can: string[]
  only_client_id: number | null
  expires_at: string
  last_used_at: string | null
  token_active: boolean
  client_locked: boolean | null
}

/**
 * Returns the user of a request's token, with what the token may do, as the database has both now. Throws ApiError 401 for a
 * token that is unknown, revoked or expired, or whose user may not act; 429 if the network has tried many unknown ones; and
 * 403 for a route that needs a session (C06).
 */
export async function readTokenUser(partsOf: PartsOf, request: FastifyRequest, bearer: string): Promise<Actor> {
  const parts = partsOf(request)
  const digest = digestOf(parts.tokens, bearer)
  const found = await withServer(parts.database, (tx) => find(tx, sql`t.digest = ${digest}`), {
    readOnly: true,
    keepTurn: true,
  })
  if (!found) {
    await countUnknown(parts, networkOf(request.ip))
    throw refused()
  }
  const actor = actorOf(parts, found)
  // The token takes the turns of its user, as a session does.
  request.party = holderOf({ sub: String(actor.id), org: orgOf(actor) })
  if (request.routeOptions.config.needsSession) throw forbidden([], 'notices.notForTokens')
  const { last_used_at: used, token_id: id } = found
  const now = parts.now()
  if (used === null || now - Date.parse(used) >= NOTED_EVERY)
    await withServer(partsOf(request).database, (tx) =>
      sql`update tokens set last_used_at = ${iso(now)} where id = ${id}
        and (last_used_at is null or last_used_at <= ${iso(now - NOTED_EVERY)})`.execute(tx),
    )
  return actor
}

/**
 * Returns the refusal of a missing permission in the words for a token: the token lacks the permission, or no token can have
 * it. The permissions of its user do not matter. Other refusals are returned as they are.
 */
export function refusalOfToken(error: ApiError): ApiError {
  const { permission, reason } = error.details ?? {}
  if (error.code !== 'FORBIDDEN' || typeof permission !== 'string' || reason !== undefined) return error
  const needed = permission.split(' | ')
  const isForTokens = needed.some((one) => TOKEN_PERMISSIONS.includes(one))
  return forbidden(needed, isForTokens ? 'notices.tokenLacks' : 'notices.notForTokens')
}

/** Returns the actor of a token as of now; null if it opens nothing any more. */
export async function tokenUserNow(parts: Parts, tx: Tx, id: number): Promise<Actor | null> {
  const found = await find(tx, sql`t.id = ${id}`)
  try {
    return found && actorOf(parts, found)
  } catch (error) {
    if (error instanceof ApiError) return null
    throw error
  }
}

async function find(tx: Tx, which: RawBuilder<unknown>): Promise<Found | null> {
  const { rows } = await sql<Found>`select ${USER_COLUMNS}, t.id as token_id, t.name as token_name, t.can,
      t.only_client_id, t.expires_at, t.last_used_at, t.active as token_active, c.locked as client_locked
    from tokens t join users u on u.id = t.user_id left join clients c on c.id = u.client_id
    where ${which}`.execute(tx)
  return rows[0] ?? null
}

const refusedAs = (code: string) => new ApiError({ status: 401, code })

/**
 * Returns the user of a token with a part of their permissions. Staff with a token for one client are managers of that client
 * alone, whatever else they are.
 */
function actorOf(parts: Parts, found: Found): Actor {
  // The sweep puts an expired token out of use, which is not to revoke it, so the time is looked at first.
  if (Date.parse(found.expires_at) <= parts.now()) throw refusedAs('TOKEN_EXPIRED')
  if (!found.token_active) throw refusedAs('TOKEN_REVOKED')
  const { only_client_id: only, can, token_id: id, token_name: name, expires_at: expiresAt } = found
  const isManager = found.role === 'clientManager'
  const isTheirs = only === null || !isManager || found.user_type !== PRODUCT || found.client_ids.includes(only)
  if (!found.active || found.client_locked === true || !isTheirs) throw refusedAs('TOKEN_SUSPENDED')
  const user = actorFrom(found, `token ${id}`)
  const isOfOneClient = only !== null && user.userType === PRODUCT
  const held = actorPermissions(user.userType, user.role)
  return {
    ...user,
    ...(isOfOneClient ? { role: 'clientManager', ClientIds: [only] } : {}),
    permissions: permissionsOfToken(held, { can, isOfOneClient }),
    token: { id, name, ClientId: only, expiresAt, role: user.role },
  }
}
