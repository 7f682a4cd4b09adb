import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  for (const event of ['online', 'offline']) addEventListener(event, listener)
  return () => {
    for (const event of ['online', 'offline']) removeEventListener(event, listener)
  }
}

/** Returns whether the browser has a network, as it sees it. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine)
