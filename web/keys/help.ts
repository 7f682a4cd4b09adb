import { atom } from 'jotai/vanilla'
import { keyboard } from './use-keys'
import type { ActiveKey } from './keyboard'
import { store } from '../store'

/** The keys that worked when the help was opened: the dialog itself hides the layers below it. */
export const helpAtom = atom<readonly ActiveKey[] | null>(null)
export const openHelp = (): void => store.set(helpAtom, (shown) => shown ?? keyboard.active())
export const closeHelp = (): void => store.set(helpAtom, null)
