import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { AroundNavHandler } from 'wouter'
import { ask } from '../notices/confirm'
import { addWords } from '../words'
import { createGuard, createHistoryGuard, type Left, type Place } from './guard'
import { messages } from './messages'

addWords('navigation', messages)

const guard = createGuard((left) =>
  ask({
    title: (t) => t('navigation.leave.title'),
    detail: (t) => t(`navigation.leave.${left}`),
    verb: (t) => t('navigation.leave.verb'),
    danger: false,
  }),
)

/** Returns whether a form of the page has unsaved changes. */
export const isChanged = (): boolean => guard.held()

/** Returns whether one may leave; asks if a form was changed. For code that leaves without the router. */
export const mayLeave = (): Promise<boolean> => guard.mayLeave()

const samePage = (to: string): boolean => {
  const there = new URL(to, location.href)
  return there.pathname === location.pathname && there.search === location.search
}

/** Guards the router's `aroundNav`: links, palette and keys all come through here. */
export const askBeforeLeaving: AroundNavHandler = (navigate, to, options) => {
  if (!guard.held() || samePage(to)) navigate(to, options)
  else void mayLeave().then((yes) => (yes ? navigate(to, options) : undefined))
}

const browserHistory = {
  now: () => ({ url: location.href, state: history.state as unknown }),
  push: ({ url, state }: Place) => history.pushState(state, '', url),
  back: () => history.back(),
}

// The listener comes before the router's, which draws the new address: Chromium calls the listeners of a window in the
// order of their registration, capturing or not. Outside of a page there is nothing to leave.
if (typeof location !== 'undefined') {
  const entries = createHistoryGuard(guard, browserHistory)
  addEventListener('popstate', (event) => {
    if (entries.popped()) event.stopImmediatePropagation()
  })
  addEventListener('pushState', entries.moved)
  addEventListener('replaceState', entries.moved)
}

/** Asks before the page is reloaded or closed. Used once, at the page's root. */
export function useLeaveGuard(): void {
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (guard.held()) event.preventDefault()
    }
    addEventListener('beforeunload', onUnload)
    return () => removeEventListener('beforeunload', onUnload)
  }, [])
}

/** Asks before the page is left with unsaved changes. The returned function lets go at once, as after a save. */
export function useGuard(changed: boolean, left: Left = 'kept'): () => void {
  const release = useRef(() => {})
  // The guard lets go in the very drawing that removes the form: its replacement (the sign-in, when a session is lost)
  // may navigate in that drawing already.
  useLayoutEffect(() => {
    if (!changed) return
    const letGo = guard.hold(left)
    release.current = letGo
    return letGo
  }, [changed, left])
  return useCallback(() => release.current(), [])
}
