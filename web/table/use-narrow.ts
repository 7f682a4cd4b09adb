import { useSyncExternalStore } from 'react'

/** The condition `narrow` of panda.config.ts. */
const query = typeof matchMedia === 'undefined' ? null : matchMedia('(max-width: 719px)')

const subscribe = (listener: () => void) => {
  query?.addEventListener('change', listener)
  return () => query?.removeEventListener('change', listener)
}

/** Returns whether the screen is narrow, so that rows are two-line items. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => query?.matches ?? false)
