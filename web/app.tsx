import { useAtomValue } from 'jotai/react'
import { Suspense, useEffect, type ComponentType } from 'react'
import { Redirect, Router, useLocation } from 'wouter'
import { messages as acts } from './commands/messages'
import { forgetUndo } from './notices/undo'
import { forgetToasts } from './notices/toast'
import { accountAtom, signedOutAccountAtom, resumedAtom } from './data/account'
import { forgetBelongings } from './data/belongings'
import { addToRest, outside, withRest } from './rest'
import { queryClient } from './data/query'
import { loadResource } from './data/resources'
import { askBeforeLeaving, useLeaveGuard } from './navigation/leave'
import { useKeyboard } from './keys/use-keys'
import { messages as keys } from './keys/messages'
import { forgetEntries } from './navigation/entry'
import { guardFocus } from './ui/focus'
import { here, safeRedirect } from './navigation/hrefs'
import { applyPreferences } from './preferences'
import { Routes } from './routes'
import { Broken } from './pages/broken'
import { messages as shell } from './shell/messages'
import { Shell } from './shell/shell'
import { Waiting } from './ui/waiting'
import { messages as screens } from './pages/messages'
import { isOutside, OutsidePage } from './screens/outside'
import { store } from './store'
import { addWords } from './words'

addWords('acts', acts)
addWords('keys', keys)
addWords('shell', shell)
addWords('screens', screens)

// The words of signing in are among those of users.
addToRest(() => loadResource('users'), 'outside')

// A signed-in user needs none of these screens, so each has a file of its own.
const SignIn = outside(() => import('./screens/sign-in/sign-in'))
// The account may have been signed out because the server cannot be reached.
const SignedOut = withRest(() => import('./shell/signed-out'))
const PasswordReset = outside(() => import('./screens/password-reset/password-reset'))

/** The console. It shows the sign-in to a signed-out user, and then the page of the requested address. */
export function App() {
  return (
    <Router aroundNav={askBeforeLeaving}>
      <Console />
    </Router>
  )
}

function Console() {
  const account = useAtomValue(accountAtom)
  const parted = useAtomValue(signedOutAccountAtom)
  const resumed = useAtomValue(resumedAtom)
  const [path, navigate] = useLocation()
  useKeyboard()
  useLeaveGuard()

  useEffect(() => {
    applyPreferences()
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', applyPreferences)
    return () => system.removeEventListener('change', applyPreferences)
  }, [])
  useEffect(guardFocus, [])

  const id = account?.id ?? null
  useEffect(() => {
    // Another account sees nothing of the last account's data or actions.
    if (id !== null) return () => forgetAccount(id)
    return undefined
  }, [id])
  useEffect(() => {
    if (resumed === 0 || location.pathname !== '/login') return
    navigate(safeRedirect(new URLSearchParams(location.search).get('redirect')) ?? '/', { replace: true })
  }, [resumed, navigate])

  if (isOutside(path)) return <OutsidePage path={path} />
  // The sign-in is open to a signed-in user too, who may add accounts here (A-031).
  if (path === '/login') return <SignedOutScreen key="sign-in" of={SignIn} />
  if (path === '/password-reset' || path === '/password-reset/code')
    return <SignedOutScreen key={path} of={PasswordReset} />
  if (parted)
    return (
      <Broken>
        <Suspense fallback={<Waiting />}>
          <SignedOut account={parted} />
        </Suspense>
      </Broken>
    )
  if (!account) {
    // The hash may contain a command that a link opens in the palette.
    const asked = here() + location.hash
    return <Redirect to={`/login${asked === '/' ? '' : `?redirect=${encodeURIComponent(asked)}`}`} replace />
  }
  return (
    <Shell key={account.id}>
      <Routes />
    </Shell>
  )
}

/** A screen of its own chunk for somebody who is not signed in. */
function SignedOutScreen({ of: Screen }: { of: ComponentType }) {
  return (
    <Broken>
      <Suspense fallback={<Waiting />}>
        <Screen />
      </Suspense>
    </Broken>
  )
}

function forgetAccount(id: number): void {
  queryClient.clear()
  forgetToasts(id)
  forgetUndo()
  forgetEntries()
  // Removes the drafts that a form was still storing as it unmounted.
  if (store.get(signedOutAccountAtom)?.id === id) forgetBelongings(id)
}
