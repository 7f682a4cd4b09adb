import { useSyncExternalStore } from 'react'

/** Returns a hook that tells whether the screen meets a condition of CSS. */
export function mediaHook(condition: string): () => boolean {
  const query = typeof matchMedia === 'undefined' ? null : matchMedia(condition)
  const subscribe = (listener: () => void) => {
    query?.addEventListener('change', listener)
    return () => query?.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(subscribe, () => query?.matches ?? false)
}
