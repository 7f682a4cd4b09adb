import { Transaction } from 'kysely'
import type { Dialect, Driver, Kysely } from 'kysely'
import { DatabaseError } from './database-error'
import type { Session } from './session'
import type { Sessions } from './sessions'
import type { Party } from './turns'

/** Kysely inside one transaction, on which queries are written. */
// The tables are declared in the migrations. The resources have the types of their rows.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Tx = Transaction<any>

export type TransactionOptions = {
  readOnly?: boolean
  /** The deadline of a query, in ms. By default that of the database. */
  deadline?: number
  /** True if the same request runs another transaction at once, in the turn of this one. */
  keepTurn?: boolean
}

/** Settings that hold until the transaction's end, by name. */
export type Settings = Record<string, string>

export type TransactionSource = {
  kind: 'embedded' | 'postgres'
  sessions: Sessions
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  kysely: Kysely<any>
  driver: Driver
  dialect: Dialect
  deadline: number
}

const sessionsByTx = new WeakMap<Tx, Session>()
const afterwards = new WeakMap<Tx, (() => void)[]>()

/** Calls `run` after a transaction is committed, and never if it is rolled back. */
export function afterCommit(tx: Tx, run: () => void): void {
  const waiting = afterwards.get(tx)
  if (waiting) waiting.push(run)
  else afterwards.set(tx, [run])
}

/**
 * Runs `run` in one transaction, in the party's turn. Commits if it resolves and rolls back if it throws; its own
 * errors pass unchanged. The settings are sent with BEGIN and the first query. If they fail, the transaction is aborted
 * and every query in it is refused, so that nothing runs without its scope.
 */
export async function runTransaction<T>(
  source: TransactionSource,
  party: Party,
  settings: Settings,
  run: (tx: Tx) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const start = beginning(source, settings, options)
  const session = await source.sessions.acquire(party, options)
  session.begin(start)
  const { kysely, driver, dialect } = source
  const executor = kysely.getExecutor().withConnectionProvider({ provideConnection: (consumer) => consumer(session) })
  const tx: Tx = new Transaction({ config: { dialect }, driver, dialect, executor })
  sessionsByTx.set(tx, session)

  let result: T
  try {
    result = await session.untilTimeout(run(tx))
    await session.begun()
  } catch (error) {
    await leave(session, 'rollback').catch(() => undefined)
    // If the scope could not be set, every query fails with "transaction is aborted". The first error is the cause.
    await session.begun()
    throw error
  }
  const left = leave(session, 'commit')
  if (!options.readOnly) {
    if (!(await left)) throw new DatabaseError('OTHER', { sqlState: '25P02' }) // a swallowed error: all was rolled back
    for (const wake of afterwards.get(tx) ?? []) wake()
    return result
  }
  // Nothing was written, so the caller need not wait for the end of the transaction.
  left.catch(() => undefined)
  return result
}

function beginning(source: TransactionSource, settings: Settings, options: TransactionOptions): string {
  const values = Object.entries(settings)
  // The embedded engine ignores statement_timeout; there the session's own deadline ends a query.
  if (source.kind === 'postgres')
    values.push(['statement_timeout', String(Math.ceil(options.deadline ?? source.deadline))])
  const begin = options.readOnly ? 'begin read only' : 'begin'
  return values.length === 0 ? begin : `${begin};select ${values.map(setLocally).join(',')}`
}

/**
 * Returns a setting as SQL text, without parameters, so that it can be sent with BEGIN. Only names and numbers are
 * accepted.
 */
function setLocally([name, value]: [string, string]): string {
  if (!/^[a-z_.]+$/.test(name) || !/^[a-z0-9_,]*$/.test(value)) throw new TypeError('setting')
  return `set_config('${name}','${value}',true)`
}

/** Runs several statements without parameters, such as a migration file, inside a transaction. */
export async function runScript(tx: Tx, text: string): Promise<void> {
  await sessionsByTx.get(tx)?.script(text)
}

async function leave(session: Session, command: 'commit' | 'rollback'): Promise<boolean> {
  try {
    return await session.finish(command)
  } finally {
    session.end()
  }
}
