import { PRODUCT, PROVIDER_CLIENT_ID } from '@tocsin/core/base/constants'
import { GUEST, may, type Account } from '@tocsin/core/vocabulary/permissions'
import { permissionsOf } from '@tocsin/core/vocabulary/roles'
import { VIEW_GLOBAL } from '@tocsin/core/resources/monitoring-providers/types'
import type { ScopedDatabase } from '../db/open'
import { withScope, type Scope } from '../db/scope'
import type { Parts } from './parts'
import type { TransactionOptions, Tx } from '../db/transaction'

/**
 * The user that a request comes from, or a program of a monitoring provider, as the database has them now, and not as the
 * token states.
 */
export type Actor = Account & {
  name: string
  username: string
  email: string
  sid: string
  ClientId: number | null
  SiteId: number | null
  MonitoringProviderId: number | null
  ClientIds: readonly number[]
  hasPassword: boolean
  mfaMethod: readonly string[]
  /** The template that the token of the request lets them see. */
  templateId?: number
  /** The API token of a program, which is nobody's account: its user id is 0 and its name that of the token (K6). */
  program?: { id: number }
  /** The token of the user that the request came with, in place of a session: its client, and the role of its user (C06). */
  token?: { id: number; name: string; ClientId: number | null; expiresAt: string; role: string }
}

/** Returns the permissions of a role, read from the role table on each request. */
export function actorPermissions(userType: string, role: string): readonly string[] {
  return permissionsOf(userType, role)
}

/**
 * Returns an actor's scope: staff see everything, a clientManager their clients except the provider's own, and
 * others what is their own.
 */
export function scopeOf(actor: Actor): Scope {
  const impersonatorId = actor.impersonator?.id ?? null
  const templateId = actor.templateId ?? null
  const scope = {
    clientIds: [] as number[],
    siteId: null,
    providerId: null,
    userId: actor.program ? null : actor.id,
    tokenId: actor.program?.id ?? null,
    impersonatorId,
    templateId,
  }
  if (actor.permissions.length === 1 && actor.permissions[0] === GUEST) return { ...scope, kind: 'none' }
  if (actor.userType === PRODUCT)
    return actor.role === 'clientManager'
      ? {
          ...scope,
          kind: 'clients',
          clientIds: actor.ClientIds.filter((id) => id !== PROVIDER_CLIENT_ID),
          internals: true,
        }
      : { ...scope, kind: 'all' }
  if (actor.userType === 'client' && actor.ClientId !== null) {
    const globals = may(actor, VIEW_GLOBAL)
    return { ...scope, kind: 'clients', clientIds: [actor.ClientId], siteId: actor.SiteId, globals }
  }
  if (actor.userType === 'monitoring-provider' && actor.MonitoringProviderId !== null)
    return { ...scope, kind: 'provider', providerId: actor.MonitoringProviderId }
  return { ...scope, kind: 'none' }
}

/**
 * Runs the one transaction of a request, which sees the actor's rows and no others. Requests have no other access to
 * the database.
 */
export function withActor<T>(
  { database, fences }: Pick<Parts, 'database' | 'fences'>,
  actor: Actor,
  run: (tx: Tx) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  const scope = scopeOf(actor)
  return withScope(database, fences.database ? scope : { ...scope, kind: 'all' }, run, options)
}

/**
 * Runs a transaction for a phone, or for the bearer of a link: it sees one client alone, and is nobody's account (K6). With
 * `globals` it sees the monitoring providers that the provider offers as well.
 */
export function withClient<T>(
  { database, fences }: Pick<Parts, 'database' | 'fences'>,
  clientId: number,
  run: (tx: Tx) => Promise<T>,
  { globals, ...options }: TransactionOptions & Pick<Scope, 'globals'> = {},
): Promise<T> {
  const scope: Scope = { kind: 'clients', clientIds: [clientId], siteId: null, providerId: null, userId: null }
  if (globals) scope.globals = true
  return withScope(database, fences.database ? scope : { ...scope, kind: 'all' }, run, options)
}

/**
 * Runs a transaction of the server itself, which sees everything, for example to read a session, sign in or deliver
 * mail.
 */
export function withServer<T>(
  database: ScopedDatabase,
  run: (tx: Tx) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  return withScope(database, { kind: 'all', clientIds: [], siteId: null, providerId: null, userId: null }, run, options)
}
