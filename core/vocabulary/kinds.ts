import type { FieldType } from './resource'

/** The largest whole number that a 32-bit integer column holds, and with it the largest id. */
export const MAX_ID = 2_147_483_647

/**
 * Longest texts in characters (code points), largest lists in items, deepest JSON in levels and longest in characters as it
 * is written: ours, so that no field is unbounded.
 */
export const LIMITS = { text: 255, longtext: 10_000, html: 500_000, url: 2_000, items: 1_000, depth: 12, json: 65_536 }

/** How the kinds with a form of their own are written. */
export const PATTERNS = {
  /** Standard address: no blank, one @, no doubled or outer dot, a dotted domain (console §5). */
  email: /^[^\s@."<>()[\]\\,;:]+(\.[^\s@."<>()[\]\\,;:]+)*@[^\s@.,;:"<>()[\]\\]+(\.[^\s@.,;:"<>()[\]\\]+)+$/,
  /**
   * 8 to 20 digits, country code included; the leading plus is added where it is left out (console §5, USERS-18), and what
   * people write between the digits is not kept.
   */
  phone: /^[\s().-]*(\+[\s().-]*)?([0-9][\s().-]*){8,20}$/,
  /** 3 or 6 hex digits behind a hash (clients §3). */
  color: /^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$/,
  /** ISO 8601 date, or date and time with zone; the year 0 is none that PostgreSQL knows. */
  date: /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d))?$/,
} as const

/**
 * How a web address is written: https or http and nothing else, so that a link never runs a script (T51). Spelled out, since
 * `new URL` also takes `https:x` and drops line ends, so that what it parses is not what is stored.
 */
export const WEB_ADDRESS = /^[hH][tT][tT][pP][sS]?:\/\/\S+$/
/** A web address has no user name before its host: a password behind it would be read by everybody who sees the address. */
export const WITHOUT_USER = /^[^:]*:\/\/[^/?#\\@]*([/?#\\]|$)/

/**
 * Characters that no text holds: U+0000, which PostgreSQL cannot store, and the other controls but tab and line ends, those
 * behind ASCII included, which are commands to a terminal and nothing to a reader (U+009B begins one as ESC [ does). Source of a character class, for a RegExp and for JSON Schema.
 */
export const CONTROLS = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f'

/**
 * What a text of one line holds none of, beside those: tabs and line ends of every kind. A name
 * with one in it breaks the row of a list, of a sheet and of a terminal. Source of a character class as well.
 */
export const BREAKS = '\\u0009\\u000a\\u000d\\u2028\\u2029'

/**
 * What nobody sees: blanks of every width, marks that only steer how others are shown, and the empty cell of Braille. Text of
 * nothing else is nothing. Source of a character class that wants the flag `u`.
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
  'file',
])

/** Whether a kind's values are numbers that are read as such: a reference is a number too, and is not. */
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
