import { existsSync, realpathSync } from 'node:fs'
import { randomInt } from 'node:crypto'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { isPostgresUrl } from '@tocsin/core/base/postgres-url'
import type { Locale } from '@tocsin/core/base/constants'
import { archiveSource, checkArchive, writeArchive } from '../copy/archive'
import { CopyError, refuseAborted } from '../copy/copy-error'
import { load, type LoadOptions } from '../copy/load'
import type { Figures } from '../copy/rows'
import { refuseInService, withSource } from '../copy/source'
import { DatabaseError } from '../db/database-error'
import { LoginError } from '../db/login'
import { MigrationError, readMigrations } from '../db/migrate'
import { openDatabase, type Database } from '../db/open'
import { claimFolder, FolderError } from '../db/private-folder'
import { StartLockError, withStartLock } from '../db/start-lock'
import { explain } from './explain'
import { say } from './messages'
import { databaseIn, dataFolder, hasDatabase, IN_DATA_FOLDER } from './places'

/** The commands of an operator on the database itself, for `tocsin db`. No server takes part in them. */
export type DatabaseCommand = {
  /** The environment of the server, which says where its database is. */
  env: NodeJS.ProcessEnv
  locale: Locale
  version: string
  signal?: AbortSignal | undefined
  progress?: LoadOptions['progress']
  /** Called before a wait for a server that prepares the database. */
  waits?: (() => void) | undefined
}

export type Copied = {
  /** Where it came from and where it is now, as a person names it. */
  from: string
  to: string
  tables: ({ table: string } & Figures)[]
  /** The version and the time of a backup, in ISO 8601. */
  version?: string
  createdAt?: string
  /** The size of the backup in bytes. */
  bytes?: number
  /** The number of tables that an interrupted run had copied. */
  kept?: number
  /** True if the target had all of it already. */
  unchanged?: boolean
}

/**
 * The refusal of a command. `code` is that of the error: of a CopyError, a DatabaseError (IN_USE, GONE, DISK_FULL …), or
 * FOLDER, LOGIN, URL. `message` says what is wrong and what to do, in the language of the command.
 */
export class DatabaseCommandError extends Error {
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'DatabaseCommandError'
    this.code = code
  }
}

/** A place of a database: a data folder, or a PostgreSQL by the URL of its owner. `isTarget`: the URL is that of `--to`. */
type Place = { folder: string } | { url: string; isTarget?: true }

/** Longer than any statement takes: a foreign key of millions of rows is checked in one. */
const DEADLINE = 60 * 60_000

/** Writes a backup of the server's database into a new file. A server on PostgreSQL may go on meanwhile. */
export function backup(command: DatabaseCommand, file: string): Promise<Copied> {
  const from = placeOfServer(command)
  return explained(command, from, () =>
    withDatabase(command, from, async (database) =>
      withSource(database, { ...(await about(command)), place: nameOf(from) }, async (source) => {
        const createdAt = new Date().toISOString()
        const { figures, bytes } = await writeArchive(file, source, { version: command.version, createdAt })
        return { from: nameOf(from), to: file, tables: listed(figures), bytes }
      }),
    ),
  )
}

/** Reads a backup to its end and checks it. */
export function verify(command: DatabaseCommand, file: string): Promise<Copied> {
  return explained(command, { folder: file }, async () => {
    const { head, figures } = await checkArchive(file, () => refuseAborted(command.signal))
    const { version, createdAt, database } = head
    return { from: database, to: file, tables: listed(figures), version, createdAt }
  })
}

/** Writes a backup into the server's database, which has to be empty. Nothing is written before the whole file is checked. */
export function restore(command: DatabaseCommand, file: string): Promise<Copied> {
  const to = placeOfServer(command)
  return explained(command, to, async () => {
    const archive = await checkArchive(file, () => refuseAborted(command.signal))
    return withTarget(command, to, async (target) => {
      const options = { ...command, migrations: await readMigrations(), place: nameOf(to) }
      const { figures, ...more } = await load(target, archiveSource(file, archive), options)
      return { from: file, to: nameOf(to), tables: listed(figures), ...more }
    })
  })
}

/** Copies the server's database into another, empty one. The source stays as it is. */
export function move(command: DatabaseCommand, to: string): Promise<Copied> {
  const from = placeOfServer(command)
  const target: Place = isPostgresUrl(to) ? { url: to, isTarget: true } : { folder: resolve(to) }
  return explained(command, target, async () => {
    // A folder is locked while it is read: the lock would name this process as the one to stop.
    if ('folder' in from && 'folder' in target && realPath(from.folder) === realPath(target.folder))
      throw new CopyError('SAME', { place: nameOf(target) })
    return withDatabase(command, from, (database) =>
      withStartLock(
        database,
        () => command.waits?.(),
        async () => {
          const place = nameOf(from)
          await database.transaction((tx) => refuseInService(tx, database.kind, place))
          return withSource(database, { ...(await about(command)), place, alone: true }, async (source, tx) => {
            const key = randomInt(2 ** 47)
            await sql`select pg_try_advisory_xact_lock(${key})`.execute(tx)
            return withTarget(
              command,
              target,
              async (opened) => {
                const options = { ...command, migrations: await readMigrations(), place: nameOf(target) }
                const { figures, ...more } = await load(opened, source, options)
                return { from: place, to: nameOf(target), tables: listed(figures), ...more }
              },
              key,
            )
          })
        },
      ),
    )
  })
}

