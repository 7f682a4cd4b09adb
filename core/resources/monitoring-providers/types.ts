import type { Bookkeeping } from '../../vocabulary/resource'

/** The destinations of alerts: a web address, a mailbox, or a program that fetches them. The first is the default. */
export const PROVIDER_TYPES = ['webhook', 'email', 'api', 'telegram', 'standard2'] as const
export type ProviderType = (typeof PROVIDER_TYPES)[number]

/** The kinds offered for a provider made within a client. */
export const TYPES_OF_CLIENTS: readonly ProviderType[] = ['webhook', 'email', 'api']

/** The kinds with a user of their own, who signs in and looks after the provider. */
export const STAFFED_TYPES: readonly ProviderType[] = ['api', 'standard2']

/** The fields that only some kinds have. */
export const FIELDS_OF_TYPES = [
  'callbackUrl',
  'notifyEmail',
  'managerName',
  'managerUsername',
  'managerEmail',
  'telegramCode',
] as const satisfies readonly (keyof MonitoringProvider)[]

/** The permission to see the provider's own, which are there for every client. */
export const VIEW_GLOBAL = 'monitoring-providers:view:global'

/** The outcome of the last push: delivered, or the reason it failed. */
export const DELIVERY_OUTCOMES = [
  'DELIVERED',
  'INTERNAL_ADDRESS',
  'NOT_RESOLVED',
  'UNREACHABLE',
  'TIMEOUT',
  'REDIRECTED',
  'TOO_LARGE',
  'REFUSED',
] as const
export type DeliveryOutcome = (typeof DELIVERY_OUTCOMES)[number]

export type ApiToken = { id: number; name: string; createdAt: string; updatedAt: string }

/** A watcher of alerts for a client, or for all of them if it is the provider's own (client 1). */
export type MonitoringProvider = Bookkeeping & {
  name: string
  email: string | null
  providerType: ProviderType
  active: boolean
  ClientId: number
  /** webhook */
  callbackUrl: string | null
  /** email */
  notifyEmail: string | null
  /** api and standard2: given once, becomes the provider's first user. */
  managerName: string | null
  managerUsername: string | null
  managerEmail: string | null
  /** telegram */
  telegramCode: string | null
  /** The tokens with which its programs sign in; a token itself is shown once. */
  apiTokens: ApiToken[]
  /** True in a request to push the provider's data again; never returned so. */
  sync: boolean
  syncedAt: string | null
  delivery: { at: string; outcome: DeliveryOutcome } | null
}
