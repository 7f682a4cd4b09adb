/** The properties of a key event that are used here; a DOM KeyboardEvent has them. */
export type KeyInput = {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly repeat: boolean
  readonly isComposing: boolean
  readonly keyCode: number
  getModifierState?: (name: string) => boolean
}

type Platform = { mac: boolean }

/** The modifiers in the order of a stroke. Only Mod and Shift are ever bound; the others prevent a match. */
const MODIFIERS = ['Ctrl', 'Meta', 'Alt', 'Mod', 'Shift'] as const
type Modifier = (typeof MODIFIERS)[number]

/** Keys without an effect of their own: modifiers, and the keys of an unfinished input method or dead key. */
const SILENT = new Set(
  'Process Dead Unidentified Shift Control Alt AltGraph Meta OS Super Hyper CapsLock NumLock ScrollLock Fn FnLock Symbol SymbolLock'.split(
    ' ',
  ),
)

const isLetter = (text: string): boolean => text.toLowerCase() !== text.toUpperCase()

function write(key: string, held: ReadonlySet<string>): string {
  // Lower case makes Caps Lock irrelevant.
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toLowerCase() : key
  // The layout decides which symbols need Shift: `?` is `?` however it was typed.
  const symbol = name.length === 1 && !isLetter(name)
  return [...MODIFIERS.filter((one) => held.has(one) && !(one === 'Shift' && symbol)), name].join('+')
}

/** Returns the one spelling of a binding such as `Mod+Shift+Z` or `?`, comparable with `strokesOf`. */
export function parseKey(binding: string): string {
  const held = binding.split('+')
  return write(held.pop()!, new Set(held))
}

/**
 * Returns whether AltGr typed a character and so is no modifier. Windows reports AltGr as Ctrl+Alt, in some browsers
 * without `AltGraph`. Option on a Mac works like AltGr: on a British keyboard, `#` is Option+3.
 */
function typesByAltGraph(event: KeyInput, { mac }: Platform): boolean {
  if (event.getModifierState?.('AltGraph')) return true
  return event.altKey && (event.ctrlKey || mac) && /^[^\p{L}\p{N}]$/u.test(event.key)
}

/** Returns the key by its place on the keyboard, if its own character cannot be the intended one. */
function byPlace({ key, code }: KeyInput, held: ReadonlySet<Modifier>): string | undefined {
  // The row of digits gives `&é"` on a French keyboard; with Shift it gives symbols elsewhere, which are not digits.
  if (held.size === 0) return /^Digit(\d)$/.exec(code)?.[1]
  const foreign = /^[\p{L}\p{M}]$/u.test(key) && !/\p{Script=Latin}/u.test(key)
  return held.has('Mod') && foreign ? /^Key([A-Z])$/.exec(code)?.[1] : undefined
}

/**
 * Returns the strokes an event may stand for, the likeliest first: by its character, then by the key's place on the
 * keyboard. None while an input method composes, and none for a modifier alone.
 */
export function strokesOf(event: KeyInput, platform: Platform): string[] {
  // Autofill of the browser sends events without a key.
  if (!event.key || event.isComposing || event.keyCode === 229 || SILENT.has(event.key)) return []
  const altGraph = typesByAltGraph(event, platform)
  const held = new Set<Modifier>()
  if (event.ctrlKey && !(altGraph && event.altKey)) held.add(platform.mac ? 'Ctrl' : 'Mod')
  if (event.metaKey) held.add(platform.mac ? 'Mod' : 'Meta')
  if (event.altKey && !altGraph) held.add('Alt')
  if (event.shiftKey) held.add('Shift')
  const place = altGraph ? undefined : byPlace(event, held)
  return [...new Set([write(event.key, held), ...(place ? [write(place, held)] : [])])]
}

/** Returns whether an event is a binding's key; Mod is Command on a Mac and Ctrl elsewhere. */
export const matches = (event: KeyInput, binding: string, platform: Platform): boolean =>
  strokesOf(event, platform).includes(parseKey(binding))

/** Returns whether a stroke is a character without Mod: text, or type-ahead if single keys are off. Space is none. */
export const isSingle = (stroke: string): boolean => /^(Shift\+)?.$/u.test(stroke)
