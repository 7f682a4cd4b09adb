import { APP_ROLE } from './login'
import type { ScopedDatabase } from './open'
import type { TransactionOptions, Tx } from './transaction'

/**
 * The rows that a transaction sees. The policies of the migrations read these settings; unset, they show nothing.
 * `all`: the provider's staff. `clients`: the clients listed, and of them one site when `siteId` is set. `provider`: a
 * monitoring provider's own. `none`: before anybody has signed in.
 */
export type Scope = {
  kind: 'all' | 'clients' | 'provider' | 'none'
  clientIds: number[]
  siteId: number | null
  providerId: number | null
  userId: number | null
  /** True if the provider's own are seen beside the clients' (A-051). */
  globals?: boolean
  /** True if the handlers that the provider keeps for its staff are seen beside the clients' (A-097). */
  internals?: boolean
  /** The person who really acts, signed in as that user: every event of the history names them (T22). */
  impersonatorId?: number | null
}

const kinds = new Set<Scope['kind']>(['all', 'clients', 'provider', 'none'])

/**
 * Opens the one door to tenants' rows: one transaction as the role `tocsin_app` with the scope's settings, all of which
 * end with the transaction, so nothing is left on the connection for the next one.
 */
export function withScope<T>(
  database: ScopedDatabase,
  scope: Scope,
  run: (tx: Tx) => Promise<T>,
  options?: TransactionOptions,
): Promise<T> {
  return database.transactionWith(settings(scope), run, options)
}

function settings(scope: Scope): Record<string, string> {
  if (!kinds.has(scope.kind)) throw new TypeError('scope.kind')
  return {
    role: APP_ROLE,
    'app.scope': scope.kind,
    'app.client_ids': scope.clientIds.map(integer).join(','),
    'app.site_id': optional(scope.siteId),
    'app.provider_id': optional(scope.providerId),
    'app.globals': scope.globals === true ? 'true' : '',
    'app.internals': scope.internals === true ? 'true' : '',
    'app.user_id': optional(scope.userId),
    'app.impersonator_id': optional(scope.impersonatorId ?? null),
  }
}

const optional = (id: number | null) => (id === null ? '' : integer(id))

function integer(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0) throw new TypeError('scope: not an identifier')
  return String(value)
}
