import type { Translate } from '@tocsin/core/vocabulary/i18n'

/** The captions printed on keys, the same in every language; any other key is shown as its letter. */
const CAPS: Record<string, string> = {
  Mod: 'Ctrl',
  Shift: 'Shift',
  Home: 'Home',
  End: 'End',
  Enter: '↵',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  PageUp: 'PgUp',
  PageDown: 'PgDn',
  Delete: 'Del',
  Escape: 'Esc',
  Space: '␣',
}
const MAC_CAPS: Record<string, string> = { ...CAPS, Mod: '⌘', Shift: '⇧' }

/** Keys with a spoken name of their own. */
const SPOKEN: Record<string, string> = { '?': 'questionMark', '/': 'slash', '.': 'period', '#': 'numberSign' }

/** Returns the keys of a binding in the order of the platform: Apple ⇧⌘Z, everyone else Ctrl Shift Z. */
const keysOf = (binding: string, mac: boolean): string[] =>
  binding.split(' ').flatMap((stroke) => {
    const keys = stroke.split('+')
    const key = keys.pop()!
    return [...(mac ? keys.reverse() : keys), key]
  })

/** Returns a binding of the map (`Mod+Shift+Z`, `g c`) as caps to show, one per key. */
export const capsOf = (binding: string, { mac }: { mac: boolean }): string[] =>
  keysOf(binding, mac).map((key) => (mac ? MAC_CAPS : CAPS)[key] ?? key.toUpperCase())

/**
 * Groups the bindings of one command in runs, so that nine successive digits are shown as a range. Both entries of a
 * run of one binding are that binding.
 */
export function runsOf(bindings: readonly string[]): [first: string, last: string][] {
  const runs: [string, string][] = []
  for (const one of bindings) {
    const run = runs.at(-1)
    if (run && /^\d$/.test(one) && /^\d$/.test(run[1]) && Number(one) === Number(run[1]) + 1) run[1] = one
    else runs.push([one, one])
  }
  return runs
}

/** Returns the caps in words for screen readers, which would read a cap such as `↵` as a drawing or not at all. */
export const spokenKeys = (binding: string, { mac, t }: { mac: boolean; t: Translate }): string =>
  keysOf(binding, mac)
    .map((key) => {
      const name = key === 'Mod' ? (mac ? 'command' : 'control') : (SPOKEN[key] ?? (CAPS[key] && key))
      return name ? t(`keys.names.${name}`) : key.toUpperCase()
    })
    .join(' ')
