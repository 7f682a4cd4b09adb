import type { ResourceName } from '@tocsin/core/resources/index'

/** The resources in the groups and the order of the help. */
export const RESOURCE_GROUPS: Readonly<Record<string, readonly ResourceName[]>> = {
  clients: ['clients', 'projects', 'sites', 'teams', 'license-comments'],
  people: ['users', 'tokens', 'mobile-users', 'maps', 'blacklists'],
  apps: ['apps', 'app-versions', 'channels', 'templates'],
  registration: [
    'registration-codes',
    'public-codes',
    'registration-forms',
    'registration-handlers',
    'registration-handlers-v2',
    'registration-data-schemas',
    'registration-data',
  ],
  texts: ['terms', 'documents', 'surveys', 'survey-results', 'broadcast-messages'],
  alerts: ['alerts', 'alert-assignments', 'alert-silences', 'alert-deliveries', 'alert-histories'],
  providers: ['monitoring-providers', 'monitoring-providers-channels', 'monitoring-providers-users'],
  history: ['audit-events'],
}
