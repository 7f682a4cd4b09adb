import type { Bookkeeping } from '../../vocabulary/resource'

/** Where alerts go: to a web address, to a mailbox, or to a program that fetches them. The first is the default. */
export const PROVIDER_TYPES = ['webhook', 'email', 'api', 'telegram', 'standard2'] as const
export type ProviderType = (typeof PROVIDER_TYPES)[number]

/** Kinds that are offered where a provider is made within a client. */
export const TYPES_OF_CLIENTS: readonly ProviderType[] = ['webhook', 'email', 'api']

/** Kinds that come with a user of their own, who signs in and looks after the provider. */
export const STAFFED_TYPES: readonly ProviderType[] = ['api', 'standard2']

/** What only some kinds have. */
export const FIELDS_OF_TYPES = [
  'callbackUrl',
  'notifyEmail',
  'managerName',
  'managerUsername',
  'managerEmail',
  'telegramCode',
] as const satisfies readonly (keyof MonitoringProvider)[]

/** Allows to see the provider's own, which are there for every client. */
export const VIEW_GLOBAL = 'monitoring-providers:view:global'

/** What became of the last push: why it was not taken, or that it was. */
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

/** Who watches over alerts for a client, or for all of them where it is the provider's own (client 1). */
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
  /** What its programs sign in with; a token itself is told once. */
  apiTokens: ApiToken[]
  /** Sent as true it asks for the provider's data to be pushed again; never answered so. */
  sync: boolean
  syncedAt: string | null
  delivery: { at: string; outcome: DeliveryOutcome } | null
}
