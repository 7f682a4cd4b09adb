import { linkSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { CommandError, interrupted } from './command-error'
import { EXIT } from './exit-codes'
import type { Io } from './io'

/** The age at which a lock counts as abandoned. A living holder touches it three times as often. */
const STALE_MS = 10_000
/** The longest wait for a lock. The holder may be refreshing a token, which takes up to five attempts. */
const TIMEOUT_MS = 60_000

const isCode = (error: unknown, code: string) => (error as { code?: string }).code === code

/**
 * Runs alone among all processes that use the same lock file. The file holds the pid of its holder; a lock that was not
 * touched for 10 s is taken over.
 */
export async function withFileLock<T>(
  path: string,
  io: Pick<Io, 'pid' | 'pause' | 'random' | 'signal'>,
  run: () => Promise<T>,
): Promise<T> {
  // Real time, not `io.now()`: the age of the lock file is real time too.
  const began = performance.now()
  const mine = newContent(io)
  while (!take(path, mine)) {
    takeOver(path, mine, () => isStale(path))
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
  return runHolding(path, mine, run)
}

/**
 * Runs alone as `withFileLock` does, but never waits. It throws `busy` if a living process holds the lock, and takes
 * over the lock of a dead one at once.
 */
export async function withLockOrFail<T>(
  path: string,
  io: Pick<Io, 'pid' | 'random' | 'lives'>,
  run: () => Promise<T>,
  busy: (pid: number) => Error,
): Promise<T> {
  const mine = newContent(io)
  while (!take(path, mine)) {
    // No holder: the lock was released in the meantime, or its holder is dead.
    const pid = livingHolder(path, io)
    if (pid !== null) throw busy(pid)
    takeOver(path, mine, () => livingHolder(path, io) === null)
  }
  return runHolding(path, mine, run)
}

/** Returns the living process that holds a lock, or null. */
export function livingHolder(path: string, { lives }: Pick<Io, 'lives'>): number | null {
  const pid = Number(holder(path))
  if (!Number.isInteger(pid) || pid <= 0 || !lives(pid)) return null
  try {
    // The pid of a dead holder may belong to another process by now. That process does not touch the file.
    return isStale(path) ? null : pid
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
}

const newContent = ({ pid, random }: Pick<Io, 'pid' | 'random'>) => `${pid} ${random()}\n`

/** Shows that the holder lives while it works, and gives the lock back. */
async function runHolding<T>(path: string, mine: string, run: () => Promise<T>): Promise<T> {
  const heartbeat = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date())
    } catch {
      // Another process took the lock over. The work goes on, and `finally` removes only a lock of our own.
    }
  }, STALE_MS / 3)
  heartbeat.unref()
  try {
    return await run()
  } finally {
    clearInterval(heartbeat)
    if (readLock(path) === mine) rmSync(path, { force: true })
  }
}

function take(path: string, mine: string): boolean {
  const made = `${asideOf(path, mine)}.new`
  try {
    // A lock appears with its holder in it: an empty file would look like the lock of a dead process.
    writeFileSync(made, mine, { mode: 0o600 })
    linkSync(made, path)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  } finally {
    rmSync(made, { force: true })
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

/** Returns the path of a file beside a lock that only this process uses. */
const asideOf = (path: string, mine: string) => `${path}.${mine.trim().replace(' ', '.')}`

/** Removes the lock of a dead holder. */
function takeOver(path: string, mine: string, isGone: () => boolean): void {
  try {
    const before = readLock(path)
    if (!isGone()) return
    // Of several processes that see the same dead lock, only one can rename it.
    const aside = asideOf(path, mine)
    renameSync(path, aside)
    try {
      // Different content: another process was quicker and this is its live lock. Puts it back.
      if (readLock(aside) !== before) linkSync(aside, path)
    } finally {
      rmSync(aside, { force: true })
    }
  } catch (error) {
    if (!isCode(error, 'ENOENT') && !isCode(error, 'EEXIST')) throw error
  }
}
