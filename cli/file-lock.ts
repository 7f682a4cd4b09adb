import { hostname } from 'node:os'
import { linkSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { CommandError, interrupted } from './command-error'
import { EXIT } from './exit-codes'
import type { Io } from './io'

/** The age at which a lock counts as abandoned, in milliseconds. A living holder touches it every third of that time. */
const STALE_MS = 10_000
/** The longest wait for a lock, in milliseconds: its holder may be refreshing a token, with up to five attempts. */
const TIMEOUT_MS = 60_000

const isCode = (error: unknown, code: string) => (error as { code?: string }).code === code

/**
 * Runs `run` while this process alone holds the lock file; waits up to a minute for it. The file has the pid and the
 * host of its holder. A lock that was not touched for 10 s is taken over.
 */
export async function withFileLock<T>(
  path: string,
  io: Pick<Io, 'pid' | 'pause' | 'random' | 'signal' | 'lives'>,
  run: () => Promise<T>,
): Promise<T> {
  // Real time, not `io.now()`: the age of the lock file is real time too.
  const began = performance.now()
  const content = lockContent(io)
  while (!tryAcquire(path, content)) {
    removeStaleLock(path, content, () => isStale(path))
    if (performance.now() - began > TIMEOUT_MS)
      throw new CommandError({
        code: 'LOCKED',
        exit: EXIT.temporary,
        key: 'cli.errors.locked',
        values: { path, pid: holder(path) },
      })
    await io.pause(10 + io.random() * 20, io.signal)
    if (io.signal.aborted) throw interrupted(io.signal.reason)
  }
  return runHolding(path, content, io, run)
}

/**
 * Runs `run` under a lock as `withFileLock` does, but never waits. Throws `busyError` if a living process holds the lock,
 * and takes over the lock of a dead one at once.
 */
export async function withLockOrFail<T>(
  path: string,
  io: Pick<Io, 'pid' | 'random' | 'lives'>,
  run: () => Promise<T>,
  busyError: (pid: number) => Error,
): Promise<T> {
  const content = lockContent(io)
  while (!tryAcquire(path, content)) {
    // Null if the lock was released in the meantime, or if its holder is dead.
    const pid = livingHolder(path, io)
    if (pid !== null) throw busyError(pid)
    removeStaleLock(path, content, () => livingHolder(path, io) === null)
  }
  return runHolding(path, content, io, run)
}

/** Returns the living process that holds a lock, or null. */
export function livingHolder(path: string, { lives }: Pick<Io, 'lives'>): number | null {
  const [text = '', , host] = readLock(path)?.trim().split(' ') ?? []
  const pid = Number(text)
  if (!Number.isInteger(pid) || pid <= 0) return null
  // In a folder that several machines share, a pid of another one says nothing here: the age of the lock has to do.
  if (host === hostname() && !lives(pid)) return null
  try {
    // The pid of a dead holder may belong to another process by now. That process does not touch the file.
    return isStale(path) ? null : pid
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
}

const lockContent = ({ pid, random }: Pick<Io, 'pid' | 'random'>) => `${pid} ${random()} ${hostname()}\n`

/** Runs `run`, touches the lock meanwhile to show that its holder lives, and releases it. */
async function runHolding<T>(path: string, content: string, io: Pick<Io, 'lives'>, run: () => Promise<T>): Promise<T> {
  const heartbeat = setInterval(() => {
    try {
      // After a sleep another process may have taken the lock over. The work goes on, and touches no lock but its own.
      if (readLock(path) === content) utimesSync(path, new Date(), new Date())
    } catch {
      // The lock is being taken over right now.
    }
  }, STALE_MS / 3)
  heartbeat.unref()
  try {
    return await run()
  } finally {
    clearInterval(heartbeat)
    if (readLock(path) === content) rmSync(path, { force: true })
    removeRemains(path, io)
  }
}

function tryAcquire(path: string, content: string): boolean {
  const temporaryPath = `${privatePathOf(path, content)}.new`
  try {
    // A lock appears with its holder in it: an empty file would look like the lock of a dead process.
    writeFileSync(temporaryPath, content, { mode: 0o600 })
    linkSync(temporaryPath, path)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  } finally {
    rmSync(temporaryPath, { force: true })
  }
}

function readLock(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

const holder = (path: string) => readLock(path)?.split(' ')[0] ?? ''

const isStale = (path: string) => Date.now() - statSync(path).mtimeMs >= STALE_MS

/**
 * Returns the path of a file beside a lock that only this process uses. Its name has the pid and the host, since a killed
 * process may have left it empty.
 */
const privatePathOf = (path: string, content: string) => `${path}.${content.trim().split(' ').join('.')}`

/** Removes the files beside a lock that processes of this machine left when they were killed while they took it. */
function removeRemains(path: string, { lives }: Pick<Io, 'lives'>): void {
  const start = `${basename(path)}.`
  for (const name of readdirSync(dirname(path))) {
    const isOurs = name.startsWith(start) && name.replace(/\.new$/, '').endsWith(`.${hostname()}`)
    if (isOurs && !lives(Number(name.slice(start.length).split('.')[0])))
      rmSync(join(dirname(path), name), { force: true })
  }
}

/** Removes a lock if `isAbandoned` says that its holder is dead. */
function removeStaleLock(path: string, content: string, isAbandoned: () => boolean): void {
  try {
    const before = readLock(path)
    if (!isAbandoned()) return
    // Of several processes that see the same dead lock, only one can rename it.
    const moved = privatePathOf(path, content)
    renameSync(path, moved)
    try {
      // Different content: another process was quicker and this is its live lock. Puts it back.
      if (readLock(moved) !== before) linkSync(moved, path)
    } finally {
      rmSync(moved, { force: true })
    }
  } catch (error) {
    if (!isCode(error, 'ENOENT') && !isCode(error, 'EEXIST')) throw error
  }
}
