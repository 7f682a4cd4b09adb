import { setCommandsLoader } from '../commands/own-commands'
import { registerRun } from '../commands/own-runs'
import { viewOf } from '../data/views'
import { go } from '../navigation/go'
import { showHref } from '../navigation/hrefs'
import GenericList, { where } from '../pages/generic/list'
import type { ListScreen } from '../pages/screen'
import { addToRest, once, restOf } from '../rest'
import './views'

const loaded = new Map<string, ListScreen>()

const own = (resource: string, load: () => Promise<ListScreen>): [string, () => Promise<ListScreen>] => {
  const loadOnce = once(async () => {
    const list = await load()
    loaded.set(resource, list)
    return list
  })
  // A key pressed right after the list is opened is for that list, which must therefore be there at once.
  addToRest(loadOnce)
  return [resource, loadOnce]
}

/** The tables of resources that have screens of their own. Any other resource has the generic one. */
const ownLists = new Map([
  own('monitoring-providers', () => import('./monitoring-providers/list')),
  own('sites', () => import('./sites/list')),
  own('teams', () => import('./sites/list')),
  own('users', () => import('./users/list')),
])

const generic: ListScreen = { default: GenericList, where }

/** Returns whether the list of a resource is a table. Any other list is among the other screens. */
export const isTable = (resource: string): boolean => viewOf(resource).cards !== true

/** Returns the table of a resource; undefined while it is not loaded. */
export const listOf = (resource: string): ListScreen | undefined =>
  ownLists.has(resource) ? loaded.get(resource) : generic

/** Loads the table of a resource. */
export const loadList = (resource: string): Promise<ListScreen> =>
  ownLists.get(resource)?.() ?? Promise.resolve(generic)

/** Gives the other screens of the resources. */
export const screens = restOf(() => import('./screens'))

setCommandsLoader(() => import('./record-commands'))
// A theme is changed beside its preview, in a drawer over the page of its project.
registerRun('apps', 'customize', async (_, { id }) => {
  const { appDialogHref } = await import('./projects/app-dialog')
  go(appDialogHref(id) ?? `${showHref('apps', id)}?tab=settings`)
  return false
})
registerRun('users', 'loginAs', async (users, user) => (await import('../accounts/login-as')).loginAs(users, user))
const providerSecrets = () => import('./monitoring-providers/provider-secrets')
registerRun('monitoring-providers', 'authenticate', async (providers, row, values) =>
  (await providerSecrets()).newToken(providers, row, values),
)
registerRun('monitoring-providers', 'renewSecret', async (providers, row) =>
  (await providerSecrets()).newSecret(providers, row),
)
registerRun('surveys', 'copy', async (...given) => (await import('./surveys/copy')).copySurvey(...given))
