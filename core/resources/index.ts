import type { Resource } from '../vocabulary/resource'

/**
 * Every resource, one line each, loaded on demand: the CLI and the console fetch only those a command or a screen uses.
 */
export const resources = {
  clients: async () => (await import('./clients/index')).clients,
  projects: async () => (await import('./projects/index')).projects,
  sites: async () => (await import('./sites/index')).sites,
  teams: async () => (await import('./teams/index')).teams,
  users: async () => (await import('./users/index')).users,
  apps: async () => (await import('./apps/index')).apps,
  'registration-codes': async () => (await import('./registration-codes/index')).registrationCodes,
  'monitoring-providers': async () => (await import('./monitoring-providers/index')).monitoringProviders,
  'license-comments': async () => (await import('./license-comments/index')).licenseComments,
  'public-codes': async () => (await import('./public-codes/index')).publicCodes,
  'registration-forms': async () => (await import('./registration-forms/index')).registrationForms,
  'registration-handlers': async () => (await import('./registration-handlers/index')).registrationHandlers,
  'registration-handlers-v2': async () => (await import('./registration-handlers-v2/index')).registrationHandlersV2,
  'registration-data-schemas': async () => (await import('./registration-data-schemas/index')).registrationDataSchemas,
  'registration-data': async () => (await import('./registration-data/index')).registrationData,
  terms: async () => (await import('./terms/index')).terms,
  documents: async () => (await import('./documents/index')).documents,
  maps: async () => (await import('./maps/index')).maps,
  'mobile-users': async () => (await import('./mobile-users/index')).mobileUsers,
  'audit-events': async () => (await import('./audit-events/index')).auditEvents,
  'app-versions': async () => (await import('./app-versions/index')).appVersions,
  channels: async () => (await import('./channels/index')).channels,
  templates: async () => (await import('./templates/index')).templates,
  surveys: async () => (await import('./surveys/index')).surveys,
  'broadcast-messages': async () => (await import('./broadcast-messages/index')).broadcastMessages,
  'survey-results': async () => (await import('./survey-results/index')).surveyResults,
  alerts: async () => (await import('./alerts/index')).alerts,
  'alert-assignments': async () => (await import('./alert-assignments/index')).alertAssignments,
  'alert-silences': async () => (await import('./alert-silences/index')).alertSilences,
  'alert-deliveries': async () => (await import('./alert-deliveries/index')).alertDeliveries,
  'alert-histories': async () => (await import('./alert-histories/index')).alertHistories,
  blacklists: async () => (await import('./blacklists/index')).blacklists,
  'monitoring-providers-channels': async () =>
    (await import('./monitoring-providers-channels/index')).monitoringProvidersChannels,
  'monitoring-providers-users': async () =>
    (await import('./monitoring-providers-users/index')).monitoringProvidersUsers,
  tokens: async () => (await import('./tokens/index')).tokens,
} satisfies Record<string, () => Promise<Resource>>

export type ResourceName = keyof typeof resources
export const RESOURCE_NAMES = Object.keys(resources) as ResourceName[]

export const isResourceName = (name: string): name is ResourceName => Object.hasOwn(resources, name)

/**
 * All declarations, in the order above: for the server, the OpenAPI document and the tests that hold of every resource.
 */
export async function allResources(): Promise<Resource[]> {
  return Promise.all(RESOURCE_NAMES.map((resource): Promise<Resource> => resources[resource]()))
}
