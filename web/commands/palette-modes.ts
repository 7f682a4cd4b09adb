/** The modes of the palette, chosen by the first character typed. */
export const MODES = ['all', 'actions', 'records', 'users', 'address', 'keys', 'line'] as const
export type Mode = (typeof MODES)[number]

export const BY_CHARACTER: Readonly<Record<string, Mode>> = {
  '>': 'actions',
  '#': 'records',
  '@': 'users',
  ':': 'address',
  '?': 'keys',
  $: 'line',
}

export const characterOf = (mode: Mode): string =>
  Object.keys(BY_CHARACTER).find((character) => BY_CHARACTER[character] === mode) ?? ''
