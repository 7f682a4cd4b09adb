import { atom } from 'jotai/vanilla'
import { useAtomValue } from 'jotai/react'
import { useEffect, useState } from 'react'
import { store } from '../store'
import { useKeys } from '../keys/use-keys'
import type { KeyIdIn, Scope } from '../keys/map'
import type { Handlers } from '../keys/keyboard'
import { useLatest } from '../ui/use-latest'
import type { Command } from './command'
import { press } from './press'

/** The contribution of a shown screen to the palette: its chips of context and its commands. */
export type ScreenCommands = {
  /** The chips of the palette, from the widest to the narrowest: `client 7`, `sites`, `12 selected`. */
  chips: readonly Chip[]
  commands: readonly Command[]
}
export type Chip = { id: string; label: string }

const screensAtom = atom<readonly { owner: string; place: number; added: ScreenCommands }[]>([])
let places = 0

/** Adds commands to the palette for as long as the component lives. Keep `added` in a memo. */
export function useScreenCommands(owner: string, added: ScreenCommands | null): void {
  // An outer screen renders before an inner one, and keeps its place however late it has commands to add.
  const [place] = useState(() => ++places)
  useEffect(() => {
    if (!added) return
    const entry = { owner, place, added }
    store.set(screensAtom, (all) => [...all, entry].toSorted((one, other) => one.place - other.place))
    return () => store.set(screensAtom, (all) => all.filter((one) => one !== entry))
  }, [owner, place, added])
}

/** Returns the commands of all screens shown now, from the outermost to the innermost. */
export const useScreens = (): readonly ScreenCommands[] => useAtomValue(screensAtom).map(({ added }) => added)

type Keyed<S extends Scope> = {
  scope: S
  keys: readonly KeyIdIn<S>[]
  /** Returns the commands of this moment: a key acts on the row that is active when it is pressed. */
  now: () => readonly Command[]
  /** Returns whether a key is meant for these commands, and not for those around them. */
  isMeant?: (key: KeyIdIn<S>) => boolean
}

/** Runs commands by their keys for as long as the component lives. */
export function useCommandKeys<S extends Scope>({ scope, keys, now, isMeant = () => true }: Keyed<S>): void {
  const latest = useLatest({ now, isMeant })
  const handler = (key: KeyIdIn<S>) => () => {
    if (!latest().isMeant(key)) return false
    const command = latest()
      .now()
      .find((one) => one.key === key)
    if (!command) return false
    press(command, { byKey: true })
    return true
  }
  useKeys(scope, Object.fromEntries(keys.map((key) => [key, handler(key)])) as unknown as Handlers<S>)
}
