import { mayDo, neededFor, type Viewer } from '@tocsin/core/vocabulary/permissions'
import { permissionsOf } from '@tocsin/core/vocabulary/roles'
import { pathOf, type Verb } from '@tocsin/core/vocabulary/resource'
import { allResources } from '@tocsin/core/resources/index'
import { users } from '../fixtures/users'
import { LISTLESS } from './listless'

const resources = new Map(
  (await allResources()).filter(({ name }) => !LISTLESS.has(name)).map((resource) => [resource.name, resource]),
)

/** Every list that stands, with its words. */
export const LISTS: Readonly<Record<string, string>> = Object.fromEntries(
  [...resources].map(([name, { messages }]) => [name, messages['en-US'].names]),
)
export const ALL = [...resources.keys()]
export const addressOf = (list: string): string => `/${pathOf(resources.get(list)!)}`

function viewerOf(username: string): Viewer {
  const { userType, role } = users.rows.find((user) => user.username === username)!
  return { userType, role, permissions: permissionsOf(userType, role) }
}

/** Returns the words of what somebody would need to open a list by its address; that of the clients' terms is another. */
export const neededToOpen = (list: string, username: string): string =>
  neededFor(resources.get(list)!.can.view, viewerOf(username))
    .filter((one) => !one.startsWith('client:'))
    .join(' or ')

/**
 * The lists that the specification names. Who may open another list follows from its declaration; a place in the sidebar
 * does not, and is stated below.
 */
const SPECIFIED = [
  'clients',
  'projects',
  'sites',
  'teams',
  'users',
  'apps',
  'registration-codes',
  'registration-forms',
  'registration-handlers',
  'registration-data-schemas',
  'terms',
  'documents',
  'maps',
  'mobile-users',
  'monitoring-providers',
  'license-comments',
  'public-codes',
  'audit-events',
  'surveys',
  'broadcast-messages',
]

type May = {
  /** The lists of the sidebar, in its order. */
  sidebar: readonly string[]
  /** The lists that the palette leads to; else those that may be opened. */
  palette?: readonly string[]
  /** The lists that open by their address. */
  opens: readonly string[]
  /** The lists whose form opens by its address. */
  makes: readonly string[]
}

/** Made on phones, or by events: never by a form. */
const UNMADE: readonly string[] = ['maps', 'mobile-users', 'audit-events']

const OF_STAFF: May = {
  sidebar: [
    'public-codes',
    'clients',
    'mobile-users',
    'maps',
    'templates',
    'monitoring-providers',
    'users',
    'broadcast-messages',
    'license-comments',
    'documents',
    'terms',
  ],
  opens: SPECIFIED,
  makes: SPECIFIED.filter((one) => !UNMADE.includes(one)),
}
const OF_CLIENT: May = {
  sidebar: [
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
    'terms',
  ],
  opens: SPECIFIED.filter(
    (one) => !['documents', 'mobile-users', 'license-comments', 'public-codes', 'broadcast-messages'].includes(one),
  ),
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
    'surveys',
  ],
}

/** The permissions of each person, by the role table and the lists of the specification. */
const SPECIFIED_PEOPLE: Record<string, May> = {
  root: OF_STAFF,
  admin: OF_STAFF,
  'client-manager': {
    sidebar: [
      'clients',
      'mobile-users',
      'maps',
      'templates',
      'monitoring-providers',
      'users',
      'license-comments',
      'terms',
    ],
    opens: SPECIFIED.filter((one) => !['documents', 'public-codes', 'broadcast-messages'].includes(one)),
    makes: [...OF_CLIENT.makes, 'license-comments'],
  },
  'broadcast-operator': {
    sidebar: ['clients', 'mobile-users', 'maps', 'templates', 'broadcast-messages'],
    opens: ['clients', 'apps', 'maps', 'mobile-users', 'broadcast-messages'],
    makes: [],
  },
  // Lists that no permission opens are linked from nowhere, and are empty.
  guest: { sidebar: [], palette: [], opens: ['maps', 'mobile-users'], makes: [] },
  'acme-admin': OF_CLIENT,
  'acme-site-manager': {
    sidebar: ['maps', 'users'],
    palette: ['users', 'maps', 'tokens'],
    opens: ['sites', 'teams', 'users', 'registration-codes', 'maps'],
    makes: [],
  },
  'acme-approver': { sidebar: ['sites', 'maps'], opens: ['sites', 'maps'], makes: [] },
  // They post messages as their programs do, by no form.
  'monitor-admin': {
    sidebar: [],
    opens: ['users', 'monitoring-providers', 'broadcast-messages'],
    makes: ['users', 'broadcast-messages'],
  },
  'monitor-operator': { sidebar: [], opens: ['broadcast-messages'], makes: ['broadcast-messages'] },
}

const unspecified = ALL.filter((list) => !SPECIFIED.includes(list))
const may = (username: string, verb: Verb) =>
  unspecified.filter((list) => mayDo(viewerOf(username), resources.get(list)!, verb))

/** The permissions of each person: as specified, and of any other list as declared. */
export const PEOPLE: Record<string, May> = Object.fromEntries(
  Object.entries(SPECIFIED_PEOPLE).map(([username, specified]) => [
    username,
    {
      ...specified,
      opens: [...specified.opens, ...may(username, 'view')],
      makes: [...specified.makes, ...may(username, 'create')],
    },
  ]),
)
