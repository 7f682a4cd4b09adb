import { atom } from 'jotai/vanilla'
import { useAtomValue } from 'jotai/react'
import { useLayoutEffect } from 'react'
import { store } from '../store'

/** The client of the record that a screen shows, null for a record of none; undefined where none is shown. */
const shownOwnerAtom = atom<number | null | undefined>(undefined)

/** Says whose the record is that is shown, for as long as it is. */
export function useShownOwner(owner: number | null | undefined): void {
  useLayoutEffect(() => {
    if (owner === undefined) return
    store.set(shownOwnerAtom, owner)
    return () => store.set(shownOwnerAtom, undefined)
  }, [owner])
}

/** Whether what is shown is a client's, or nobody's in particular: its lock is said above nothing else. */
export function useIsShownOf(client: number | undefined): boolean {
  const owner = useAtomValue(shownOwnerAtom)
  return owner === undefined || owner === client
}
