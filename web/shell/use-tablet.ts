import { useSyncExternalStore } from 'react'

/** As the condition `tablet` of panda.config.ts. */
const query = typeof matchMedia === 'undefined' ? null : matchMedia('(max-width: 1023px)')

const subscribe = (listener: () => void) => {
  query?.addEventListener('change', listener)
  return () => query?.removeEventListener('change', listener)
}

/** Whether the screen needs the room that an unfolded sidebar takes: a tablet, or a notebook at 200 %. */
export const useTablet = (): boolean => useSyncExternalStore(subscribe, () => query?.matches ?? false)
