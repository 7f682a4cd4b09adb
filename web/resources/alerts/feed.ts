import type { Alert } from '@tocsin/core/resources/alerts/types'

const listeners = new Set<(alert: Alert, isOwn: boolean) => void>()

/** Calls the listener with every alert that comes or changes, until the returned function is called. */
export function onAlert(listener: (alert: Alert, isOwn: boolean) => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Tells everything on this page of an alert as it is now. `isOwn`: the reader has just changed it here. */
export function tellAlert(alert: Alert, isOwn = false): void {
  for (const listener of listeners) listener(alert, isOwn)
}

const gapListeners = new Set<() => void>()

/** Calls the listener when alerts may be missing, so that the rows have to be read anew. */
export function onGap(listener: () => void): () => void {
  gapListeners.add(listener)
  return () => {
    gapListeners.delete(listener)
  }
}

/** Tells everything on this page that alerts may be missing. */
export function tellGap(): void {
  for (const listener of gapListeners) listener()
}
