import { atom } from 'jotai/vanilla'
import { keyboard } from './use-keys'
import type { ActiveKey } from './keyboard'
import { store } from '../store'

/** The keys that did something when they were asked for: the dialog itself hides what lies below it. */
export const helpAtom = atom<readonly ActiveKey[] | null>(null)
export const openHelp = (): void => store.set(helpAtom, (shown) => shown ?? keyboard.active())
export const closeHelp = (): void => store.set(helpAtom, null)
