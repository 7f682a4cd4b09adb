import { atom } from 'jotai/vanilla'
import { useAtomValue } from 'jotai/react'
import { useLayoutEffect } from 'react'
import { store } from '../store'
import { accountAtom } from './account'
import { clientIdAtom } from './selected-client'

/** The client of the shown record, null if it has none; undefined if no record is shown. */
const shownClientAtom = atom<number | null | undefined>(undefined)

/** Publishes the client of the shown record, for as long as it is shown. */
export function useShownClient(client: number | null | undefined): void {
  useLayoutEffect(() => {
    if (client === undefined) return
    store.set(shownClientAtom, client)
    return () => store.set(shownClientAtom, undefined)
  }, [client])
}

/** Returns whether the screen shows a record of a client, or no record: only there its lock is shown. */
export function useIsShownOf(client: number | undefined): boolean {
  const shown = useAtomValue(shownClientAtom)
  return shown === undefined || shown === client
}

/**
 * The client that the commands of a screen are for: the one of the shown record, else the selected one. For a client
 * user it is always their own client, even where a record of the provider is shown.
 */
export const clientAtHandAtom = atom((get): number | null => {
  const worked = get(clientIdAtom)
  return get(accountAtom)?.userType === 'client' ? worked : (get(shownClientAtom) ?? worked)
})
