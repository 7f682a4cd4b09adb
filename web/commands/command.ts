import type { Flag } from '@tocsin/core/command-line/commands'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Field, Reason } from '@tocsin/core/vocabulary/resource'
import type { KeyId } from '../keys/map'
import type { IconName } from '../ui/icon'

/** What was asked for before a command runs, by the path of its flag. */
export type Values = Record<string, unknown>

/** One thing that is asked for, in the order in which a line would name it. */
export type Ask = {
  flag: Flag
  label: (t: Translate) => string
  /** What its rules are: the same that a form and the server ask of it. */
  field?: Field
  /** Filled in already; Enter keeps it. */
  preset?: unknown
  /** Typed in several lines, as an address or a note is. */
  long?: true
  /** Chosen among what was deleted. */
  deleted?: boolean
}

/** Where a command belongs in the palette, and in which order the groups stand there. */
export const GROUPS = ['selection', 'record', 'list', 'again', 'recent', 'create', 'go', 'console', 'records'] as const
export type Group = (typeof GROUPS)[number]

/**
 * Something that can be done here and now. One list of these feeds the palette, the menus, the cheat sheet and the keys;
 * the terminal has the same under the same name.
 */
export type Command = {
  /** Stays the same over time, since use is counted by it: `sites.deactivate`, `go.sites`, `theme.blue`. */
  id: string
  /** In any language: both are searched at once. */
  title: (t: Translate) => string
  /** Said behind the title: what it is done to, that it can be taken back. */
  note?: (t: Translate) => string
  /** Also found by these. */
  keywords?: (t: Translate) => string
  /** Whoever types one of these and nothing else means this, before all else that has the word in it. */
  names?: (t: Translate) => readonly string[]
  group: Group
  icon: IconName
  /** The key that does it without the palette. */
  key?: KeyId
  /** Why it cannot be done now; it is shown all the same. What the permission forbids is not offered at all. */
  blocked?: Reason | null
  asks: readonly Ask[]
  /** The line that does the same in a terminal. Only what changes nothing but this page's look has none. */
  line: ((values: Values) => string) | 'only-here'
  /** How it is taken back: by the command of that name, not at all, or there is nothing to take back. */
  undo: 'irreversible' | 'nothing' | (string & {})
  danger?: 'ask' | 'type-name'
  run: (values: Values) => void | Promise<void>
}
