import type { KeyTarget } from './keyboard'

/** The properties of an element that are used here; a DOM element has them. */
export type Focusable = {
  readonly tagName: string
  readonly type?: unknown
  readonly isContentEditable?: boolean
  getAttribute: (name: string) => string | null
}

const ARROWS = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']
const SLIDES = [...ARROWS, 'Home', 'End', 'PageUp', 'PageDown']
const PRESSES = ['Enter', 'Space']

/** Inputs that take no text, with the keys that the browser handles in them. */
const INPUTS: Record<string, readonly string[]> = {
  button: PRESSES,
  submit: PRESSES,
  reset: PRESSES,
  image: PRESSES,
  file: PRESSES,
  color: PRESSES,
  checkbox: ['Space'],
  radio: ['Space', ...ARROWS],
  range: SLIDES,
}

const OWNED: Record<string, readonly string[]> = {
  BUTTON: PRESSES,
  SUMMARY: PRESSES,
  A: ['Enter', 'Shift+Enter', 'Mod+Enter'],
}

/** Returns whether keys pressed in an element are text input, and which keys the element handles itself. */
export function targetOf(element: Focusable | null): KeyTarget {
  if (!element) return { typing: false }
  const { tagName, type, isContentEditable } = element
  if (tagName === 'INPUT') {
    const owns = INPUTS[String(type)]
    return owns ? { typing: false, owns } : { typing: true }
  }
  const typing =
    tagName === 'TEXTAREA' ||
    tagName === 'SELECT' ||
    isContentEditable === true ||
    ['textbox', 'searchbox', 'combobox'].includes(element.getAttribute('role') ?? '')
  return { typing, owns: OWNED[tagName] ?? [] }
}
