import type { Bookkeeping } from '../../vocabulary/resource'

/** The destinations of alerts: a web address, a mailbox, or a program that fetches them. The first is the default. */
export const PROVIDER_TYPES = ['webhook', 'email', 'api', 'telegram', 'standard2'] as const
export type ProviderType = (typeof PROVIDER_TYPES)[number]

/** The types offered for a provider that is created within a client. */
export const TYPES_OF_CLIENTS: readonly ProviderType[] = ['webhook', 'email', 'api']

/** The types with a user of their own, who signs in and looks after the provider. */
export const STAFFED_TYPES: readonly ProviderType[] = ['api', 'standard2']

/** The fields that only some types have. */
export const FIELDS_OF_TYPES = [
  'callbackUrl',
  'notifyEmail',
  'managerName',
  'managerUsername',
  'managerEmail',
  'telegramCode',
] as const satisfies readonly (keyof MonitoringProvider)[]

/** The permission to see the provider's own monitoring providers, which serve every client. */
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

/**
 * A company or a system that receives the alerts of a client, or of all clients if it belongs to the provider (client
 * 1).
 */
export type MonitoringProvider = Bookkeeping & {
  name: string
  email: string | null
  providerType: ProviderType
  active: boolean
  ClientId: number
  /** Only for the type `webhook`. */
  callbackUrl: string | null
  /** Only for the type `email`. */
  notifyEmail: string | null
  /** Only for the types `api` and `standard2`. They are given once, and become the provider's first user. */
  managerName: string | null
  managerUsername: string | null
  managerEmail: string | null
  /** Only for the type `telegram`. */
  telegramCode: string | null
  /** The tokens with which its programs sign in; a token itself is shown once. */
  apiTokens: ApiToken[]
  /** True in a request to send the provider its data again. Answers always have false. */
  sync: boolean
  syncedAt: string | null
  delivery: { at: string; outcome: DeliveryOutcome } | null
  /** The first of the failures that have gone on for a day or longer; null if it can be reached. */
  failingSince: string | null
}
