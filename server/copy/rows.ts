import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../db/transaction'
import type { Table } from './catalog'

/** The number of a table's rows, and the SHA-256 of its lines in hexadecimal. */
export type Figures = { rows: number; sha256: string }

/** The size that the rows of one batch should have, in bytes, and the most rows of one. */
const BATCH = 1024 * 1024
const MOST = 1_000
/** The first batch of a table, whose rows may all be large. */
const FIRST = 16
/** The most rows of a batch with files in it: each may have eight megabytes. */
const FILES = 4

/** Counts and sums up lines. */
export function createSum(): { add: (lines: readonly string[]) => void; figures: () => Figures } {
  const hash = createHash('sha256')
  let rows = 0
  return {
    add(lines) {
      if (lines.length === 0) return
      hash.update(`${lines.join('\n')}\n`)
      rows += lines.length
    },
    figures: () => ({ rows, sha256: hash.digest('hex') }),
  }
}

/** The settings by which two databases write a value alike. */
export const SAME_TEXTS = sql`select set_config('TimeZone', 'UTC', true), set_config('DateStyle', 'ISO, MDY', true),
  set_config('extra_float_digits', '1', true), set_config('bytea_output', 'hex', true),
  set_config('idle_in_transaction_session_timeout', '0', true), set_config('app.scope', 'all', true)`

/**
 * Reads a table in batches of lines, in the order of its primary key. A line is the JSON list of a row's columns: texts as
 * PostgreSQL writes them, or null. Two databases with the same rows have the same lines.
 */
export async function* readRows(tx: Tx, { name, columns }: Table): AsyncGenerator<string[]> {
  const texts = sql.join(columns.map((column) => sql`${sql.ref(column.name)}::text`))
  const keys = columns.filter(({ key }) => key !== null).sort((one, other) => one.key! - other.key!)
  // Collations differ between two systems. Bytes do not.
  const order = (keys.length > 0 ? keys : columns).map(({ name, collated }) =>
    collated ? sql`${sql.ref(name)} collate "C"` : sql.ref(name),
  )
  // Sorted within, so that only the rows of a batch are turned into texts.
  await sql`declare tocsin_rows no scroll cursor for
    select array_to_json(array[${texts}])::text as line
    from (select * from ${sql.table(name)} order by ${sql.join(order)}) sorted`.execute(tx)
  const most = columns.some(({ type }) => type === 'bytea') ? FILES : MOST
  let count = Math.min(FIRST, most)
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch forward ${sql.raw(String(count))} from tocsin_rows`.execute(tx)
    if (rows.length === 0) break
    const lines = rows.map(({ line }) => line)
    yield lines
    const average = lines.reduce((size, line) => size + line.length, 0) / lines.length
    count = Math.max(1, Math.min(most, count * 2, Math.floor(BATCH / average)))
  }
  await sql`close tocsin_rows`.execute(tx)
}

/** Reads a whole table and returns its figures. */
export async function figuresOf(tx: Tx, table: Table, between: () => void = () => undefined): Promise<Figures> {
  const sum = createSum()
  for await (const lines of readRows(tx, table)) {
    sum.add(lines)
    between()
  }
  return sum.figures()
}

/** Writes lines into a table, whose columns they have in this order. */
export async function insertRows(tx: Tx, { name, columns }: Table, lines: readonly string[]): Promise<void> {
  const names = columns.map((column) => sql.ref(column.name))
  const values = columns.map(({ type }, index) => sql`(line->>${sql.raw(String(index))})::${sql.raw(type)}`)
  await sql`insert into ${sql.table(name)} (${sql.join(names)}) overriding system value
    select ${sql.join(values)} from jsonb_array_elements(${`[${lines.join(',')}]`}::jsonb) line`.execute(tx)
}

/** Empties a table. */
export async function truncate(tx: Tx, { name }: Table): Promise<void> {
  await sql`truncate ${sql.table(name)}`.execute(tx)
}
