import { BY_CHARACTER, type Mode } from '../commands/palette-modes'

/** Returns the mode that a text begins with, and the rest of it. A line of the terminal needs no character before it. */
export function readMode(text: string): { mode: Mode; text: string } {
  if (text.startsWith('tocsin ')) return { mode: 'line', text }
  const mode = BY_CHARACTER[text.charAt(0)]
  return mode ? { mode, text: text.slice(1) } : { mode: 'all', text }
}
