import { Kysely, sql } from 'kysely'
import { DatabaseError } from './database-error'
import { dialect } from './dialect'
import { LISTEN } from './listen-apart'
import { lockDirectory } from './directory-lock'
import { Embedded } from './embedded'
import { adoptLogin, LoginError, loginName, makeLogin, nameOf, refusePrivileged, SERVER_LOGIN, urlAs } from './login'
import { makePrivate } from './private-folder'
import { Sessions } from './sessions'
import type { SessionsOptions } from './sessions'
import { runTransaction } from './transaction'
import type { Settings, TransactionOptions, TransactionSource, Tx } from './transaction'
import { SERVER, type Party } from './turns'
import { unpackSeed } from './unpack-seed'

export type { Tx } from './transaction'

export type DatabaseOptions = {
  /** The PostgreSQL to connect to, as the owner of its tables. Absent or empty: the embedded database. */
  url?: string | undefined
  /** The same PostgreSQL with the login of requests. Absent: the server creates one. */
  loginUrl?: string | undefined
  /** The folder of the embedded database, created if it is missing. Absent: the database is in memory. */
  folder?: string | undefined
  /** The dump (see `Database.dump`) with which a new embedded database begins. Ignored if there is a database. */
  seed?: Uint8Array<ArrayBuffer> | Blob | undefined
  /**
   * The number of transactions, of all parties together, that may wait for their turn. Further ones are refused with
   * BUSY (see Turns).
   */
  queueLimit?: number | undefined
  /** The longest a query may take, ms. */
  deadline?: number | undefined
  /** The number of connections to a PostgreSQL. */
  poolSize?: number | undefined
  /** The name of the connections to a PostgreSQL, by which a copy tells servers from itself. */
  application?: string | undefined
}

/** The database as requests see it: transactions with a scope, and nothing else. */
export type ScopedDatabase = {
  kind: 'embedded' | 'postgres'
  /** Runs one transaction with settings that hold until its end. `withScope` is its only caller. */
  transactionWith: <T>(settings: Settings, run: (tx: Tx) => Promise<T>, options?: TransactionOptions) => Promise<T>
  /** Returns the same database with the turns of another party. Without it, the turns are the server's own. */
  as: (this: ScopedDatabase, party: Party) => ScopedDatabase
  /**
   * Calls `heard` after each notification of happenings. Notifications are lost while the connection is: it is called when
   * the connection is back, too.
   */
  listen: (heard: () => void) => { stop: () => Promise<void> }
  /** Resolves when the database answers; throws DatabaseError. */
  ping: () => Promise<void>
  /** Frees the room of rows that were deleted or replaced. A PostgreSQL does so by itself, and has no such function. */
  tidy?: () => Promise<void>
  close: () => Promise<void>
}

/** The access of the owner, which a starting server needs for migrations, the signing key and the login of requests. */
export type Database = ScopedDatabase & {
  /**
   * The owner's connection, without a scope. Never use it inside a transaction: the embedded database has one session, and
   * that transaction has it.
   */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  kysely: Kysely<any>
  /** Runs one transaction of the owner. Requests use `withScope` instead. */
  transaction: <T>(run: (tx: Tx) => Promise<T>, options?: TransactionOptions) => Promise<T>
  /**
   * Opens the migrated database for requests. A PostgreSQL gets a pool of its own, logged in as a role that is not the
   * owner and cannot become it: by `loginUrl`, or with the given password as a role that is created here. The embedded
   * engine has only one session, that of a superuser. Requests share it and take on such a role for every transaction,
   * which SQL could drop again. It closes with either of the two databases. Throws LoginError.
   */
  forRequests: (password: string) => Promise<ScopedDatabase>
  /** Returns a gzipped tar of the whole embedded database, to be used as a `seed`. */
  dump?: () => Promise<Uint8Array<ArrayBuffer>>
}

/** The time that PostgreSQL's own statement_timeout has to act before the connection is cut, in ms. */
const POSTGRES_GRACE = 1_000
const CONNECT_PATIENCE = 5_000
/** The name of a server's connections to a PostgreSQL. */
export const SERVER_APPLICATION = 'tocsin'
/**
 * The time that a start may take, in ms. A new folder without a seed needs up to ten seconds; a damaged one hangs for
 * ever.
 */
const START_PATIENCE = 60_000

/**
 * The tables of which much is dead, by the rule of PostgreSQL's own autovacuum, which the embedded engine does not have. Tables
 * over 64 MB are left alone: nobody else is served while one is vacuumed.
 */
const DIRTY = sql<{ name: string }>`select relname as name from pg_stat_user_tables
  where schemaname = 'public' and n_dead_tup > 50 + 0.2 * n_live_tup and pg_relation_size(relid) < 64 * 1024 * 1024`

/**
 * Opens the database of `options`: the PostgreSQL at `url`, or the embedded database in `folder` or in memory. Throws
 * DatabaseError: IN_USE with the holder's pid if another process has the folder, GONE if no database answers.
 */
