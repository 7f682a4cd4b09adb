import { PRODUCT } from '@tocsin/core/base/constants'
import { mayDo, GUEST } from '@tocsin/core/vocabulary/permissions'
import type { Profile } from '@tocsin/core/api/session'
import { handlersNow, nounInUse } from '../data/handlers-v2'
import { findResource, everyResource } from '../data/nouns'
import type { IconName } from '../ui/icon'
import { hasScreens } from './hrefs'

const ICONS: Record<string, IconName> = {
  home: 'house',
  clients: 'building',
  projects: 'folder',
  sites: 'mapPin',
  teams: 'users',
  users: 'user',
  apps: 'appWindow',
  'registration-codes': 'ticket',
  'audit-events': 'history',
  templates: 'layoutTemplate',
  maps: 'map',
  'mobile-users': 'smartphone',
  'broadcast-messages': 'megaphone',
  'monitoring-providers': 'satelliteDish',
  'registration-forms': 'fileText',
  'registration-handlers': 'webhook',
  'registration-handlers-v2': 'webhook',
  'registration-data-schemas': 'fileCode',
  terms: 'scrollText',
  documents: 'bookOpen',
  'public-codes': 'ticket',
  'license-comments': 'fileText',
}

/** Returns the picture of a noun, used wherever the noun appears. */
export const iconOf = (noun: string): IconName => ICONS[noun] ?? 'list'

/** Entries of the sidebar in their order (SHELL-05 to SHELL-08); unknown nouns are left out. */
const SIDEBAR: Record<string, { main: readonly string[]; config: readonly string[] }> = {
  [PRODUCT]: {
    main: [
      'public-codes',
      'clients',
      'mobile-users',
      'maps',
      'templates',
      'monitoring-providers',
      'users',
      'broadcast-messages',
      'license-comments',
    ],
    config: ['documents', 'terms'],
  },
  client: {
    main: [
      'sites',
      'teams',
      'maps',
      'users',
      'monitoring-providers',
      'apps',
      'templates',
      'registration-data-schemas',
      'registration-forms',
      'registration-handlers',
      'registration-codes',
    ],
    config: ['terms'],
  },
}

/** Nouns with a dimension of sites, which stay for a user bound to a site (SHELL-10, A-045). */
const FOR_SITE_USERS = new Set(['maps', 'users'])

const isOffered = (account: Profile) => (noun: string) => {
  const resource = findResource(noun)
  // Lists that need no permission are hidden from a user who holds only the guest's.
  if (account.permissions.every((permission) => permission === GUEST)) return false
  if (!resource || !mayDo(account, resource, 'view')) return false
  return account.userType !== 'client' || account.SiteId === null || FOR_SITE_USERS.has(noun)
}

/** Returns the sidebar of the signed-in account. */
export function sidebarOf(account: Profile): { main: string[]; config: string[] } {
  const { main, config } = SIDEBAR[account.userType] ?? { main: [], config: [] }
  const offered = isOffered(account)
  return { main: main.map(nounInUse).filter(offered), config: config.filter(offered) }
}

/** Returns every list that one may open, in the sidebar or not: the palette and the keys go there. */
export function placesOf(account: Profile): string[] {
  return everyResource()
    .map(({ name }) => name)
    .filter((noun) => hasScreens(noun) && noun !== handlersNow().resting.noun)
    .filter(isOffered(account))
}
