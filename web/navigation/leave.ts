import { useCallback, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import type { AroundNavHandler } from 'wouter'
import { restOf } from '../rest'
import { useLatest } from '../ui/use-latest'
import { createGuard, createHistoryGuard, type HistoryEntry, type Leaving, type Left, type Save } from './guard'

const questions = restOf(() => import('./leave-questions'))

// Only a form has changes, and no form is shown before the rest is loaded.
export const guard = createGuard((left, leaving) => questions().askToLeave(left, leaving))

/** Returns whether a form of the page has unsaved changes. */
export const isChanged = (): boolean => guard.held()

/** Returns whether a form of the page has unsaved changes that `savedFirst` would save; follows them. */
export const useSavable = (): boolean => useSyncExternalStore(guard.watch, guard.savable)

/**
 * Returns whether the page may be left. Asks if a form has unsaved changes. For code that leaves without the router.
 */
export const mayLeave = (): Promise<boolean> => guard.mayLeave()

const samePage = (to: string): boolean => {
  const there = new URL(to, location.href)
  return there.pathname === location.pathname && there.search === location.search
}

/** Asks before the router leaves unsaved changes. Links, the palette and keys all go through this `aroundNav`. */
export const askBeforeLeaving: AroundNavHandler = (navigate, to, options) => {
  if (!guard.held() || samePage(to)) navigate(to, options)
  else void mayLeave().then((yes) => (yes ? navigate(to, options) : undefined))
}

const browserHistory = {
  now: () => ({ url: location.href, state: history.state as unknown }),
  push: ({ url, state }: HistoryEntry) => history.pushState(state, '', url),
  back: () => history.back(),
}

// This listener must come before the router's, which renders the new URL. Chromium calls the listeners of a window in
// the order of registration, capturing or not. Outside a browser there is no page to leave.
if (typeof location !== 'undefined') {
  const entries = createHistoryGuard(guard, browserHistory)
  addEventListener('popstate', (event) => {
    if (entries.popped()) event.stopImmediatePropagation()
  })
  addEventListener('pushState', entries.moved)
  addEventListener('replaceState', entries.moved)
}

/** Asks before the browser reloads or closes the page. The root of the page calls it once. */
export function useLeaveGuard(): void {
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (guard.held()) event.preventDefault()
    }
    addEventListener('beforeunload', onUnload)
    return () => removeEventListener('beforeunload', onUnload)
  }, [])
}

/**
 * Asks before the user leaves unsaved changes. The returned function releases the guard at once, as after a save. `save`
 * saves them for `savedFirst`; with `leaving` the question offers to save or to discard them.
 */
export function useGuard(changed: boolean, left: Left = 'kept', save?: Save, leaving?: Leaving): () => void {
  const release = useRef(() => {})
  const latest = useLatest({ save, leaving })
  const [isSavable, offers] = [save !== undefined, leaving !== undefined]
  // The effect releases the guard in the same render that removes the form. What replaces the form (the sign-in, after
  // a session is lost) may already navigate in that render.
  useLayoutEffect(() => {
    if (!changed) return
    const letGo = guard.hold(
      left,
      isSavable ? () => latest().save!() : undefined,
      offers
        ? {
            about: () => latest().leaving!.about(),
            discard: () => latest().leaving!.discard(),
          }
        : undefined,
    )
    release.current = letGo
    return letGo
  }, [changed, left, isSavable, offers, latest])
  return useCallback(() => release.current(), [])
}
