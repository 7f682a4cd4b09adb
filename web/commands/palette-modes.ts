/** What the palette looks through; chosen by the first character, and a mode more is a line here. */
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

/** The mode that a text begins with, and the rest of it. */
export function readMode(text: string): { mode: Mode; text: string } {
  const mode = BY_CHARACTER[text.charAt(0)]
  return mode ? { mode, text: text.slice(1) } : { mode: 'all', text }
}
