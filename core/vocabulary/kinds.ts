import type { FieldType } from './resource'

/** The largest whole number that a 32-bit integer column holds, and with it the largest id. */
export const MAX_ID = 2_147_483_647

/**
 * Longest texts in characters (code points), largest lists in items, deepest JSON in levels and longest in written
 * characters, most tags of a record and their length: ours, so that no field is unbounded.
 */
export const LIMITS = {
  text: 255,
  longtext: 10_000,
  html: 500_000,
  url: 2_000,
  items: 1_000,
  depth: 24,
  json: 65_536,
  tags: 50,
  tag: 50,
}

/** The patterns of the kinds that have a form of their own. */
export const PATTERNS = {
  /** Standard address: no blank, one @, no doubled or outer dot, a dotted domain (console §5). */
  email: /^[^\s@."<>()[\]\\,;:]+(\.[^\s@."<>()[\]\\,;:]+)*@[^\s@.,;:"<>()[\]\\]+(\.[^\s@.,;:"<>()[\]\\]+)+$/,
  /**
   * 8 to 20 digits, country code included. A missing leading plus is added (console §5, USERS-18), and the punctuation
   * between the digits is dropped.
   */
  phone: /^[\s().-]*(\+[\s().-]*)?([0-9][\s().-]*){8,20}$/,
  /** 3 or 6 hex digits behind a hash (clients §3). */
  color: /^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$/,
  /** ISO 8601 date, or date and time with zone. PostgreSQL knows no year 0. */
  date: /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d))?$/,
} as const

/**
 * A web address is https or http and nothing else, so that a link never runs a script (T51). The pattern is explicit,
 * since `new URL` also takes `https:x` and drops line ends: the stored text would differ from the parsed one.
 */
export const WEB_ADDRESS = /^[hH][tT][tT][pP][sS]?:\/\/\S+$/
/** A web address has no username before its host: everybody who sees the address would read the password behind it. */
export const WITHOUT_USER = /^[^:]*:\/\/[^/?#\\@]*([/?#\\]|$)/

/**
 * Characters that no text may have: U+0000, which PostgreSQL cannot store, and all controls but tab and line ends.
 * Those beyond ASCII are included, because terminals obey them (U+009B begins a command as ESC [ does). Source of a
 * class in RegExp and JSON Schema.
 */
export const CONTROLS = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f'

/**
 * Characters that a text of one line may not have either: tabs and line ends of every kind. A name with one breaks the
 * row of a list, of a sheet and of a terminal. Source of a character class as well.
 */
export const BREAKS = '\\u0009\\u000a\\u000d\\u2028\\u2029'

/**
 * Invisible characters: blanks of every width, marks that only steer how others are shown, the empty cell of Braille.
 * A text of these alone is empty. Source of a character class that needs the flag `u`.
 */
export const UNSEEN = '\\s\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u2800'

/** Kinds whose empty text means "nothing there". */
export const TEXT_TYPES: ReadonlySet<FieldType> = new Set<FieldType>([
  'text',
  'longtext',
  'html',
  'date',
  'choice',
  'color',
  'phone',
  'email',
  'url',
])

/** Returns whether a kind's values are read as numbers. A reference is a number too, but is not read as one. */
export const isNumeric = (type: FieldType): boolean => type === 'number' || type === 'integer'

/** Kinds that a list can be ordered by. */
export const SORTABLE_TYPES: ReadonlySet<FieldType> = new Set<FieldType>([
  'text',
  'longtext',
  'url',
  'number',
  'integer',
  'boolean',
  'date',
  'choice',
  'color',
  'phone',
  'email',
  'ref',
])