export async function openDatabase(options: DatabaseOptions = {}): Promise<Database> {
  const { queueLimit = 200, deadline = 15_000 } = options
  return options.url
    ? openPostgres(options.url, options.loginUrl, {
        queueLimit,
        deadline,
        size: options.poolSize ?? 10,
        application: options.application ?? SERVER_APPLICATION,
      })
    : openEmbedded(options, { queueLimit, deadline })
}

type PostgresLimits = Pick<SessionsOptions, 'queueLimit' | 'deadline' | 'size'> & { application: string }

async function openPostgres(url: string, loginUrl: string | undefined, limits: PostgresLimits): Promise<Database> {
  const owner: Database = await opened({
    ...connected(url, limits),
    forRequests: async (password) => {
      const served = loginUrl === undefined ? await loggedIn(password) : await opened(connected(loginUrl, limits))
      try {
        await refusePrivileged(served)
        if (loginUrl !== undefined) await adoptLogin(owner, await nameOf(served))
        return served
      } catch (error) {
        await served.close()
        throw error
      }
    },
  })
  const loggedIn = async (password: string) => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(owner.kysely)
    const database = rows[0]?.name ?? ''
    const login = loginName(database)
    await makeLogin(owner, login, password)
    return opened(connected(urlAs(url, database, login, password), limits)).catch((error: unknown) => {
      throw error instanceof DatabaseError && error.sqlState?.startsWith('28')
        ? new LoginError('REFUSED', login)
        : error
    })
  }
  return owner
}

function connected(url: string, limits: PostgresLimits) {
  const connection = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_PATIENCE,
    application_name: limits.application,
    // Queries outside of a transaction have the deadline as well, and a query whose connection was cut stops. Parallel
    // workers are off: starting them takes longer than most queries, even if they then find nothing to read.
    options: `-c TimeZone=UTC -c DateStyle=ISO -c statement_timeout=${limits.deadline} -c max_parallel_workers_per_gather=0 -c client_connection_check_interval=1s`,
  }
  const sessions = new Sessions({ ...limits, grace: POSTGRES_GRACE, connection })
  return { ...over(sessions, 'postgres', limits.deadline), close: () => sessions.close() }
}

async function openEmbedded(
  options: DatabaseOptions,
  limits: Pick<SessionsOptions, 'queueLimit' | 'deadline'>,
): Promise<Database> {
  const seed = options.seed instanceof Blob ? new Uint8Array(await options.seed.arrayBuffer()) : options.seed
  let folder: string | undefined
  let unlock = async () => {}
  if (options.folder !== undefined) {
    folder = await makePrivate(options.folder)
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
    // This has to be set once, or the engine does not return to this user after a transaction of another user.
    const atConnect = `set session authorization ${connection.user};${LISTEN}`
    const sessions = new Sessions({ ...limits, size: 1, grace: 0, connection, atConnect, hears: true })
    const database: Database = {
      ...over(sessions, 'embedded', limits.deadline),
      tidy: async () => {
        await sql`select pg_stat_force_next_flush()`.execute(database.kysely)
        const { rows } = await DIRTY.execute(database.kysely)
        // One after the other, so that requests are answered in between.
        for (const { name } of rows) await sql`vacuum ${sql.table(name)}`.execute(database.kysely)
      },
      forRequests: async () => {
        await makeLogin(database, SERVER_LOGIN)
        const { kind, close, listen, tidy } = database
        const asLogin = { session_authorization: SERVER_LOGIN }
        const loggedIn = ({ transactionWith, ping }: ScopedDatabase): ScopedDatabase => ({
          kind,
          ping,
          close,
          listen,
          ...(tidy && { tidy }),
          transactionWith: (settings, run, more) => transactionWith({ ...asLogin, ...settings }, run, more),
          as: (party) => loggedIn(database.as(party)),
        })
        return loggedIn(database)
      },
      dump: async () => {
        const session = await sessions.acquire(SERVER)
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
    }
    return await opened(database)
  } catch (error) {
    await unlock()
    throw error
  }
}

function over(sessions: Sessions, kind: Database['kind'], deadline: number): Omit<Database, 'close' | 'forRequests'> {
  const ours = dialect(sessions)
  const kysely = new Kysely({ dialect: ours })
  const source: TransactionSource = { kind, sessions, kysely, dialect: ours, driver: ours.createDriver(), deadline }
  const inTurnOf = (party: Party): Pick<Database, 'transactionWith' | 'transaction' | 'ping'> => {
    const transactionWith: Database['transactionWith'] = (settings, run, options) =>
      runTransaction(source, party, settings, run, options)
    return {
      transactionWith,
      transaction: (run, options) => transactionWith({}, run, options),
      ping: async () => {
        await transactionWith({}, (tx) => sql`select 1`.execute(tx))
      },
    }
  }
  return {
    kind,
    kysely,
    listen: (heard) => sessions.listen(heard),
    ...inTurnOf(SERVER),
    as(this: ScopedDatabase, party) {
      return { ...this, ...inTurnOf(party) }
    },
  }
}

/** Returns the database after it has answered a query. Throws DatabaseError if it does not. */
async function opened<T extends ScopedDatabase>(database: T): Promise<T> {
  try {
    await database.ping()
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
