import type { Tone } from '../ui/chip'
import type { IconName } from '../ui/icon'

type StateLook = { tone: Tone; icon: IconName }

/** States of records, by resource and field. Each is shown by a word and an icon, never by colour alone. */
const LOOKS: Readonly<Record<string, Readonly<Record<string, StateLook>>>> = {
  'maps.status': {
    pending: { tone: 'trouble', icon: 'history' },
    active: { tone: 'good', icon: 'badgeCheck' },
    deactivated: { tone: 'plain', icon: 'power' },
  },
}

/** Records in trouble, by resource: the field that says since when, and the word that stands before their names. */
const TROUBLES: Readonly<Record<string, { since: string; word: string }>> = {
  'monitoring-providers': { since: 'failingSince', word: 'resources.monitoring-providers.failing' },
}

/** Returns the key of the word that marks a record in trouble; undefined if it is in none. */
export function troubleOf(resource: string, row: Readonly<Record<string, unknown>>): string | undefined {
  const trouble = TROUBLES[resource]
  return trouble && typeof row[trouble.since] === 'string' ? trouble.word : undefined
}

export const isState = (resource: string, path: string): boolean => Object.hasOwn(LOOKS, `${resource}.${path}`)

export const stateLook = (resource: string, path: string, value: unknown): StateLook | undefined =>
  LOOKS[`${resource}.${path}`]?.[String(value)]
