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

/** The screen of every address. The routes are not nested, and an unknown address has a page of its own. */
export function Routes() {
  const [path] = useLocation()
  const { hasPassword, impersonator } = useAccount()
  // A user without a password must set one first (PROFILE-10). An impersonator cannot set it for the user.
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

/** Shows the screen of a resource at an address, if there is such a screen and the user has the permission. */
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
    // For users, the specification states the redirect.
    if (resource.name === 'users' && kind !== 'list' && kind !== 'show') return <ToUsers needed={needed} />
    // A viewer who may not see clients is redirected from a client's tab to the list of the tab's resource.
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

/** Redirects from a refused form of a user to the list, and shows the reason there unless the list is refused too. */
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
