import { ANSWERS_KEPT } from '../base/constants'
import { writesOf, type ImportSummary } from './summary'

/**
 * The longest time after which an interrupted run can be resumed, in ms. After it the run could not learn what it
 * wrote. It is a day less than the server keeps its answers.
 */
export const RESUMABLE = ANSWERS_KEPT - 24 * 3_600_000

/**
 * A run's id, stored before anything is sent. An interrupted run resumes under the same id, so that the server repeats
 * its answers for rows already written and does not write them again. `finish` forgets the id: if a finished run is
 * started again, it must ask the server anew.
 */
export type Journal = { runId: string; resumed: boolean; finish: () => void }

type Ended = ImportSummary & { failure: unknown }

/** Returns whether a plan is complete and has something to write. */
export const isLeft = (plan: Ended): boolean => plan.failure === null && writesOf(plan) > 0

type Steps<R> = {
  open: () => Journal
  /** Writes the rows. Returns null if it ended without a result. */
  write: (journal: Journal) => Promise<R>
  /** Plans once more; returns whether there is something left to write. */
  plan: () => Promise<boolean>
}

/**
 * Writes until no row is missing. A resumed run gets the stored answers to its earlier writes, even if their rows have
 * been removed since. So it plans once more, and writes again if rows are missing.
 */
export async function writeToEnd<R extends Ended | null>({ open, write, plan }: Steps<R>): Promise<R> {
  const earlier = { created: 0, updated: 0 }
  for (;;) {
    const journal = open()
    const result = await write(journal)
    if (result === null) return result
    const all = withEarlier(result, earlier)
    if (result.failure !== null || result.unsent > 0) return all
    journal.finish()
    if (!journal.resumed || !(await plan())) return all
    earlier.created += result.created
    earlier.updated += result.updated
  }
}

/**
 * Adds the rows that earlier rounds of this run wrote. The last round finds those unchanged, or does not send them: a
 * round that stops at a bad row sends nothing.
 */
function withEarlier<R extends Ended>(last: R, earlier: Pick<Ended, 'created' | 'updated'>): R {
  const there = last.unchanged + last.unsent
  const created = Math.min(earlier.created, there)
  const updated = Math.min(earlier.updated, there - created)
  const unchanged = Math.max(0, last.unchanged - created - updated)
  return {
    ...last,
    created: last.created + created,
    updated: last.updated + updated,
    unchanged,
    unsent: there - created - updated - unchanged,
  }
}
