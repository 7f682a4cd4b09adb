import { useAtomValue } from 'jotai/react'
import { atomWithStorage } from 'jotai/utils'
import { store } from '../store'

/** Whether a client's show screen has a playground: what the server last said, kept for when it says nothing (FLAG-07, FLAG-09). */
const playgroundAtom = atomWithStorage('playgroundView', false, undefined, { getOnInit: true })

export const keepPlayground = (on: boolean): void => store.set(playgroundAtom, on)
export const usePlaygroundView = (): boolean => useAtomValue(playgroundAtom)
