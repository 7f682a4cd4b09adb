import { lazy } from 'react'
import { setCommandsLoader } from '../commands/own-commands'
import { registerRun } from '../commands/own-runs'
import { go } from '../navigation/go'
import { showHref } from '../navigation/hrefs'
import GenericList, { whereInClient } from '../pages/generic/list'
import type { Screens } from '../pages/screen'
import { appDialogHref } from './projects/app-dialog'
import ProviderList, { whereOfProviders } from './monitoring-providers/list'
import PlaceList from './sites/list'
import { whereOfPlaces } from './sites/place-table'
import UserList, { whereOfUsers } from './users/list'
import './views'

// Lists are loaded with the first page, since everybody opens them; other screens are loaded when they are opened.

const generic: Required<Screens> = {
  list: GenericList,
  where: whereInClient,
  create: lazy(() => import('../pages/generic/create')),
  show: lazy(() => import('../pages/generic/show')),
  edit: lazy(() => import('../pages/generic/edit')),
}

/** The screens of texts that are written as HTML and published. */
const text: Screens = { show: lazy(() => import('./terms/show')) }

/** The resources' own screens. A resource without one of a kind has the generic screen of that kind. */
const own: Record<string, Screens> = {
  terms: text,
  documents: text,
  apps: {
    create: lazy(() => import('./apps/create')),
    show: lazy(() => import('./apps/show')),
    edit: lazy(() => import('./apps/edit')),
  },
  channels: {
    create: lazy(() => import('./channels/create')),
    edit: lazy(() => import('./channels/edit')),
  },
  clients: {
    show: lazy(() => import('./clients/show')),
    edit: lazy(() => import('./clients/edit')),
  },
  'monitoring-providers': {
    list: ProviderList,
    where: whereOfProviders,
    create: lazy(() => import('./monitoring-providers/create')),
    show: lazy(() => import('./monitoring-providers/show')),
    edit: lazy(() => import('./monitoring-providers/edit')),
  },
  projects: {
    show: lazy(() => import('./projects/show')),
  },
  'registration-codes': {
    create: lazy(() => import('./registration-codes/create')),
    edit: lazy(() => import('./registration-codes/edit')),
  },
  'registration-data-schemas': {
    show: lazy(() => import('./registration-data-schemas/show')),
  },
  'registration-forms': {
    create: lazy(() => import('./registration-forms/create')),
    show: lazy(() => import('./registration-forms/show')),
    edit: lazy(() => import('./registration-forms/edit')),
  },
  maps: {
    show: lazy(() => import('./maps/show')),
  },
  sites: {
    list: PlaceList,
    where: (_, __, clientId) => whereOfPlaces(clientId),
    create: lazy(() => import('./sites/create')),
    show: lazy(() => import('./sites/show')),
    edit: lazy(() => import('./sites/edit')),
  },
  teams: {
    list: PlaceList,
    where: (_, __, clientId) => whereOfPlaces(clientId),
    create: lazy(() => import('./sites/create')),
    show: lazy(() => import('./sites/show')),
    edit: lazy(() => import('./sites/edit')),
  },
  templates: {
    list: lazy(() => import('./templates/list')),
    where: null,
    show: lazy(() => import('./templates/show')),
  },
  users: {
    list: UserList,
    where: whereOfUsers,
    create: lazy(() => import('./users/create')),
    show: lazy(() => import('./users/show')),
    edit: lazy(() => import('./users/edit')),
  },
}

setCommandsLoader(() => import('./record-commands'))
// A theme is changed beside its preview, in a drawer over the page of its project.
registerRun('apps', 'customize', async (_, { id }) => {
  go(appDialogHref(id) ?? `${showHref('apps', id)}?tab=settings`)
  return false
})
registerRun('users', 'loginAs', async (users, user) => (await import('../accounts/login-as')).loginAs(users, user))
const providerSecrets = () => import('./monitoring-providers/provider-secrets')
registerRun('monitoring-providers', 'authenticate', async (...given) => (await providerSecrets()).newToken(...given))
registerRun('monitoring-providers', 'renewSecret', async (providers, row) =>
  (await providerSecrets()).newSecret(providers, row),
)

export const screensOf = (resource: string): Required<Screens> => ({ ...generic, ...own[resource] })
