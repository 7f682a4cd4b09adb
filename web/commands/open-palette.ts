import { atom } from 'jotai/vanilla'
import type { Values } from './command'
import { keyboard } from '../keys/use-keys'
import type { ActiveKey } from '../keys/keyboard'
import { store } from '../store'
import { characterOf, type Mode } from './palette-modes'

export type Opening = {
  query?: string
  mode?: Mode
  /** Limits the palette, after `.`, to the commands on the selection, or on the row or record at hand. */
  scope?: 'at-hand'
  /** The command whose arguments are asked for at once. */
  command?: string
  /** The arguments known already. */
  values?: Values
  /** The command line whose command is asked for, filled in with the line's values. */
  line?: string
}

export type Opened = Opening & {
  /** The element that had the focus and gets it back. */
  opener: Element | null
  /** The keys active before the palette covered them. */
  keys: readonly ActiveKey[]
  /** The number of the opening, so that a palette that is opened again starts from the beginning. */
  number: number
}

/** The way the palette was opened; null while it is closed. */
export const paletteAtom = atom<Opened | null>(null)

let count = 0
const openingListeners = new Set<() => void>()

/** Calls `run` before each opening, until the returned function is called. */
export function beforeOpening(run: () => void): () => void {
  openingListeners.add(run)
  return () => void openingListeners.delete(run)
}

/** Opens the palette, in place of one that is open. */
export function openPalette(opening: Opening = {}): void {
  for (const run of openingListeners) run()
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

/** Opens the palette by Mod+K, and closes it again. */
export const togglePalette = (): void => (store.get(paletteAtom) ? closePalette() : openPalette())
