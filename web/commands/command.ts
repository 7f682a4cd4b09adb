import type { ListQuery } from '@tocsin/core/api/client'
import type { Flag } from '@tocsin/core/command-line/commands'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Field, Reason } from '@tocsin/core/vocabulary/resource'
import type { Row } from '../data/row'
import type { KeyId } from '../keys/map'
import type { IconName } from '../ui/icon'

/** The arguments given to a command before it runs, by the path of their flag. */
export type Values = Record<string, unknown>

/** One argument to ask for. Asks are in the order of the command line. */
export type Ask = {
  flag: Flag
  label: (t: Translate) => string
  /** The field with its rules: the same that a form and the server apply. */
  field?: Field
  /** The value filled in at first; Enter keeps it. */
  preset?: unknown
  /** True if the text has several lines, as an address or a note. */
  long?: true
  /** The filter of the records to choose from; without one all records of the resource are. */
  where?: ListQuery
  /** Returns whether a found record is offered; without it all are. */
  offers?: (row: Row) => boolean
  /** Returns the filter and the first value for the records chosen before, where those are not known beforehand. */
  about?: (values: Values) => Promise<Pick<Ask, 'where' | 'preset'>>
  /** True if the choice is among deleted records. */
  deleted?: boolean
}

/** The groups of the palette's commands, in their order there. */
export const GROUPS = ['selection', 'record', 'list', 'again', 'recent', 'create', 'go', 'console', 'records'] as const
export type Group = (typeof GROUPS)[number]

/** The way a command is run: by a key, some commands run at once where they would otherwise ask. */
export type How = { byKey?: boolean }

/**
 * A command that is offered here and now. The palette, the menus, the buttons and the keys all run these commands; the
 * terminal has the same command under the same name.
 */
export type Command = {
  /** The stable id that use is counted by, as the terminal spells it: `sites.set-tag`, `sites.list`, `theme.blue`. */
  id: string
  /** The text of a button that runs it; default: the title. */
  label?: (t: Translate) => string
  /** The title in any language: both are searched at once. */
  title: (t: Translate) => string
  /** The text after the title: the target, or whether the command can be undone. */
  note?: (t: Translate) => string
  /** More words that find the command. */
  keywords?: (t: Translate) => string
  /** The names that, typed alone, put this command before all others with the word in them; also by their first word. */
  names?: (t: Translate) => readonly string[]
  group: Group
  icon: IconName
  /** The key that runs it without the palette. */
  key?: KeyId
  /** The reason why the command is shown but cannot run now. A command without the permission is not offered. */
  blocked?: Reason | null
  /** True for a command that is not listed: it exists for its key, which shows why it cannot be run. */
  hidden?: true
  asks: readonly Ask[]
  /** Returns the terminal line with the same effect. Only a command that merely changes this page has none. */
  line: ((values: Values) => string) | 'only-here'
  /** The id of the command that undoes this one; or that it cannot be undone, or has nothing to undo. */
  undo: 'irreversible' | 'nothing' | (string & {})
  danger?: 'ask' | 'type-name'
  /** The address of a command that does nothing but open an address. */
  href?: string
  run: (values: Values, how?: How) => void | Promise<void>
}
