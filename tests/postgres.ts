import { chownSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { execFile, spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { findPostgres, installPostgres } from '../scripts/setup-postgres.mjs'
import { memoryFolder } from '../scripts/memory-folder.mjs'

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface ProvidedContext {
    /** The owner's way into the server's first database, from which tests make their own. */
    postgresUrl: string
  }
}

export type PostgresServer = {
  url: string
  folder: string
  start: () => Promise<void>
  stop: (signal?: NodeJS.Signals) => Promise<void>
}

/** Ends the server with the process that started it, however that ends: then the pipe on its standard input closes. */
const WATCHED = '"$@" & read -r _; kill -INT $! 2>/dev/null; wait'
const PREFIX = 'tocsin-pg-'
/** Longer than any run takes, ms. */
const ABANDONED = 3 * 60 * 60_000
/** Every 50 ms, for half a minute. */
const START_ATTEMPTS = 600

/** vitest's globalSetup for the runs on PostgreSQL: a server for this run only, gone with it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const base = memoryFolder()
  if (base) removeAbandoned(base)
  const server = await temporaryPostgres(base)
  project.provide('postgresUrl', server.url)
  return async () => {
    await server.stop()
    await rm(server.folder, { recursive: true, force: true })
  }
}

/** Removes data that killed runs have left in memory, where nobody else would. */
function removeAbandoned(base: string): void {
  for (const name of readdirSync(base).filter((one) => one.startsWith(PREFIX))) {
    const folder = join(base, name)
    const isOld = Date.now() - statSync(folder).mtimeMs > ABANDONED
    if (isOld && !existsSync(join(folder, 'data/postmaster.pid'))) rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Starts a PostgreSQL in a temporary folder of `base`, on a unix socket in it and nowhere else, without fsync for
 * speed. The url is that of a role which is no superuser, so that row level security holds as in production.
 */
export async function temporaryPostgres(base = '/tmp'): Promise<PostgresServer> {
  const programs = findPostgres() ?? (installPostgres() ? findPostgres() : undefined)
  if (!programs) throw new Error('No PostgreSQL (initdb, postgres) was found: install it or set TOCSIN_POSTGRES_BIN.')

  // PostgreSQL refuses to run as root; /tmp because a folder below a home is closed to another user, and short because
  // a socket's path may have 107 characters.
  const folder = await mkdtemp(join(base, PREFIX))
  const user = process.getuid?.() === 0 ? await unprivileged() : undefined
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const options = { ...user, cwd: folder, env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C.UTF-8' } }
  await promisify(execFile)(
    join(programs, 'initdb'),
    ['-D', data, '-A', 'trust', '-U', 'tocsin_superuser', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    options,
  )
  const settings = [
    'listen_addresses=',
    'fsync=off',
    'full_page_writes=off',
    'max_connections=200',
    'timezone=UTC',
    'jit=off',
    'autovacuum=off',
  ]
  const flags = ['-D', data, '-k', folder, ...settings.flatMap((setting) => ['-c', setting])]
  let running: ChildProcess | undefined

  const start = async () => {
    running = spawn('sh', ['-c', WATCHED, 'sh', join(programs, 'postgres'), ...flags], {
      ...options,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    await answering(folder)
  }
  const stop = async (signal: NodeJS.Signals = 'SIGINT') => {
    const child = running
    running = undefined
    if (!child) return
    const exited = new Promise((resolve) => child.once('exit', resolve))
    process.kill(Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]), signal)
    child.stdin?.end()
    await exited
  }
  await start()
  const admin = superuser(folder)
  await admin.connect()
  await admin.query('create role tocsin_owner login createdb createrole')
  await admin.end()
  return { url: `postgres://tocsin_owner@localhost/postgres?host=${encodeURIComponent(folder)}`, folder, start, stop }
}

async function unprivileged(): Promise<{ uid: number; gid: number }> {
  for (const name of ['postgres', 'nobody']) {
    const id = (flag: string) => promisify(execFile)('id', [flag, name]).then(({ stdout }) => Number(stdout))
    try {
      return { uid: await id('-u'), gid: await id('-g') }
    } catch {
      // no such user here
    }
  }
  throw new Error('Root cannot run PostgreSQL, and there is neither a user postgres nor nobody.')
}

/** Waits until the server takes sessions, which is a little after it begins to listen. */
async function answering(folder: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const client = superuser(folder)
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (attempt === START_ATTEMPTS) throw error
      await new Promise((done) => setTimeout(done, 50))
    }
  }
}

const superuser = (folder: string) => new pg.Client({ host: folder, user: 'tocsin_superuser', database: 'postgres' })
