import type { ActiveKey } from './keyboard'
import { PREFIXES, SCOPES } from './map'

/** One part of the cheat sheet; `caption` is a message key. */
export type Section = { caption: string; rows: ActiveKey[] }

/**
 * Groups the bindings into the sections of the cheat sheet: one for each scope, in the order in which they come, then
 * the scope `anywhere`, then one for each prefix.
 */
export function sectionsOf(active: readonly ActiveKey[]): Section[] {
  const sections = new Map<string, ActiveKey[]>()
  const addTo = (caption: string, row: ActiveKey) => sections.set(caption, [...(sections.get(caption) ?? []), row])
  for (const row of active) {
    const prefix = PREFIXES.find((one) => row.keys[0]?.startsWith(`${one} `))
    addTo(prefix ? `keys.prefixes.${prefix}` : `keys.scopes.${row.scope}`, row)
  }
  // The keys of the shell and the prefixes are the same on every screen, so their sections come last.
  const trailingCaptions = [`keys.scopes.${SCOPES[0]}`, ...PREFIXES.map((one) => `keys.prefixes.${one}`)]
  return [...sections]
    .map(([caption, rows]) => ({ caption, rows }))
    .sort((one, other) => trailingCaptions.indexOf(one.caption) - trailingCaptions.indexOf(other.caption))
}
