import { PRODUCT, PROVIDER_CLIENT_ID } from '@tocsin/core/base/constants'
import { GUEST, may, permissionsOf, type Account } from '@tocsin/core/vocabulary/permissions'
import { VIEW_GLOBAL } from '@tocsin/core/resources/monitoring-providers/types'
import type { ScopedDatabase } from '../db/open'
import { withScope, type Scope } from '../db/scope'
import type { Parts } from './parts'
import type { TransactionOptions, Tx } from '../db/transaction'

/** The user a request is from: the session's user as the database has it now, never as the token remembers it. */
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
}

/** Returns the permissions of a role, read from the role table on each request. */
export function actorPermissions(userType: string, role: string): readonly string[] {
  return permissionsOf(userType, role)
}

/**
 * Returns an actor's scope: staff see all, a clientManager its clients, never the provider; others their own.
 */
export function scopeOf(actor: Actor): Scope {
  const impersonatorId = actor.impersonator?.id ?? null
  const scope = { clientIds: [] as number[], siteId: null, providerId: null, userId: actor.id, impersonatorId }
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

/** Opens the only way from a request to the database: one transaction that sees the actor's rows and no others. */
export function withActor<T>(
  { database, fences }: Pick<Parts, 'database' | 'fences'>,
  actor: Actor,
  run: (tx: Tx) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  const scope = scopeOf(actor)
  return withScope(database, fences.database ? scope : { ...scope, kind: 'all' }, run, options)
}

/** Runs a transaction of the server itself, which sees everything: reading a session, signing in, delivering mail. */
export function withServer<T>(
  database: ScopedDatabase,
  run: (tx: Tx) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  return withScope(database, { kind: 'all', clientIds: [], siteId: null, providerId: null, userId: null }, run, options)
}
