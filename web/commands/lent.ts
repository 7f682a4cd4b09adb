import { atom } from 'jotai/vanilla'
import { useAtomValue } from 'jotai/react'
import { useEffect, useState } from 'react'
import { store } from '../store'
import type { Command } from './command'

/** The contribution of a shown screen to the palette: its chips of context and its commands. */
export type Lent = {
  /** The chips of the palette, from the widest to the narrowest: `client 7`, `sites`, `12 selected`. */
  chips: readonly Chip[]
  commands: readonly Command[]
}
export type Chip = { id: string; label: string }

const lentAtom = atom<readonly { owner: string; place: number; lent: Lent }[]>([])
let places = 0

/** Lends commands for as long as the component lives. Keep `lent` in a memo. */
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
