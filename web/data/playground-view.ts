import { useAtomValue } from 'jotai/react'
import { atomWithStorage } from 'jotai/utils'
import { store } from '../store'

/** True if a client has a playground: the server's last response, stored in case none comes (FLAG-07, FLAG-09). */
const playgroundAtom = atomWithStorage('playgroundView', false, undefined, { getOnInit: true })

export const keepPlayground = (on: boolean): void => store.set(playgroundAtom, on)
export const usePlaygroundView = (): boolean => useAtomValue(playgroundAtom)
