import { lazy, Suspense, useEffect } from 'react'
import { Redirect, Route, Switch, useLocation, useSearchParams } from 'wouter'
import { mayDo, neededFor } from '@tocsin/core/vocabulary/permissions'
import type { Permission, Resource } from '@tocsin/core/vocabulary/resource'
import { useAccount } from './data/account'
import { findResource, resourceOf } from './data/resources'
import { resourceOfTab } from './navigation/client-tabs'
import { listHref, screenAt, showHref } from './navigation/hrefs'
import { tellReason } from './notices/toast'
import { usePreferences } from './preferences'
import { screensOf } from './resources/index'
import { NoAccess, NotFound } from './pages/dead-ends'
import { Broken } from './pages/broken'
import { Waiting } from './ui/waiting'

const Landing = lazy(() => import('./screens/landing/landing'))
const Profile = lazy(() => import('./screens/profile/profile'))
const ClientTab = lazy(() => import('./resources/clients/numbered-tab'))

/** Every address, flat. An unknown address has its own page with a way on. */
export function Routes() {
  const [path] = useLocation()
  const { hasPassword, impersonator } = useAccount()
  // A missing password comes first (PROFILE-10); an impersonator could not set it for the user.
  if (!hasPassword && !impersonator && path !== '/profile') return <Redirect to="/profile" replace />
  return (
    <Broken key={path}>
      <Suspense fallback={<Waiting />}>
        <Switch>
          <Route path="/" component={Landing} />
          <Route path="/login">
            <Redirect to="/" replace />
          </Route>
          <Route path="/profile" component={Profile} />
          <Route path="/clients/:id/show/:tab" component={ClientTab} />
          <Route>
            <Screen path={path} />
          </Route>
        </Switch>
      </Suspense>
    </Broken>
  )
}

const VERBS = { list: 'view', create: 'create', show: 'view', edit: 'update' } as const

/** Shows a screen of a resource, if the resource, the id and the permission exist. */
function Screen({ path }: { path: string }) {
  const account = useAccount()
  const [query] = useSearchParams()
  const screen = screenAt(path)
  if (!screen) return <NotFound />
  const { resource, kind, id } = screen
  const permission: Permission | undefined = resource.can[VERBS[kind]]
  if (permission === undefined) return kind === 'edit' ? <ShowInstead resource={resource} id={id} /> : <NotFound />
  if (!mayDo(account, resource, VERBS[kind])) {
    const needed = neededFor(permission, account)
    // The specification states where to redirect for users.
    if (resource.name === 'users' && kind !== 'list' && kind !== 'show') return <ToUsers needed={needed} />
    // A tab of a client is a list of its own for a viewer who may not see clients.
    const list =
      resource.name === 'clients' && kind === 'show' ? findResource(resourceOfTab(query.get('tab'))) : undefined
    if (list && mayDo(account, list, 'view')) return <Redirect to={listHref(list.name)} replace />
    const see = kind === 'edit' && mayDo(account, resource, 'view') ? { see: showHref(resource.name, id) } : {}
    return <NoAccess needed={needed} acts={kind === 'edit' || kind === 'create'} {...see} />
  }
  const screens = screensOf(resource.name)
  if (kind === 'list' || kind === 'create') {
    const Listed = screens[kind]
    return <Listed resource={resource} />
  }
  const Recorded = screens[kind]
  return <Recorded resource={resource} id={id} />
}

const ShowInstead = ({ resource, id }: { resource: Resource; id: number }) => (
  <Redirect to={showHref(resource.name, id)} replace />
)

/** Leads from a refused form of a user to the list, and tells the reason there, unless the list is refused as well. */
function ToUsers({ needed }: { needed: readonly string[] }) {
  const account = useAccount()
  const { locale } = usePreferences()
  const isSeen = mayDo(account, resourceOf('users'), 'view')
  const permission = new Intl.ListFormat(locale, { type: 'disjunction' }).format(needed)
  useEffect(() => {
    if (isSeen) tellReason({ key: 'screens.noAccess.act', values: { permission } })
  }, [isSeen, permission])
  return <Redirect to="/users" replace />
}
