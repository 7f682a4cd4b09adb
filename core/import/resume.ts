import { ANSWERS_KEPT } from '../base/constants'
import { writesOf, type ImportSummary } from './summary'

/** A run cut off longer ago than this cannot learn what it wrote: a day less than answers are kept. */
export const RESUMABLE = ANSWERS_KEPT - 24 * 3_600_000

/**
 * A run's id, kept before anything is sent: a run that was cut off resumes under the same id, so that the server
 * repeats its answers for rows already written and does not write them again. `finish` forgets the id, since a finished
 * is run again must look at the server anew.
 */
export type Journal = { runId: string; resumed: boolean; finish: () => void }

type Ended = ImportSummary & { failure: unknown }

/** Returns whether a plan was answered in full and finds something to write. */
export const isLeft = (plan: Ended): boolean => plan.failure === null && writesOf(plan) > 0

type Steps<R> = {
  open: () => Journal
  /** Null if it ended without a result. */
  write: (journal: Journal) => Promise<R>
  /** Plans once more; returns whether there is something left to write. */
  plan: () => Promise<boolean>
}

/**
 * Writes until nothing is missing. A resumed run gets the answers to its earlier writes, even if somebody has
 * removed those rows since: the server is asked once more whether all of them are there.
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
