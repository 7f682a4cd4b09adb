import { mkdir, realpath } from 'node:fs/promises'
import { Kysely, sql } from 'kysely'
import { dialect } from './dialect'
import { lockDirectory } from './directory-lock'
import { Embedded } from './embedded'
import { Sessions } from './sessions'
import type { SessionsOptions } from './sessions'
import { runTransaction } from './transaction'
import type { Settings, TransactionOptions, TransactionSource, Tx } from './transaction'
import { unpackSeed } from './unpack-seed'

export type { Tx } from './transaction'

export type DatabaseOptions = {
  /** A PostgreSQL to connect to, as in DATABASE_URL. Absent or empty: the embedded database. */
  url?: string | undefined
  /** The embedded database's folder, made when missing. Absent: in memory. */
  folder?: string | undefined
  /** A dump (see `Database.dump`) that a new embedded database begins with; ignored where one exists. */
  seed?: Uint8Array<ArrayBuffer> | Blob | undefined
  /** Transactions that may wait for their turn; more are refused with BUSY. */
  queueLimit?: number | undefined
  /** The longest a query may take, ms. */
  deadline?: number | undefined
  /** Connections to a PostgreSQL. */
  poolSize?: number | undefined
}

export type Database = {
  kind: 'embedded' | 'postgres'
  /**
   * The owner's connection, without a scope: migrations and the few internals that work across all clients. Never use
   * it inside a transaction: the embedded database has one session, and that transaction has it.
   */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  kysely: Kysely<any>
  /** One transaction of the owner's. Requests go through `withScope` instead. */
  transaction: <T>(run: (tx: Tx) => Promise<T>, options?: TransactionOptions) => Promise<T>
  /** As `transaction`, with settings that hold until its end; `withScope` is its only caller. */
  transactionWith: <T>(settings: Settings, run: (tx: Tx) => Promise<T>, options?: TransactionOptions) => Promise<T>
  /** A gzipped tar of the whole embedded database, to be used as a `seed`. */
  dump?: () => Promise<Uint8Array<ArrayBuffer>>
  /** Resolves when the database answers; throws DatabaseError. */
  ping: () => Promise<void>
  close: () => Promise<void>
}

/** Time for PostgreSQL's own statement_timeout to speak before the connection is cut, ms. */
const POSTGRES_GRACE = 1_000
const CONNECT_PATIENCE = 5_000
/** A new folder without a seed takes up to ten seconds here; a start that hangs on a damaged one takes for ever. */
const START_PATIENCE = 60_000

/**
 * Opens the database of `options`: a PostgreSQL behind `url`, or the embedded one in `folder` or in memory.
 * Throws DatabaseError IN_USE with the holder's pid when another process has the folder, GONE when nothing answers.
 */
export async function openDatabase(options: DatabaseOptions = {}): Promise<Database> {
  const { queueLimit = 200, deadline = 15_000 } = options
  return options.url
    ? openPostgres(options.url, { queueLimit, deadline, size: options.poolSize ?? 10 })
    : openEmbedded(options, { queueLimit, deadline })
}

async function openPostgres(
  url: string,
  limits: Pick<SessionsOptions, 'queueLimit' | 'deadline' | 'size'>,
): Promise<Database> {
  const connection = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_PATIENCE,
    application_name: 'tocsin',
    options: '-c TimeZone=UTC -c DateStyle=ISO',
  }
  const sessions = new Sessions({ ...limits, grace: POSTGRES_GRACE, connection })
  const database = over(sessions, 'postgres', limits.deadline)
  return opened({ ...database, close: () => sessions.close() })
}

async function openEmbedded(
  options: DatabaseOptions,
  limits: Pick<SessionsOptions, 'queueLimit' | 'deadline'>,
): Promise<Database> {
  const seed = options.seed instanceof Blob ? new Uint8Array(await options.seed.arrayBuffer()) : options.seed
  let folder: string | undefined
  let unlock = async () => {}
  if (options.folder !== undefined) {
    await mkdir(options.folder, { recursive: true })
    folder = await realpath(options.folder)
    unlock = await lockDirectory(folder)
  }
  try {
    if (folder && seed) await unpackSeed(seed, folder)
    const embedded = new Embedded({ ...(folder ? { folder } : seed && { seed }) })
    const connection = {
      stream: embedded.stream as never,
      user: 'postgres',
      database: 'postgres',
      idleTimeoutMillis: 0,
      connectionTimeoutMillis: START_PATIENCE,
    }
    const sessions = new Sessions({ ...limits, size: 1, grace: 0, connection })
    return await opened({
      ...over(sessions, 'embedded', limits.deadline),
      dump: async () => {
        const session = await sessions.acquire()
        try {
          return await embedded.dump()
        } finally {
          session.end()
        }
      },
      close: async () => {
        await sessions.close()
        await embedded.stopped()
        await unlock()
      },
    })
  } catch (error) {
    await unlock()
    throw error
  }
}

function over(sessions: Sessions, kind: Database['kind'], deadline: number): Omit<Database, 'close'> {
  const ours = dialect(sessions)
  const kysely = new Kysely({ dialect: ours })
  const source: TransactionSource = { kind, sessions, kysely, dialect: ours, driver: ours.createDriver(), deadline }
  const transactionWith: Database['transactionWith'] = (settings, run, options) =>
    runTransaction(source, settings, run, options)
  return {
    kind,
    kysely,
    transactionWith,
    transaction: (run, options) => transactionWith({}, run, options),
    ping: async () => {
      await sql`select 1`.execute(kysely)
    },
  }
}

/** The first answer proves that there is a database, and it is the caller who hears if there is none. */
async function opened(database: Database): Promise<Database> {
  try {
    await database.ping()
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
