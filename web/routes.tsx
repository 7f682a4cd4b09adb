import { lazy, Suspense } from 'react'
import { Redirect, Route, Switch, useLocation, useParams } from 'wouter'
import { mayDo, neededFor } from '@tocsin/core/permissions'
import type { Permission, Resource } from '@tocsin/core/resource'
import { useAccount } from './data/account'
import { findResource } from './data/nouns'
import { screensOf } from './screens/index'
import { NoAccess, NotFound } from './shell/dead-ends'
import { Broken } from './shell/broken'
import { Waiting } from './shell/waiting'

const Landing = lazy(() => import('./screens/landing/landing'))
const Profile = lazy(() => import('./screens/profile/profile'))
const ClientTab = lazy(() => import('./screens/clients/numbered-tab'))

/** Every address, flat. Whatever is none of these has its own page with a way on. */
export function Routes() {
  const [path] = useLocation()
  const { hasPassword, impersonator } = useAccount()
  // A password comes before anything else (PROFILE-10); who acts as somebody could not set it for them.
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
          <Route path="/:noun">
            <Screen kind="list" />
          </Route>
          <Route path="/:noun/create">
            <Screen kind="create" />
          </Route>
          <Route path="/:noun/:id/show">
            <Screen kind="show" />
          </Route>
          <Route path="/:noun/:id">
            <Screen kind="edit" />
          </Route>
          <Route component={NotFound} />
        </Switch>
      </Suspense>
    </Broken>
  )
}

type Kind = 'list' | 'create' | 'show' | 'edit'
const VERBS = { list: 'view', create: 'create', show: 'view', edit: 'update' } as const

/** A screen of a noun, where there is such a noun, such an id, and the permission. */
function Screen({ kind }: { kind: Kind }) {
  const account = useAccount()
  const { noun, id } = useParams<{ noun: string; id?: string }>()
  const resource = findResource(noun)
  if (!resource || (id !== undefined && !/^[1-9]\d{0,9}$/.test(id))) return <NotFound />
  const permission: Permission | undefined = resource.can[VERBS[kind]]
  if (permission === undefined)
    return kind === 'edit' ? <ShowInstead resource={resource} id={Number(id)} /> : <NotFound />
  if (!mayDo(account, resource, VERBS[kind])) {
    // Of users the specification says where to.
    if (noun === 'users' && kind !== 'list' && kind !== 'show') return <Redirect to="/users" replace />
    // Who may see but not edit is shown the record.
    if (kind === 'edit' && mayDo(account, resource, 'view')) return <ShowInstead resource={resource} id={Number(id)} />
    return <NoAccess needed={neededFor(permission, account)} />
  }
  const screens = screensOf(noun)
  if (kind === 'list' || kind === 'create') {
    const Listed = screens[kind]
    return <Listed resource={resource} />
  }
  const Recorded = screens[kind]
  return <Recorded resource={resource} id={Number(id)} />
}

const ShowInstead = ({ resource, id }: { resource: Resource; id: number }) => (
  <Redirect to={`/${resource.name}/${id}/show`} replace />
)
