import {
  closeSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { CommandError } from './command-error'
import { EXIT } from './exit-codes'
import type { Io } from './io'

/** A holder shows every third of this time that it lives; one that does not is dead. */
const STALE_MS = 10_000
/** A refresh is tried five times; a process that waits longer than all of them says so instead of hanging. */
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
  // Measured in wall time of the file system and of this process, even if the command has another clock.
  const began = performance.now()
  const mine = contentOf(io)
  while (!take(path, mine)) {
    takeOver(path, mine, () => isStale(path))
    if (performance.now() - began > TIMEOUT_MS)
      throw new CommandError({
        code: 'LOCKED',
        exit: EXIT.temporary,
        key: 'cli.credentials.locked',
        values: { path, pid: holder(path) },
      })
    await io.pause(10 + io.random() * 20, io.signal)
    if (io.signal.aborted)
      throw new CommandError({ code: 'INTERRUPTED', exit: EXIT.interrupted, key: 'cli.errors.interrupted' })
  }
  return held(path, mine, run)
}

/**
 * Runs alone as `withFileLock` does, but never waits: if a living process holds the lock, it throws `busy`. A dead
 * holder is not waited for either.
 */
export async function withFreeLock<T>(
  path: string,
  io: Pick<Io, 'pid' | 'random' | 'lives'>,
  run: () => Promise<T>,
  busy: (pid: number) => Error,
): Promise<T> {
  const mine = contentOf(io)
  while (!take(path, mine)) {
    // The lock may have been given back since.
    const pid = holderOf(path, io)
    if (pid !== null) throw busy(pid)
    takeOver(path, mine, () => holderOf(path, io) === null)
  }
  return held(path, mine, run)
}

/** Returns the living process that holds a lock, or null. */
export function holderOf(path: string, { lives }: Pick<Io, 'lives'>): number | null {
  const pid = Number(holder(path))
  if (!Number.isInteger(pid) || pid <= 0 || !lives(pid)) return null
  try {
    // The number of a dead holder may be another process's by now, which does not touch the file.
    return isStale(path) ? null : pid
  } catch (error) {
    if (isCode(error, 'ENOENT')) return null
    throw error
  }
}

const contentOf = ({ pid, random }: Pick<Io, 'pid' | 'random'>) => `${pid} ${random()}\n`

/** Shows that the holder lives while it works, and gives the lock back. */
async function held<T>(path: string, mine: string, run: () => Promise<T>): Promise<T> {
  const heartbeat = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date())
    } catch {
      // The lock was taken over: the work goes on, and its end removes only our own lock.
    }
  }, STALE_MS / 3)
  heartbeat.unref()
  try {
    return await run()
  } finally {
    clearInterval(heartbeat)
    if (content(path) === mine) rmSync(path, { force: true })
  }
}

function take(path: string, mine: string): boolean {
  try {
    const file = openSync(path, 'wx', 0o600)
    writeSync(file, mine)
    closeSync(file)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

function content(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

const holder = (path: string) => content(path)?.split(' ')[0] ?? ''

const isStale = (path: string) => Date.now() - statSync(path).mtimeMs >= STALE_MS

/** Removes the lock of a dead holder. */
function takeOver(path: string, mine: string, isGone: () => boolean): void {
  try {
    const before = content(path)
    if (!isGone()) return
    // Moved aside under a name of our own: if several see the same dead lock, one gets it.
    const aside = `${path}.${mine.trim().replace(' ', '.')}`
    renameSync(path, aside)
    try {
      // Another process was quicker, and this is the lock of a living one: give it back.
      if (content(aside) !== before) linkSync(aside, path)
    } finally {
      rmSync(aside, { force: true })
    }
  } catch (error) {
    if (!isCode(error, 'ENOENT') && !isCode(error, 'EEXIST')) throw error
  }
}
