import type { Flag } from '@tocsin/core/command-line/commands'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Field, Reason } from '@tocsin/core/vocabulary/resource'
import type { KeyId } from '../keys/map'
import type { IconName } from '../ui/icon'

/** The arguments given to a command before it runs, by the path of their flag. */
export type Values = Record<string, unknown>

/** One argument to ask for. Asks stand in the order of the command line. */
export type Ask = {
  flag: Flag
  label: (t: Translate) => string
  /** The field with its rules: the same that a form and the server apply. */
  field?: Field
  /** The value filled in at first; Enter keeps it. */
  preset?: unknown
  /** Takes several lines, as an address or a note. */
  long?: true
  /** Chooses among deleted records. */
  deleted?: boolean
}

/** The groups of the palette's commands, in their order there. */
export const GROUPS = ['selection', 'record', 'list', 'again', 'recent', 'create', 'go', 'console', 'records'] as const
export type Group = (typeof GROUPS)[number]

/** The way a command is run: a key runs it at once where the palette would ask. */
export type How = { byKey?: boolean }

/**
 * A command that can be run here and now. One list of these feeds the palette, the menus, the cheat sheet and the keys;
 * the terminal has the same under the same name.
 */
export type Command = {
  /** The stable id that use is counted by, as the terminal spells it: `sites.set-tag`, `sites.list`, `theme.blue`. */
  id: string
  /** The text of a button that runs it; default: the title. */
  label?: (t: Translate) => string
  /** The title in any language: both are searched at once. */
  title: (t: Translate) => string
  /** The text behind the title: the target, or that it can be undone. */
  note?: (t: Translate) => string
  /** More words that find the command. */
  keywords?: (t: Translate) => string
  /** The names that, typed alone, put this command before all others with the word in them. */
  names?: (t: Translate) => readonly string[]
  group: Group
  icon: IconName
  /** The key that runs it without the palette. */
  key?: KeyId
  /** The reason it cannot be run now; it is shown all the same. A command without the permission is not offered. */
  blocked?: Reason | null
  /** Listed nowhere: it is there for its key, which says why it cannot be run. */
  hidden?: true
  asks: readonly Ask[]
  /** The line that does the same in a terminal. Only a command that merely changes this page has none. */
  line: ((values: Values) => string) | 'only-here'
  /** The way it is undone: by the command of that name, not at all, or there is nothing to undo. */
  undo: 'irreversible' | 'nothing' | (string & {})
  danger?: 'ask' | 'type-name'
  /** The address it leads to, where it does nothing else. */
  href?: string
  run: (values: Values, how?: How) => void | Promise<void>
}
