import { RESUMABLE, type Journal } from '@tocsin/core/import/resume'
import type { SheetTarget } from '@tocsin/core/resources/sheets'
import type { ImportMode, OnError } from '@tocsin/core/import/modes'

/** The identity of a run: what is written, to where, in which way, by whom. */
export type RunOf = {
  digest: string
  account: number
  clientId: number
  target: SheetTarget
  mode: ImportMode
  onError: OnError
}

/** The methods of the browser's storage that are used here. */
export type Kept = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const keyOf = ({ digest, account, clientId, target, mode, onError }: RunOf): string =>
  ['import', account, clientId, ...Object.values(target), mode, onError, digest].join(':')

/** Replaces a refused storage: a run can then resume within the page, but not after a reload. */
const unkept = new Map<string, string>()
export const memory: Kept = {
  getItem: (key) => unkept.get(key) ?? null,
  setItem: (key, value) => void unkept.set(key, value),
  removeItem: (key) => void unkept.delete(key),
}

/** Opens the journal of a run in the browser's storage, where it outlasts a closed tab and a lost session. */
export function openJournal(run: RunOf, kept: Kept, now: number, makeId: () => string): Journal {
  const key = keyOf(run)
  const finish = () => kept.removeItem(key)
  const before = readRun(kept.getItem(key), now)
  if (before !== null) return { runId: before, resumed: true, finish }
  const runId = makeId()
  kept.setItem(key, JSON.stringify({ runId, startedAt: now }))
  return { runId, resumed: false, finish }
}

/** Forgets an interrupted run once nothing is left for it to do. */
export const forgetRun = (run: RunOf, kept: Kept): void => kept.removeItem(keyOf(run))

function readRun(text: string | null, now: number): string | null {
  try {
    const { runId, startedAt } = JSON.parse(text ?? '{}') as { runId?: unknown; startedAt?: unknown }
    return typeof runId === 'string' && typeof startedAt === 'number' && now - startedAt < RESUMABLE ? runId : null
  } catch {
    return null
  }
}
