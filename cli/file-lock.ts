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

/** A holder shows every third of this time that it lives; one that does not has died. */
const STALE = 10_000
/** A refresh is tried five times; whoever waits longer than all of them says so instead of hanging. */
const PATIENCE = 60_000

const isCode = (error: unknown, code: string) => (error as { code?: string }).code === code

/**
 * Runs alone among all processes that use the same lock file. The file holds the pid of its holder; one that was not
 * touched for 10 s is taken over.
 */
export async function withFileLock<T>(
  path: string,
  io: Pick<Io, 'pid' | 'pause' | 'random' | 'signal'>,
  run: () => Promise<T>,
): Promise<T> {
  // Wall time of the file system and of this process, whatever clock the command itself goes by.
  const began = performance.now()
  const mine = `${io.pid} ${io.random()}\n`
  while (!take(path, mine)) {
    takeOverStale(path, mine)
    if (performance.now() - began > PATIENCE)
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
  const heartbeat = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date())
    } catch {
      // Taken over: the work goes on, and its end removes nothing that is not ours.
    }
  }, STALE / 3)
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

function takeOverStale(path: string, mine: string): void {
  try {
    const before = content(path)
    if (Date.now() - statSync(path).mtimeMs < STALE) return
    // Moved aside under a name of our own: of several that see the same dead lock, one gets it.
    const aside = `${path}.${mine.trim().replace(' ', '.')}`
    renameSync(path, aside)
    try {
      // Somebody was quicker, and what we hold is the lock of a living process: give it back.
      if (content(aside) !== before) linkSync(aside, path)
    } finally {
      rmSync(aside, { force: true })
    }
  } catch (error) {
    if (!isCode(error, 'ENOENT') && !isCode(error, 'EEXIST')) throw error
  }
}
