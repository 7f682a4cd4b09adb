import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { RESUMABLE, type Journal } from '@tocsin/core/import/resume'
import { configFolder, privateFolder, replaceFile } from './credentials'
import { withFileLock } from './file-lock'
import type { Io } from './io'

/** What makes two runs the same run: what is written, to where, in which way, by whom. */
export type RunOf = Readonly<Record<string, unknown>>

type Stored = { runId: string; what: string; startedAt: string }

/** The journal of a run, as a file. `what` tells a person who looks into it. */
export function openJournal(io: Pick<Io, 'env' | 'home' | 'pid' | 'now'>, run: RunOf, what: string): Journal {
  const path = pathOf(io, run)
  const finish = () => rmSync(path, { force: true })
  const before = stored(path, io.now())
  if (before) return { runId: before, resumed: true, finish }
  const runId = randomUUID()
  const entry: Stored = { runId, what, startedAt: new Date(io.now()).toISOString() }
  replaceFile(path, `${JSON.stringify(entry)}\n`, io.pid)
  return { runId, resumed: false, finish }
}

/** Forgets a run that was cut off, once there is nothing left for it to do. */
export function forgetRun(io: Pick<Io, 'env' | 'home'>, run: RunOf): void {
  rmSync(pathOf(io, run), { force: true })
}

/** Keeps the same command, run twice at once, from taking up its own run: the second waits and is a run of its own. */
export function oneAtATime<T>(io: Io, run: RunOf, work: () => Promise<T>): Promise<T> {
  return withFileLock(`${pathOf(io, run)}.lock`, io, work)
}

function pathOf(io: Pick<Io, 'env' | 'home'>, run: RunOf): string {
  const folder = privateFolder(join(configFolder(io), 'runs'))
  const name = createHash('sha256').update(JSON.stringify(run)).digest('hex')
  return join(folder, `${name.slice(0, 32)}.json`)
}

function stored(path: string, now: number): string | null {
  try {
    const { runId, startedAt = '' } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Stored>
    return typeof runId === 'string' && now - Date.parse(startedAt) < RESUMABLE ? runId : null
  } catch {
    // None, or one that a full disk left empty: nothing was sent under it.
    return null
  }
}
