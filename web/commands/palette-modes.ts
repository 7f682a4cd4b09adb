/** The modes of the palette, chosen by the first character typed. */
export const MODES = ['all', 'actions', 'records', 'users', 'address', 'keys'] as const
export type Mode = (typeof MODES)[number]

const BY_CHARACTER: Record<string, Mode> = {
  '>': 'actions',
  '#': 'records',
  '@': 'users',
  ':': 'address',
  '?': 'keys',
}

export const characterOf = (mode: Mode): string =>
  Object.keys(BY_CHARACTER).find((character) => BY_CHARACTER[character] === mode) ?? ''

/** Returns the mode that a text begins with, and the rest of it. */
export function readMode(text: string): { mode: Mode; text: string } {
  const mode = BY_CHARACTER[text.charAt(0)]
  return mode ? { mode, text: text.slice(1) } : { mode: 'all', text }
}
