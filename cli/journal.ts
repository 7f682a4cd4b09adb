import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { RESUMABLE, type Journal } from '@tocsin/core/import/resume'
import type { SheetResourceName } from '@tocsin/core/resources/sheets'
import { CommandError } from './command-error'
import { configFolder } from './config-folder'
import { ensurePrivateFolder, replaceFile } from './credentials'
import { livingHolder, withFileLock, withLockOrFail } from './file-lock'
import { EXIT } from './exit-codes'
import type { Io } from './io'

/** The identity of a run: its content, its destination, its mode and its user. */
export type RunIdentity = Readonly<Record<string, unknown>>

export type ProgressJournal = Journal & {
  /** Records the number of finished rows. It writes a file, so it does so at most once a second, and `atLast`. */
  note: (done: number, atLast?: boolean) => void
}

/** The data needed to continue an import, and to describe it to a person. */
export type ImportRun = {
  host: string
  noun: SheetResourceName
  clientId: number
  /** Null if the file cannot be read again. */
  path: string | null
  digest: string
  flags: Readonly<Record<string, unknown>>
  done: number
  total: number
}

type JournalEntry = { runId: string; what: string; startedAt: string; import?: ImportRun }

/**
 * An import that is running or was interrupted, as `imports list` shows it. `pid` is the process that runs it, if any.
 */
export type UnfinishedImport = ImportRun &
  Pick<JournalEntry, 'what' | 'startedAt'> & { journal: string; pid: number | null }

/** The shortest time between two records of a run's progress, in milliseconds. */
const NOTE_INTERVAL_MS = 1_000

/** Opens the journal file of a run. `what` describes the run to a person; `ofImport` adds the data of an import. */
export function openJournal(
  io: Pick<Io, 'env' | 'home' | 'pid' | 'now'>,
  run: RunIdentity,
  what: string,
  ofImport?: ImportRun,
): ProgressJournal {
  const path = pathOf(io, run)
  const before = readEntry(path, io.now())
  const { runId, startedAt } = before ?? { runId: randomUUID(), startedAt: new Date(io.now()).toISOString() }
  const write = (done: number) => {
    const entry: JournalEntry = { runId, what, startedAt, ...(ofImport ? { import: { ...ofImport, done } } : {}) }
    replaceFile(path, `${JSON.stringify(entry)}\n`, io.pid)
  }
  if (!before || ofImport) write(before?.import?.done ?? 0)
  // Writes the first note at once: even a run that is killed within a second may have written rows.
  let last = -Infinity
  return {
    runId,
    resumed: before !== null,
    note(done, atLast = false) {
      if (!atLast && io.now() - last < NOTE_INTERVAL_MS) return
      last = io.now()
      try {
        write(done)
      } catch {
        // A note is only information: a full disk here must not stop the run.
      }
    },
    finish: () => rmSync(path, { force: true }),
  }
}

/** Returns the running imports, and the interrupted ones that can still continue, oldest first. */
export function unfinishedImports(io: Pick<Io, 'env' | 'home' | 'now' | 'lives'>): UnfinishedImport[] {
  const folder = runsFolder(io)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const journal = join(folder, name)
      const { import: one, what = '', startedAt = '' } = readEntry(journal, io.now()) ?? {}
      return one ? [{ ...one, what, startedAt, journal, pid: livingHolder(lockOf(journal), io) }] : []
    })
    .sort((one, other) => one.startedAt.localeCompare(other.startedAt) || one.journal.localeCompare(other.journal))
}

/** Forgets an interrupted import, so that the same command starts a new run. */
export function forget({ journal }: UnfinishedImport): void {
  for (const path of [journal, lockOf(journal)]) rmSync(path, { force: true })
}

/** Forgets an interrupted run that has nothing left to do. */
export function forgetRun(io: Pick<Io, 'env' | 'home'>, run: RunIdentity): void {
  rmSync(pathOf(io, run), { force: true })
}

/** Makes the second of two identical commands wait and start a new run, so that it does not resume the first one's. */
export function runOneAtATime<T>(io: Io, run: RunIdentity, work: () => Promise<T>): Promise<T> {
  return withFileLock(lockOf(pathOf(io, run)), io, work)
}

/** Marks an import as running, so that it does not count as interrupted, and refuses a second identical import. */
export const runExclusively = <T>(io: Io, run: RunIdentity, file: string, work: () => Promise<T>): Promise<T> =>
  withLockOrFail(lockOf(pathOf(io, run)), io, work, (pid) => alreadyRunningError(file, pid))

/** Throws if the same import is running, for commands that must not run beside it. */
export function refuseRunning(io: Pick<Io, 'env' | 'home' | 'lives'>, run: RunIdentity, file: string): void {
  const pid = livingHolder(lockOf(pathOf(io, run)), io)
  if (pid !== null) throw alreadyRunningError(file, pid)
}

/** Returns the error for an import that another process runs. The same command works once that process has ended. */
export const alreadyRunningError = (file: string, pid: number): CommandError =>
  new CommandError({
    code: 'ALREADY_RUNNING',
    exit: EXIT.temporary,
    key: 'cli.import.running',
    values: { file, pid },
    hint: { key: 'cli.import.runningHint' },
  })

const lockOf = (journal: string) => `${journal}.lock`

const runsFolder = (io: Pick<Io, 'env' | 'home'>) => ensurePrivateFolder(join(configFolder(io), 'runs'))

function pathOf(io: Pick<Io, 'env' | 'home'>, run: RunIdentity): string {
  const folder = runsFolder(io)
  const name = createHash('sha256').update(JSON.stringify(run)).digest('hex')
  return join(folder, `${name.slice(0, 32)}.json`)
}

function readEntry(path: string, now: number): JournalEntry | null {
  try {
    const entry = JSON.parse(readFileSync(path, 'utf8')) as Partial<JournalEntry>
    const { runId, startedAt = '' } = entry
    return typeof runId === 'string' && now - Date.parse(startedAt) < RESUMABLE ? (entry as JournalEntry) : null
  } catch {
    // There is no journal, or a full disk left it empty. Nothing was sent under it.
    return null
  }
}
