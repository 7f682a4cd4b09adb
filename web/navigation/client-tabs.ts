/** The tabs of a client in the specified order (CLIENT-08), which numbers them from 1 in an address. */
export const CLIENT_TABS = [
  'summary',
  'projects',
  'sites',
  'teams',
  'providers',
  'apps',
  'users',
  'licenses',
  'playground',
] as const
export type ClientTab = (typeof CLIENT_TABS)[number]

export const clientTabHref = (clientId: number, tab: ClientTab): string =>
  `/clients/${clientId}/show/${CLIENT_TABS.indexOf(tab) + 1}`

/** The tabs that such a viewer sees as a list of its own in the sidebar. */
const OWN_LISTS: Readonly<Partial<Record<string, string>>> = { sites: 'sites', teams: 'teams', apps: 'apps' }

/** Returns the resource whose list replaces a tab of a client, for a viewer of one client alone. */
export const resourceOfTab = (tab: string | null): string => OWN_LISTS[tab ?? ''] ?? ''
