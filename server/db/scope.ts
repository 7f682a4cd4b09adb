import { APP_ROLE } from './login'
import type { ScopedDatabase } from './open'
import type { TransactionOptions, Tx } from './transaction'

/**
 * The rows that a transaction sees. The policies of the migrations read these settings; without them they show nothing.
 * `all`: everything, for the provider's staff. `clients`: the listed clients, or one site of them if `siteId` is set.
 * `provider`: the records of a monitoring provider. `none`: nothing.
 */
export type Scope = {
  kind: 'all' | 'clients' | 'provider' | 'none'
  clientIds: number[]
  siteId: number | null
  providerId: number | null
  userId: number | null
  /** True if the provider's own monitoring providers are visible besides those of the clients. */
  globals?: boolean
  /** True if the handlers that the provider keeps for its staff are visible besides those of the clients. */
  internals?: boolean
  /** The template that a token lets the user see. */
  templateId?: number | null
  /** The API token of a program of that provider, which acts for no user. */
  tokenId?: number | null
  /** The person who is signed in as that user. Every event of the history names them (T22). */
  impersonatorId?: number | null
}

const kinds = new Set<Scope['kind']>(['all', 'clients', 'provider', 'none'])

/**
 * Runs one transaction as the role `tocsin_app` with the settings of a scope. It is the only access to the rows of
 * clients. The settings end with the transaction, so that nothing is left on the connection for the next one.
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
    'app.template_id': optional(scope.templateId ?? null),
    'app.user_id': optional(scope.userId),
    'app.token_id': optional(scope.tokenId ?? null),
    'app.impersonator_id': optional(scope.impersonatorId ?? null),
  }
}

const optional = (id: number | null) => (id === null ? '' : integer(id))

function integer(value: number): string {
  if (!Number.isSafeInteger(value) || value < 0) throw new TypeError('scope: not an identifier')
  return String(value)
}
