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
export type Lent = {
  /** The chips of the palette, from the widest to the narrowest: `client 7`, `sites`, `12 selected`. */
  chips: readonly Chip[]
  commands: readonly Command[]
}
export type Chip = { id: string; label: string }

const lentAtom = atom<readonly { owner: string; place: number; lent: Lent }[]>([])
let places = 0

/** Adds commands to the palette for as long as the component lives. Keep `lent` in a memo. */
export function useLentCommands(owner: string, lent: Lent | null): void {
  // An outer screen renders before an inner one, and keeps its place however late it has something to lend.
  const [place] = useState(() => ++places)
  useEffect(() => {
    if (!lent) return
    const entry = { owner, place, lent }
    store.set(lentAtom, (all) => [...all, entry].toSorted((one, other) => one.place - other.place))
    return () => store.set(lentAtom, (all) => all.filter((one) => one !== entry))
  }, [owner, place, lent])
}

/** Returns everything lent now, from the outermost screen to the innermost. */
export const useLent = (): readonly Lent[] => useAtomValue(lentAtom).map(({ lent }) => lent)

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
