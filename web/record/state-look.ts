import type { Tone } from '../ui/chip'
import type { IconName } from '../ui/icon'

type StateLook = { tone: Tone; icon: IconName }

/** States of records, by resource and field. Each is shown by a word and an icon, never by colour alone. */
const LOOKS: Readonly<Record<string, Readonly<Record<string, StateLook>>>> = {
  // An unlocked client has no mark.
  'clients.locked': { true: { tone: 'trouble', icon: 'lock' } },
  'maps.status': {
    pending: { tone: 'trouble', icon: 'history' },
    active: { tone: 'good', icon: 'badgeCheck' },
    deactivated: { tone: 'plain', icon: 'power' },
  },
}

/** Returns the key of the word that marks a record that fails; undefined if it does not. */
export const failingWord = (resource: string, row: Readonly<Record<string, unknown>>): string | undefined =>
  row['failingSince'] ? `resources.${resource}.failing` : undefined

export const isState = (resource: string, path: string): boolean => Object.hasOwn(LOOKS, `${resource}.${path}`)

export const stateLook = (resource: string, path: string, value: unknown): StateLook | undefined =>
  LOOKS[`${resource}.${path}`]?.[String(value)]
