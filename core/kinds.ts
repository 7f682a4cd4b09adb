import type { FieldType } from './resource'

/** The largest id a 32-bit integer column holds. */
export const MAX_ID = 2_147_483_647

/** Longest texts in characters (code points), largest lists in items, deepest JSON in levels: ours, so that no field is unbounded. */
export const LIMITS = { text: 255, longtext: 10_000, html: 500_000, items: 1_000, depth: 12 }

/** How the kinds with a form of their own are written. */
export const PATTERNS = {
  /** Standard address: no blank, one @, no doubled or outer dot, a dotted domain (console §5). */
  email: /^[^\s@."<>()[\]\\,;:]+(\.[^\s@."<>()[\]\\,;:]+)*@[^\s@.,;:"<>()[\]\\]+(\.[^\s@.,;:"<>()[\]\\]+)+$/,
  /** 8 to 20 digits, country code included; the leading plus is added where it is left out (console §5, USERS-18). */
  phone: /^\+?[0-9]{8,20}$/,
  /** 3 or 6 hex digits behind a hash (clients §3). */
  color: /^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$/,
  /** ISO 8601 date, or date and time with zone; the year 0 is none that PostgreSQL knows. */
  date: /^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,6})?)?(Z|[+-](0\d|1[0-4]):[0-5]\d))?$/,
} as const

/**
 * Characters that no text holds: U+0000, which PostgreSQL cannot store, and the other controls but tab and line ends, which
 * are commands to a terminal and nothing to a reader. Source of a character class, for a RegExp and for JSON Schema.
 */
export const CONTROLS = '\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f'

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
  'file',
])
