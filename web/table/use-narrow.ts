import { useSyncExternalStore } from 'react'

/** As the condition `narrow` of panda.config.ts. */
const query = typeof matchMedia === 'undefined' ? null : matchMedia('(max-width: 719px)')

const subscribe = (listener: () => void) => {
  query?.addEventListener('change', listener)
  return () => query?.removeEventListener('change', listener)
}

/** Whether rows are two-line items here. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => query?.matches ?? false)
