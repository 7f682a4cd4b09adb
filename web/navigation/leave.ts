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

/** Whether one may go elsewhere; asks where a form was changed. For whatever leaves without the router. */
export const mayLeave = (): Promise<boolean> => guard.mayLeave()

const samePage = (to: string): boolean => {
  const there = new URL(to, location.href)
  return there.pathname === location.pathname && there.search === location.search
}

/** For the router's `aroundNav`: links, palette and keys all come through here. */
export const askBeforeLeaving: AroundNavHandler = (navigate, to, options) => {
  if (!guard.held() || samePage(to)) navigate(to, options)
  else void mayLeave().then((yes) => (yes ? navigate(to, options) : undefined))
}

const browserHistory = {
  now: () => ({ url: location.href, state: history.state as unknown }),
  push: ({ url, state }: Place) => history.pushState(state, '', url),
  back: () => history.back(),
}

// Before the router listens, and so before it draws whatever the address says: Chromium calls what listens at a window in
// the order in which it came, capturing or not. Where no page is, nobody leaves one.
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

/** Asks before this page is left while something is changed. The function given lets go at once, as after a save. */
export function useGuard(changed: boolean, left: Left = 'kept'): () => void {
  const release = useRef(() => {})
  // Let go in the very drawing that takes the form away: what comes instead (the sign-in, when a session is lost) may go
  // elsewhere in that drawing already.
  useLayoutEffect(() => {
    if (!changed) return
    const letGo = guard.hold(left)
    release.current = letGo
    return letGo
  }, [changed, left])
  return useCallback(() => release.current(), [])
}
