import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { configFolder, privateFolder, replaceFile } from '../credentials'
import type { Io } from '../io'

/** What makes two runs the same run: the same content to the same place in the same way. */
export type RunOf = { digest: string; host: string; clientId: number; siteType: string; mode: string; onError: string }

export type Journal = { runId: string; resumed: boolean; finish: () => void }

type Stored = { runId: string; file: string; startedAt: string }

/**
 * The id of a run, on disk before anything is sent: a run that was cut off is taken up under the same id, so that what
 * the server has already written is answered again and not written again. `finish` forgets it, since a finished run
 * that is run again must look at the server anew.
 */
export function openJournal(io: Pick<Io, 'env' | 'home' | 'pid' | 'now'>, run: RunOf, file: string): Journal {
  const path = pathOf(io, run)
  const finish = () => rmSync(path, { force: true })
  const before = stored(path)
  if (before) return { runId: before, resumed: true, finish }
  const runId = randomUUID()
  const entry: Stored = { runId, file, startedAt: new Date(io.now()).toISOString() }
  replaceFile(path, `${JSON.stringify(entry)}\n`, io.pid)
  return { runId, resumed: false, finish }
}

/** Forgets a run that was cut off, once there is nothing left for it to do. */
export function forgetRun(io: Pick<Io, 'env' | 'home'>, run: RunOf): void {
  rmSync(pathOf(io, run), { force: true })
}

function pathOf(io: Pick<Io, 'env' | 'home'>, run: RunOf): string {
  const folder = privateFolder(join(configFolder(io), 'runs'))
  const name = createHash('sha256')
    .update(JSON.stringify([run.digest, run.host, run.clientId, run.siteType, run.mode, run.onError]))
    .digest('hex')
  return join(folder, `${name.slice(0, 32)}.json`)
}

function stored(path: string): string | null {
  try {
    const { runId } = JSON.parse(readFileSync(path, 'utf8')) as Partial<Stored>
    return typeof runId === 'string' ? runId : null
  } catch {
    // None, or one that a full disk left empty: nothing was sent under it.
    return null
  }
}
