import { sql } from 'kysely'
import type { Database } from '../db/open'
import { migrate, type Migration } from '../db/migrate'
import type { Tx } from '../db/transaction'
import { isSame } from './archive'
import { readApplied, readTables, setSequences, type Applied, type Table } from './catalog'
import { CopyError, refuseAborted } from './copy-error'
import { hold, isHeld, note, readJournal, release } from './journal'
import { createSum, figuresOf, insertRows, SAME_TEXTS, truncate, type Figures } from './rows'
import type { Source, SourceTable } from './source'

export type LoadOptions = {
  /** The migrations of this program, by which the target gets its schema. */
  migrations: readonly Migration[]
  /** The name of the target in messages. */
  place: string
  /** Told of each step: a table that is read or checked, and the rows so far. */
  progress?: ((step: { table: string; rows: number; checks: boolean }) => void) | undefined
  signal?: AbortSignal | undefined
}

export type Loaded = {
  figures: Map<string, Figures>
  /** True if the target had all of it already, from a run that ended. */
  unchanged: boolean
  /** The number of tables that were in already, from a run that was interrupted. */
  kept: number
}

/** The size of the rows that are written at once, in characters. */
const BATCH = 1024 * 1024

/** Long statements, such as checking a foreign key of a large table. */
const DEADLINE = { deadline: 60 * 60_000 }

/**
 * Copies a source into an empty database, and returns the figures of its tables. A copy that is interrupted at any moment
 * goes on when it is called again; until it ends, no server serves the target. A table counts as copied if the source still
 * has what was copied. At the end every table is read back and compared. Throws CopyError.
 */
export async function load(target: Database, source: Source, options: LoadOptions): Promise<Loaded> {
  const { migrations, place, signal } = options
  const schema = schemaOf(source.migrations, migrations)
  const journal = await prepare(target, source, schema, place)
  const figures = new Map<string, Figures>()
  let kept = 0
  if (journal === 'done') {
    await finish(target, migrations)
    for await (const { name } of source.tables()) figures.set(name, (await source.figuresOf(name))!)
    return { figures, unchanged: true, kept: figures.size }
  }
  for await (const given of source.tables()) {
    refuseAborted(signal)
    const known = journal.get(given.name)
    const before = known && (await source.figuresOf(given.name))
    if (known && before && isSame(known, before)) {
      kept += 1
      figures.set(given.name, known)
    } else figures.set(given.name, await copyTable(target, given, options))
  }
  const sequences = await source.sequences()
  await inTarget(target, async (tx) => {
    await check(tx, figures, options)
    await setSequences(tx, sequences)
    await release(tx)
  })
  await finish(target, migrations)
  return { figures, unchanged: false, kept }
}

/** Brings a backup of an older version up to this one, as a server would at its start, and lets the planner know the rows. */
async function finish(target: Database, migrations: readonly Migration[]): Promise<void> {
  await migrate(target, [...migrations])
  await sql`analyze`.execute(target.kysely)
}

const inTarget = <T>(target: Database, run: (tx: Tx) => Promise<T>): Promise<T> =>
  target.transaction(async (tx) => {
    await SAME_TEXTS.execute(tx)
    return run(tx)
  }, DEADLINE)

/** Returns those of this program's migrations that the source has. Throws NEWER if the source has others. */
function schemaOf(given: readonly Applied[], ours: readonly Migration[]): Migration[] {
  const other = given.find(({ name, hash }, index) => ours[index]?.name !== name || ours[index].hash !== hash)
  if (other) throw new CopyError('NEWER', { migration: other.name })
  return ours.slice(0, given.length)
}

/**
 * Gives the target the schema of the source and begins the journal, or returns what it says of an earlier run. Returns 'done'
 * if an earlier run has ended, and nothing has changed since.
 */
async function prepare(
  target: Database,
  source: Source,
  schema: Migration[],
  place: string,
): Promise<Map<string, Figures> | 'done'> {
  const begun = await inTarget(target, async (tx) => {
    if (await isHeld(tx)) return readJournal(tx, schema)
    const applied = (await readApplied(tx)) ?? []
    const isFilled = applied.length > 0 && (await hasUsers(tx))
    if (isFilled && applied.length === schema.length && (await isCopied(tx, source))) return 'done'
    if (isFilled) throw new CopyError('NOT_EMPTY', { place })
    const ahead = applied.find(({ name }) => !schema.some((one) => one.name === name))
    if (ahead) throw new CopyError('AHEAD', { place, migration: ahead.name })
    return undefined
  })
  if (begun) return begun
  await migrate(target, schema)
  await inTarget(target, async (tx) => {
    if (await hasUsers(tx)) throw new CopyError('NOT_EMPTY', { place })
    await hold(tx, schema)
  })
  return new Map()
}

/** Returns whether somebody works with a database: without a user, only the server's start has written into it. */
async function hasUsers(tx: Tx): Promise<boolean> {
  const { rows } = await sql`select from users limit 1`.execute(tx)
  return rows.length > 0
}

/** Returns whether every table of the target is as in the source. */
async function isCopied(tx: Tx, source: Source): Promise<boolean> {
  for (const table of await readTables(tx)) {
    const wanted = await source.figuresOf(table.name)
    if (!wanted || !isSame(wanted, await figuresOf(tx, table))) return false
  }
  return true
}

function copyTable(target: Database, given: SourceTable, { progress, signal }: LoadOptions): Promise<Figures> {
  return inTarget(target, async (tx) => {
    const table = await tableFor(tx, given)
    const sum = createSum()
    let rows = 0
    await truncate(tx, table)
    for await (const lines of given.rows) {
      refuseAborted(signal)
      sum.add(lines)
      for (const batch of batches(lines)) await insertRows(tx, table, batch)
      rows += lines.length
      progress?.({ table: given.name, rows, checks: false })
    }
    const figures = sum.figures()
    await note(tx, given.name, figures)
    return figures
  })
}

/** Returns the target's table with its columns in the order of the source. */
async function tableFor(tx: Tx, { name, columns }: SourceTable): Promise<Table> {
  const found = (await readTables(tx)).find((table) => table.name === name)
  const ordered = columns.map((column) => found?.columns.find((one) => one.name === column))
  if (!found || found.columns.length !== columns.length || ordered.includes(undefined))
    throw new CopyError('DIFFERS', { table: name })
  return { name, columns: ordered as Table['columns'] }
}

function* batches(lines: readonly string[]): Generator<string[]> {
  let batch: string[] = []
  let size = 0
  for (const line of lines) {
    if (size > 0 && size + line.length > BATCH) {
      yield batch
      batch = []
      size = 0
    }
    batch.push(line)
    size += line.length
  }
  if (batch.length > 0) yield batch
}

/** Reads the tables of the target back. Throws DIFFERS for the first one that is not what was copied. */
async function check(tx: Tx, figures: Map<string, Figures>, { progress, signal }: LoadOptions): Promise<void> {
  for (const table of await readTables(tx)) {
    const copied = figures.get(table.name)
    progress?.({ table: table.name, rows: 0, checks: true })
    const found = await figuresOf(tx, table, () => refuseAborted(signal))
    if (!copied || !isSame(copied, found)) throw new CopyError('DIFFERS', { table: table.name })
  }
}
