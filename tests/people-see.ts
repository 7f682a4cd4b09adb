/** Every list that stands, by its address. */
export const LISTS = {
  clients: 'Clients',
  projects: 'Projects',
  sites: 'Sites',
  teams: 'Teams',
  users: 'Users',
  apps: 'Apps',
  'registration-codes': 'Registration codes',
  'registration-forms': 'Registration forms',
  'registration-handlers': 'Registration handlers',
  'registration-data-schemas': 'Registration data schemas',
  terms: 'Terms',
  documents: 'Documents',
  maps: 'Mobile profiles',
  'mobile-users': 'Mobile users',
  'monitoring-providers': 'Monitoring providers',
  'license-comments': 'License comments',
  'public-codes': 'Public codes',
  'audit-events': 'Audit events',
} as const
export type List = keyof typeof LISTS
const BELOW: Partial<Record<List, string>> = {
  'registration-data-schemas': '/registration-data/schemas',
  'license-comments': '/license-comments/tocsin',
}
export const addressOf = (one: List) => BELOW[one] ?? `/${one}`
export const ALL = Object.keys(LISTS) as List[]

type May = {
  /** The lists of the sidebar, in its order. */
  sidebar: readonly List[]
  /** The lists that the palette leads to; else those that may be opened. */
  palette?: readonly List[]
  /** The lists that open by their address. */
  opens: readonly List[]
  /** The lists whose form opens by its address. */
  makes: readonly List[]
}

/** Made on phones, or by events: never by a form. */
const UNMADE: readonly List[] = ['maps', 'mobile-users', 'audit-events']

const OF_STAFF: May = {
  sidebar: [
    'public-codes',
    'clients',
    'mobile-users',
    'maps',
    'monitoring-providers',
    'users',
    'license-comments',
    'documents',
    'terms',
  ],
  opens: ALL,
  makes: ALL.filter((one) => !UNMADE.includes(one)),
}
const OF_CLIENT: May = {
  sidebar: [
    'sites',
    'teams',
    'maps',
    'users',
    'monitoring-providers',
    'apps',
    'registration-data-schemas',
    'registration-forms',
    'registration-handlers',
    'registration-codes',
    'terms',
  ],
  opens: ALL.filter((one) => !['documents', 'mobile-users', 'license-comments', 'public-codes'].includes(one)),
  makes: [
    'projects',
    'sites',
    'teams',
    'users',
    'apps',
    'monitoring-providers',
    'registration-codes',
    'registration-forms',
    'registration-handlers',
    'registration-data-schemas',
    'terms',
  ],
}

/** The permissions of each person, by the role table and the lists of the specification. */
export const PEOPLE: Record<string, May> = {
  root: OF_STAFF,
  admin: OF_STAFF,
  'client-manager': {
    sidebar: ['clients', 'mobile-users', 'maps', 'monitoring-providers', 'users', 'license-comments', 'terms'],
    opens: ALL.filter((one) => one !== 'documents' && one !== 'public-codes'),
    makes: [...OF_CLIENT.makes, 'license-comments'],
  },
  'broadcast-operator': {
    sidebar: ['clients', 'mobile-users', 'maps'],
    opens: ['clients', 'apps', 'maps', 'mobile-users'],
    makes: [],
  },
  // Lists that no permission opens are linked from nowhere, and are empty.
  guest: { sidebar: [], palette: [], opens: ['maps', 'mobile-users'], makes: [] },
  'acme-admin': OF_CLIENT,
  'acme-site-manager': {
    sidebar: ['maps', 'users'],
    palette: ['users', 'maps'],
    opens: ['sites', 'teams', 'users', 'registration-codes', 'maps'],
    makes: [],
  },
  'acme-approver': { sidebar: ['sites', 'maps'], opens: ['sites', 'maps'], makes: [] },
  'monitor-admin': { sidebar: [], opens: ['users', 'monitoring-providers'], makes: ['users'] },
  'monitor-operator': { sidebar: [], opens: [], makes: [] },
}