/** Returns the path of a folder without links, as it is where there is no folder yet. */
const realPath = (folder: string): string => (existsSync(folder) ? realpathSync(folder) : folder)

const about = async ({ signal }: DatabaseCommand) => ({ expected: await readMigrations(), signal })

const listed = (figures: Map<string, Figures>) => [...figures].map(([table, one]) => ({ table, ...one }))

/** Returns the place that the server's variables name. Throws URL if they name no PostgreSQL and no folder. */
function placeOfServer({ env, locale }: DatabaseCommand): Place {
  const url = env['TOCSIN_DATABASE_OWNER_URL'] || env['DATABASE_URL']
  if (!url) return { folder: dataFolder(env) }
  // The message leaves out the value, which may hold a password.
  if (!isPostgresUrl(url)) throw new DatabaseCommandError('URL', say(locale, 'databaseUrl'))
  return { url }
}

/** Returns how a person names a place: without the login and the password of its URL. */
function nameOf(place: Place): string {
  if ('folder' in place) return place.folder
  try {
    const { host, pathname } = new URL(place.url)
    return `postgres://${host}${pathname}`
  } catch {
    return 'PostgreSQL'
  }
}

async function withDatabase<T>(
  command: DatabaseCommand,
  place: Place,
  run: (database: Database) => Promise<T>,
): Promise<T> {
  if ('folder' in place && !hasDatabase(place.folder)) throw new CopyError('ABSENT', { place: place.folder })
  return closing(await openAt(command, place), run)
}

/** Opens a target, which may not be there yet. `key`: the advisory lock that the source has. */
async function withTarget<T>(
  command: DatabaseCommand,
  place: Place,
  run: (database: Database) => Promise<T>,
  key?: number,
): Promise<T> {
  const isNew = 'folder' in place && !hasDatabase(place.folder)
  if ('folder' in place) await claimFolder(place.folder, IN_DATA_FOLDER)
  // Laid out elsewhere and put in its place whole: an engine that is killed while it makes its files leaves none that start.
  const seed = isNew ? await emptySeed() : undefined
  return closing(await openAt(command, place, seed), async (database) => {
    if (key !== undefined && database.kind === 'postgres') await refuseSame(database, key, nameOf(place))
    return withStartLock(
      database,
      () => command.waits?.(),
      async () => {
        await database.transaction((tx) => refuseInService(tx, database.kind, nameOf(place)))
        return run(database)
      },
    )
  })
}

/** Throws SAME for the database that holds the lock already. */
async function refuseSame(database: Database, key: number, place: string): Promise<void> {
  const { rows } = await database.transaction((tx) =>
    sql<{ isFree: boolean }>`select pg_try_advisory_xact_lock(${key}) as "isFree"`.execute(tx),
  )
  if (!rows[0]?.isFree) throw new CopyError('SAME', { place })
}

async function emptySeed(): Promise<Uint8Array<ArrayBuffer>> {
  return closing(await openDatabase(), async (database) => database.dump!())
}

function openAt(command: DatabaseCommand, place: Place, seed?: Uint8Array<ArrayBuffer>): Promise<Database> {
  const options = { deadline: DEADLINE, poolSize: 4, application: 'tocsin db' }
  const where = 'url' in place ? place : { folder: databaseIn(place.folder), seed }
  return explained(command, place, () => openDatabase({ ...options, ...where }), 'isTarget' in place)
}

async function closing<T>(database: Database, run: (database: Database) => Promise<T>): Promise<T> {
  try {
    return await run(database)
  } finally {
    await database.close()
  }
}

/**
 * Turns what `explain` has words for into a refusal of the command. `opensTarget`: the URL is not that of the server's
 * variables, but the one that a move was given.
 */
async function explained<T>(
  { locale }: DatabaseCommand,
  place: Place,
  run: () => Promise<T>,
  opensTarget = false,
): Promise<T> {
  try {
    return await run()
  } catch (error) {
    const code = codeOf(error)
    if (code === undefined) throw error
    const folder = 'folder' in place ? place.folder : ''
    const key = opensTarget && TARGET_MESSAGES[code]
    if (key) throw new DatabaseCommandError(code, say(locale, key, { place: nameOf(place) }))
    throw new DatabaseCommandError(code, explain(locale, error, { folder, host: '', port: 0 }))
  }
}

const TARGET_MESSAGES: Readonly<Record<string, 'targetGone' | 'targetRefuses'>> = {
  LOGIN: 'targetRefuses',
  GONE: 'targetGone',
}

function codeOf(error: unknown): string | undefined {
  if (error instanceof CopyError) return error.code === 'ABORTED' ? undefined : error.code
  if (error instanceof DatabaseError) {
    const isRefused = error.sqlState?.startsWith('28') === true || error.sqlState === '3D000'
    return isRefused ? 'LOGIN' : error.code
  }
  if (error instanceof MigrationError) return 'NEWER'
  if (error instanceof LoginError) return 'LOGIN'
  if (error instanceof StartLockError) return 'BUSY'
  return error instanceof FolderError ? 'FOLDER' : undefined
}
