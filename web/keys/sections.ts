import type { ActiveKey } from './keyboard'
import { PREFIXES, SCOPES } from './map'

/** One part of the cheat sheet; `caption` is a message key. */
export type Section = { caption: string; rows: ActiveKey[] }

/** Returns the bindings in the order of the cheat sheet: by layer, topmost first, then the keys after each prefix. */
export function sectionsOf(active: readonly ActiveKey[]): Section[] {
  const sections = new Map<string, ActiveKey[]>()
  const put = (caption: string, row: ActiveKey) => sections.set(caption, [...(sections.get(caption) ?? []), row])
  for (const row of active) {
    const prefix = PREFIXES.find((one) => row.keys[0]?.startsWith(`${one} `))
    put(prefix ? `keys.prefixes.${prefix}` : `keys.scopes.${row.scope}`, row)
  }
  // The keys of the shell and the prefixes work on every screen, so those of this screen come first.
  const last = [`keys.scopes.${SCOPES[0]}`, ...PREFIXES.map((one) => `keys.prefixes.${one}`)]
  return [...sections]
    .map(([caption, rows]) => ({ caption, rows }))
    .sort((one, other) => last.indexOf(one.caption) - last.indexOf(other.caption))
}
