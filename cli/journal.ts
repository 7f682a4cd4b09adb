import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { RESUMABLE, type Journal } from '@tocsin/core/import/resume'
import type { SheetResourceName } from '@tocsin/core/resources/sheets'
import { CommandError } from './command-error'
import { configFolder } from './config-folder'
import { ensurePrivateFolder, removeUnfinished, replaceFile } from './credentials'
import { livingHolder, withFileLock, withLockOrFail } from './file-lock'
import { EXIT } from './exit-codes'
import type { Io } from './io'
import { runs } from './messages/runs'

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

/** The data needed to continue a creation of many records. */
export type CountRun = {
  host: string
  noun: string
  flags: Readonly<Record<string, unknown>>
  done: number
  total: number
}

/** The data needed to continue a bulk action. Its finished records are in a file beside the journal. */
export type BulkRun = {
  host: string
  noun: string
  verb: string
  /** The records as the command named them. */
  references: readonly string[]
  /** The records that they mean. */
  ids: readonly number[]
  flags: Readonly<Record<string, unknown>>
  /** The file that names them, `-` for stdin; null if they were in the line. */
  file: string | null
  /** The file with the records that are left, and the digest of its content; null before an interruption. */
  left: { path: string; digest: string } | null
}

export type JournalEntry = {
  runId: string
  what: string
  startedAt: string
  import?: ImportRun
  count?: CountRun
  bulk?: BulkRun
}

/** A run that counts its rows, whose number of finished rows is in the journal itself. */
type Counted = { import: ImportRun } | { count: CountRun }

/** A run that goes on or was interrupted, as `imports list` shows it. `pid` is the process that runs it, if any. */
export type UnfinishedRun = JournalEntry & {
  host: string
  noun: string
  /** The command that it runs: `sites import`. */
  command: string
  done: number
  total: number
  journal: string
  pid: number | null
}

/** The shortest time between two records of a run's progress, in milliseconds. */
const NOTE_INTERVAL_MS = 1_000

/** Opens the journal file of a run. `what` describes the run to a person. */
export function openJournal(
  io: Pick<Io, 'env' | 'home' | 'pid' | 'now'>,
  run: RunIdentity,
  what: string,
  counted: Counted,
): ProgressJournal {
  const path = pathOf(io, run)
  const before = readEntry(path, io.now())
  const { runId, startedAt } = before ?? newRun(io)
  const write = (done: number) =>
    writeEntry(path, io, {
      runId,
      what,
      startedAt,
      ...('import' in counted ? { import: { ...counted.import, done } } : { count: { ...counted.count, done } }),
    })
  write(before?.import?.done ?? before?.count?.done ?? 0)
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
    finish: () => forgetJournal(path),
  }
}

/** Returns the id and the time of a run that begins now. */
export const newRun = (io: Pick<Io, 'now'>): Pick<JournalEntry, 'runId' | 'startedAt'> => ({
  runId: randomUUID(),
  startedAt: new Date(io.now()).toISOString(),
})

/** Writes a journal, so that it has its old or its new content even after a crash. */
export const writeEntry = (path: string, { pid }: Pick<Io, 'pid'>, entry: JournalEntry): void =>
  replaceFile(path, `${JSON.stringify(entry)}\n`, pid)

/** Returns the running runs, and the interrupted ones that can still continue, oldest first. */
export function unfinishedRuns(io: Pick<Io, 'env' | 'home' | 'now' | 'lives'>): UnfinishedRun[] {
  const folder = runsFolder(io)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const journal = join(folder, name)
      const entry = readEntry(journal, io.now())
      const about = entry && aboutRun(entry, journal)
      return about ? [{ ...entry, ...about, journal, pid: livingHolder(lockOf(journal), io) }] : []
    })
    .sort((one, other) => one.startedAt.localeCompare(other.startedAt) || one.journal.localeCompare(other.journal))
}

/** Returns the facts that all kinds of runs have; null for a journal of an older version that says too little. */
function aboutRun({ import: imported, count, bulk }: JournalEntry, journal: string) {
  if (imported) return { ...figures(imported), command: `${imported.noun} import` }
  if (count) return { ...figures(count), command: `${count.noun} create` }
  if (!bulk) return null
  const { host, noun, verb, ids } = bulk
  return { host, noun, command: `${noun} ${verb}`, done: doneIn(journal).size, total: ids.length }
}

const figures = ({ host, noun, done, total }: ImportRun | CountRun) => ({ host, noun, done, total })

/** Returns the file with the ids of a bulk action that are done, a line each. */
export const donePathOf = (journal: string): string => journal.replace(/json$/, 'done')

/** Returns the ids that a bulk action has done. The line that a kill cut off counts as not done. */
export function doneIn(journal: string): Set<number> {
  try {
    return new Set(readFileSync(donePathOf(journal), 'utf8').split('\n').slice(0, -1).map(Number))
  } catch {
    return new Set()
  }
}

/** Forgets an interrupted run, so that the same command starts a new one. */
export function forgetJournal(journal: string): void {
  for (const path of [journal, donePathOf(journal)]) rmSync(path, { force: true })
  removeUnfinished(journal)
}

/** Forgets an interrupted run, and the lock that its dead process left. */
export function forget({ journal }: UnfinishedRun): void {
  forgetJournal(journal)
  rmSync(lockOf(journal), { force: true })
}

/** Forgets an interrupted run that has nothing left to do. */
export function forgetRun(io: Pick<Io, 'env' | 'home'>, run: RunIdentity): void {
  forgetJournal(pathOf(io, run))
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

/** Returns the error for a command on many records that another process runs. */
export function commandRunningError(
  context: { addWords: (name: string, words: typeof runs) => void },
  command: string,
  pid: number,
): CommandError {
  context.addWords('runs', runs)
  return new CommandError({
    code: 'ALREADY_RUNNING',
    exit: EXIT.temporary,
    key: 'cli.runs.running',
    values: { what: command, pid },
    hint: { key: 'cli.runs.runningHint' },
  })
}

/** Returns the lock that the process of a run holds. */
export const lockOf = (journal: string) => `${journal}.lock`

const runsFolder = (io: Pick<Io, 'env' | 'home'>) => ensurePrivateFolder(join(configFolder(io), 'runs'))

/** Returns the journal of a run. */
export function pathOf(io: Pick<Io, 'env' | 'home'>, run: RunIdentity): string {
  const folder = runsFolder(io)
  const name = createHash('sha256').update(JSON.stringify(run)).digest('hex')
  return join(folder, `${name.slice(0, 32)}.json`)
}

/** Returns the journal of a run that can continue; null if there is none, or if it is too old. */
export function readEntry(path: string, now: number): JournalEntry | null {
  try {
    const entry = JSON.parse(readFileSync(path, 'utf8')) as Partial<JournalEntry>
    const { runId, startedAt = '' } = entry
    return typeof runId === 'string' && now - Date.parse(startedAt) < RESUMABLE ? (entry as JournalEntry) : null
  } catch {
    // There is no journal, or a full disk left it empty. Nothing was sent under it.
    return null
  }
}
