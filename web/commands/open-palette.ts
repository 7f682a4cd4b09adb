import { atom } from 'jotai/vanilla'
import type { Values } from './command'
import { keyboard } from '../keys/use-keys'
import type { ActiveKey } from '../keys/keyboard'
import { store } from '../store'
import { characterOf, type Mode } from './palette-modes'

export type Opening = {
  query?: string
  mode?: Mode
  /** `.`: only what can be done to the selection, or to the row or record at hand. */
  scope?: 'at-hand'
  /** Asks at once for what this command needs. */
  command?: string
  /** What of it is known already. */
  values?: Values
  /** Asks for what this command line means, filled in with what stands on it. */
  line?: string
}

export type Opened = Opening & {
  /** What had the focus, to have it again. */
  opener: Element | null
  /** The keys that were within reach, since the palette covers them. */
  keys: readonly ActiveKey[]
  /** A palette opened anew begins anew. */
  number: number
}

/** How the palette was opened; null while it is closed. */
export const paletteAtom = atom<Opened | null>(null)

let count = 0

/** Opens the palette, in the place of one that is open. */
export function openPalette(opening: Opening = {}): void {
  const before = store.get(paletteAtom)
  store.set(paletteAtom, {
    ...opening,
    query: characterOf(opening.mode ?? 'all') + (opening.query ?? ''),
    opener: before?.opener ?? document.activeElement,
    keys: before?.keys ?? keyboard.active(),
    number: ++count,
  })
}

export const closePalette = (): void => store.set(paletteAtom, null)

/** Mod+K: opens it, and closes it again. */
export const togglePalette = (): void => (store.get(paletteAtom) ? closePalette() : openPalette())
