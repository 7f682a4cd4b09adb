/** The modes of the palette, chosen by the first character typed. */
export const MODES = ['all', 'actions', 'records', 'users', 'address', 'keys', 'line'] as const
export type Mode = (typeof MODES)[number]

const BY_CHARACTER: Record<string, Mode> = {
  '>': 'actions',
  '#': 'records',
  '@': 'users',
  ':': 'address',
  '?': 'keys',
  $: 'line',
}

export const characterOf = (mode: Mode): string =>
  Object.keys(BY_CHARACTER).find((character) => BY_CHARACTER[character] === mode) ?? ''

/** Returns the mode that a text begins with, and the rest of it. A line of the terminal needs no character before it. */
export function readMode(text: string): { mode: Mode; text: string } {
  if (text.startsWith('tocsin ')) return { mode: 'line', text }
  const mode = BY_CHARACTER[text.charAt(0)]
  return mode ? { mode, text: text.slice(1) } : { mode: 'all', text }
}
