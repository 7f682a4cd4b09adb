import { atom } from 'jotai/vanilla'
import { useAtomValue } from 'jotai/react'
import { useEffect, useState } from 'react'
import { store } from '../store'
import type { Command } from './command'

/** What a screen that is shown adds to what can be done: its chip of context, and its commands. */
export type Lent = {
  /** `client 7`, `sites`, `12 selected`: chips of the palette, from the widest to the narrowest. */
  chips: readonly Chip[]
  commands: readonly Command[]
}
export type Chip = { id: string; label: string }

const lentAtom = atom<readonly { owner: string; place: number; lent: Lent }[]>([])
let places = 0

/** Lends commands for as long as the component lives; it takes them back when it leaves. Keep `lent` in a memo. */
export function useLentCommands(owner: string, lent: Lent | null): void {
  // What is around something is drawn before it, and keeps its place however late it knows what to lend.
  const [place] = useState(() => ++places)
  useEffect(() => {
    if (!lent) return
    const entry = { owner, place, lent }
    store.set(lentAtom, (all) => [...all, entry].toSorted((one, other) => one.place - other.place))
    return () => store.set(lentAtom, (all) => all.filter((one) => one !== entry))
  }, [owner, place, lent])
}

/** Everything lent now, from the outermost screen to the innermost. */
export const useLent = (): readonly Lent[] => useAtomValue(lentAtom).map(({ lent }) => lent)
