import { sql, type RawBuilder } from 'kysely'

/** Returns a time as answers spell it, as SQL: `2026-01-20T14:12:00.000Z`. */
export const isoOf = (time: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
