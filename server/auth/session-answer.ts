import { PRODUCT } from '@tocsin/core/base/constants'
import { orgOfClient } from '../codes/mobile-tokens'
import type { Actor } from '../context/actor'
import type { Parts } from '../context/parts'
import { text } from '../http/describe'
import type { SessionRow } from './session-actor'

/** The time after its last refresh at which a session of staff ends: 30 min, in ms. */
export const STAFF_IDLE_LIFE = 30 * 60_000

/** The answer to a sign-in in the description of the API. */
export const sessionSchema = {
  type: 'object',
  properties: { token: text, refreshToken: text, profile: { type: 'object' } },
}

/** Returns the answer to a sign-in and to a refresh: token, refresh token, profile. */
export async function answer(parts: Parts, session: SessionRow, actor: Actor): Promise<Record<string, unknown>> {
  const sub = String(actor.id)
  const act = actor.impersonator ? { act: { sub: String(actor.impersonator.id) } } : {}
  const org = orgOf(actor)
  const isStaff = actor.userType === PRODUCT || actor.impersonator !== null
  const rotated = Date.parse(session.rotated_at)
  const [token, refreshToken] = await Promise.all([
    parts.tokens.sign(
      'access',
      { sub, sid: session.sid, roles: actor.permissions, userType: actor.userType, org, ...act },
      parts.now(),
    ),
    parts.tokens.sign(
      'refresh',
      { sub, sid: session.sid, gen: session.generation, org, ...act },
      rotated,
      Math.min(isStaff ? rotated + STAFF_IDLE_LIFE : Infinity, Date.parse(session.expires_at)),
    ),
  ])
  return { token, refreshToken, profile: profileOf(actor) }
}

/** Returns the tenant whose turns a user takes: a client, a monitoring provider, or the provider's staff. */
export function orgOf({ userType, ClientId, MonitoringProviderId }: Actor): string {
  if (userType === PRODUCT) return PRODUCT
  return MonitoringProviderId === null ? orgOfClient(ClientId) : `provider:${MonitoringProviderId}`
}

/** Returns the profile that the console or the terminal stores of its user. */
export function profileOf(actor: Actor): Record<string, unknown> {
  return {
    id: actor.id,
    name: actor.name,
    username: actor.username,
    email: actor.email,
    userType: actor.userType,
    role: actor.role,
    permissions: actor.permissions,
    ClientId: actor.ClientId,
    SiteId: actor.SiteId,
    hasPassword: actor.hasPassword,
    mfaMethod: actor.mfaMethod,
    impersonator: actor.impersonator,
  }
}
