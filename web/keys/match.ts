/** What a key event tells; a DOM KeyboardEvent is one. */
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

/** In the order in which a stroke is written. Only Mod and Shift are ever bound; the rest keep others from matching. */
const MODIFIERS = ['Ctrl', 'Meta', 'Alt', 'Mod', 'Shift'] as const
type Modifier = (typeof MODIFIERS)[number]

/** Keys that press nothing by themselves: modifiers, and what an input method or a dead key is still working on. */
const SILENT = new Set(
  'Process Dead Unidentified Shift Control Alt AltGraph Meta OS Super Hyper CapsLock NumLock ScrollLock Fn FnLock Symbol SymbolLock'.split(
    ' ',
  ),
)

const isLetter = (text: string): boolean => text.toLowerCase() !== text.toUpperCase()

function write(key: string, held: ReadonlySet<string>): string {
  // In lower case, so that Caps Lock changes nothing.
  const name = key === ' ' ? 'Space' : key.length === 1 ? key.toLowerCase() : key
  // Which symbols need Shift is the layout's affair: `?` is `?` however it was typed.
  const symbol = name.length === 1 && !isLetter(name)
  return [...MODIFIERS.filter((one) => held.has(one) && !(one === 'Shift' && symbol)), name].join('+')
}

/** The one spelling of a binding such as `Mod+Shift+Z` or `?`, comparable with `strokesOf`. */
export function parseKey(binding: string): string {
  const held = binding.split('+')
  return write(held.pop()!, new Set(held))
}

/**
 * AltGr types a character and is no modifier. Windows reports it as Ctrl+Alt, some browsers only so; a Mac's Option
 * does the same work (`#` is Option+3 on a British one).
 */
function typesByAltGraph(event: KeyInput, { mac }: Platform): boolean {
  if (event.getModifierState?.('AltGraph')) return true
  return event.altKey && (event.ctrlKey || mac) && /^[^\p{L}\p{N}]$/u.test(event.key)
}

/** What the key's place on the keyboard stands for, where its own character cannot be the one that was meant. */
function byPlace({ key, code }: KeyInput, held: ReadonlySet<Modifier>): string | undefined {
  // The digits' row gives `&é"` on a French keyboard; with Shift it gives symbols elsewhere, which are not digits.
  if (held.size === 0) return /^Digit(\d)$/.exec(code)?.[1]
  const foreign = /^[\p{L}\p{M}]$/u.test(key) && !/\p{Script=Latin}/u.test(key)
  return held.has('Mod') && foreign ? /^Key([A-Z])$/.exec(code)?.[1] : undefined
}

/**
 * The strokes an event may stand for, the likeliest first: by its character, then by the key's place on the keyboard.
 * None while an input method composes, and none for a modifier alone.
 */
export function strokesOf(event: KeyInput, platform: Platform): string[] {
  // Filling in a form by the browser sends events without a key.
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

/** Whether an event is a binding's key; Mod is Command on a Mac and Ctrl elsewhere. */
export const matches = (event: KeyInput, binding: string, platform: Platform): boolean =>
  strokesOf(event, platform).includes(parseKey(binding))

/** A character without Mod: free for typing, and for type-ahead where single keys are switched off. Space is none. */
export const isSingle = (stroke: string): boolean => /^(Shift\+)?.$/u.test(stroke)
