import pg from 'pg'
import type { CustomTypesConfig } from 'pg'

// Object identifiers of PostgreSQL's built-in types (pg_type.dat).
const INT8 = 20
const DATE = 1082
const TIMESTAMPTZ = 1184
const NUMERIC = 1700

const inUtc = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/

/** Turns '2024-05-06 07:08:09.123456+00' into JSON's '2024-05-06T07:08:09.123Z', without a Date in between. */
function isoTimestamp(text: string): string {
  const match = inUtc.exec(text)
  if (!match) {
    const date = pg.types.getTypeParser(TIMESTAMPTZ)(text)
    return date instanceof Date ? date.toISOString() : String(date)
  }
  return `${match[1]}T${match[2]}.${(match[3] ?? '').slice(0, 3).padEnd(3, '0')}Z`
}

const parsers = new Map<number, (text: string) => unknown>([
  [INT8, Number], // counts and identifiers stay far below 2^53
  [NUMERIC, Number],
  [DATE, String], // a calendar day has no time zone; a Date would give it one
  [TIMESTAMPTZ, isoTimestamp],
])

/** The conversion of column values: bigint and numeric → number, date → 'YYYY-MM-DD', timestamptz → ISO text in UTC. */
export const resultTypes: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) ||
    pg.types.getTypeParser(oid, format)) as CustomTypesConfig['getTypeParser'],
}
