/** The tabs of a client in the stated order (CLIENT-08), counted from 1 where an address names one. */
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

const LISTS: Readonly<Partial<Record<string, string>>> = { sites: 'sites', teams: 'teams', apps: 'apps' }

/** The noun whose list shows what a tab of a client does, to who sees one client alone. */
export const nounOfTab = (tab: string | null): string => LISTS[tab ?? ''] ?? ''
