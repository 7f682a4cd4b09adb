import { Suspense, use, useEffect } from 'react'
import { Redirect, Route, Switch, useLocation, useSearchParams } from 'wouter'
import { may, mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Profile } from '@tocsin/core/api/session'
import type { Face } from '@tocsin/core/vocabulary/resource'
import { currentAccount, useAccount } from './data/account'
import { readProfile } from './data/profiles'
import { hasForms } from './data/views'
import { faceOf, findFace, findResource, loadResource, wholeOf } from './data/resources'
import { hasRest, later, loadRest } from './rest'
import { clientIdAtom } from './data/selected-client'
import { resourceOfTab } from './navigation/client-tabs'
import { listHref, neededAt, screenAt, showHref, VERBS, type ScreenKind } from './navigation/hrefs'
import { tellReason } from './notices/toast'
import { usePreferences } from './preferences'
import { isTable, listOf, loadList, screens } from './resources/index'
import { Broken } from './pages/broken'
import { store } from './store'
import { requestFirstRows } from './table/first-rows'
import { Waiting } from './ui/waiting'

const Landing = later(() => import('./screens/landing/landing'))
const Profile = later(() => import('./screens/profile/profile'))
const deadEnds = () => import('./pages/dead-ends')
const NoAccess = later(async () => ({ default: (await deadEnds()).NoAccess }))
const NotFound = later(async () => ({ default: (await deadEnds()).NotFound }))
const ClientTab = later(() => import('./resources/clients/numbered-tab'))

/** A user without a password must set one first (PROFILE-10). An impersonator cannot set it for the user. */
const mustSetPassword = ({ hasPassword, impersonator }: Profile) => !hasPassword && !impersonator

/**
 * Requests the rows of the list at the present address as soon as the account is known, before anything is drawn.
 * Resolves when the request has left.
 */
export async function requestFirstList(): Promise<void> {
  const account = currentAccount()
  const screen = screenAt(location.pathname)
  if (!account || mustSetPassword(account) || screen?.kind !== 'list') return
  if (!may(account, neededAt(screen, account))) return
  const { name } = screen.resource
  if (!isTable(name)) return
  const [{ where }, resource] = await Promise.all([loadList(name), loadResource(name)])
  requestFirstRows(resource, account, { where: where(resource, account, store.get(clientIdAtom)) })
  // The request reads the token from the browser's database, which answers in the order of the questions. Drawing
  // meanwhile would hold the answer back.
  await readProfile(account.id)
}

/** The screen of every address. The routes are not nested, and an unknown address has a page of its own. */
export function Routes() {
  const [path] = useLocation()
  const account = useAccount()
  if (mustSetPassword(account) && path !== '/profile') return <Redirect to="/profile" replace />
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

/** Shows the screen of a resource at an address, if there is such a screen and the user has the permission. */
function Screen({ path }: { path: string }) {
  const account = useAccount()
  const [query] = useSearchParams()
  const screen = screenAt(path)
  if (!screen) return <NotFound />
  const { resource, kind, id } = screen
  const isThere = kind === 'list' || kind === 'show' || hasForms(resource.name)
  if (!isThere || resource.can[VERBS[kind]] === undefined)
    return kind === 'edit' ? <ShowInstead resource={resource} id={id} /> : <NotFound />
  const needed = neededAt(screen, account)
  if (!may(account, needed)) {
    // For users, the specification states the redirect.
    if (resource.name === 'users' && kind !== 'list' && kind !== 'show') return <ToUsers needed={needed} />
    // A viewer who may not see clients is redirected from a client's tab to the list of the tab's resource.
    const list = resource.name === 'clients' && kind === 'show' ? findFace(resourceOfTab(query.get('tab'))) : undefined
    if (list && mayDo(account, list, 'view')) return <Redirect to={listHref(list.name)} replace />
    const see = kind === 'edit' && mayDo(account, resource, 'view') ? { see: showHref(resource.name, id) } : {}
    return <NoAccess needed={needed} acts={kind === 'edit' || kind === 'create'} {...see} />
  }
  return <Whole face={resource} kind={kind} id={id} />
}

/** Shows a screen once its declaration is loaded. The first list has its own; any other screen may need all of them. */
function Whole({ face, kind, id }: { face: Face; kind: ScreenKind; id: number }) {
  const table = kind === 'list' && isTable(face.name) ? (listOf(face.name) ?? use(loadList(face.name))) : undefined
  if (!hasRest() && !(table && findResource(face.name))) use(loadRest())
  const resource = wholeOf(face)
  if (table) return <table.default resource={resource} />
  const own = screens().screensOf(face.name)
  if (kind === 'list' || kind === 'create') {
    const Listed = own[kind]
    return Listed && <Listed resource={resource} />
  }
  const Recorded = own[kind]
  return <Recorded resource={resource} id={id} />
}

const ShowInstead = ({ resource, id }: { resource: Face; id: number }) => (
  <Redirect to={showHref(resource.name, id)} replace />
)

/** Redirects from a refused form of a user to the list, and shows the reason there unless the list is refused too. */
function ToUsers({ needed }: { needed: readonly string[] }) {
  const account = useAccount()
  const { locale } = usePreferences()
  const isSeen = mayDo(account, faceOf('users'), 'view')
  const permission = new Intl.ListFormat(locale, { type: 'disjunction' }).format(needed)
  useEffect(() => {
    if (isSeen) tellReason({ key: 'screens.noAccess.act', values: { permission } })
  }, [isSeen, permission])
  return <Redirect to="/users" replace />
}
