import { useSyncExternalStore } from 'react'

/** The query equals the condition `tablet` of panda.config.ts. */
const query = typeof matchMedia === 'undefined' ? null : matchMedia('(max-width: 1023px)')

const subscribe = (listener: () => void) => {
  query?.addEventListener('change', listener)
  return () => query?.removeEventListener('change', listener)
}

/** Returns whether the screen is too narrow for an unfolded sidebar: a tablet, or a notebook at 200 %. */
export const useTablet = (): boolean => useSyncExternalStore(subscribe, () => query?.matches ?? false)
