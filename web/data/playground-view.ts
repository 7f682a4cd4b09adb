import { useAtomValue } from 'jotai/react'
import { store } from '../store'
import { storedAtom } from '../stored'

/** True if a client has a playground: the server's last response, stored in case none comes (FLAG-07, FLAG-09). */
const playgroundAtom = storedAtom('playgroundView', false)

export const keepPlayground = (on: boolean): void => store.set(playgroundAtom, on)
export const usePlaygroundView = (): boolean => useAtomValue(playgroundAtom)
