import { ApiError } from '@tocsin/core/base/errors'
import { LOCALES } from '@tocsin/core/base/constants'
import { scopeOf, withActor, type Actor } from '../context/actor'
import type { Context, Row } from '../context/context'
import type { Parts } from '../context/parts'
import type { Tx } from '../db/transaction'
import type { Crud } from '../records/crud'
import type { ServedResource } from '../records/served-resource'
import { isAlertWithin } from '../resources/alerts/scope'
import type { Happening } from './happenings'
import { cursorOf, type Position } from './position'

/** A line of the stream as it is sent, with its place and its alert. */
export type Line = { position: Position; text: string; alertId: number }

/** Everything that turns happenings into lines. */
export type LineParts = {
  parts: Parts
  crud: Crud
  alerts: ServedResource
  histories: ServedResource
}

/**
 * Returns the name of what an actor sees. Actors with the same name see the same records with the same fields, so that
 * these are read once for all of them.
 */
export function viewOf(actor: Actor): string {
  const { userId: _, impersonatorId: __, ...scope } = scopeOf(actor)
  return JSON.stringify([scope, actor.userType, actor.role, actor.permissions])
}

/** Returns whether an actor may see a happening. It only saves a reading: the two fences decide. */
export const mayConcern = ({ fences }: Pick<Parts, 'fences'>, actor: Actor, happening: Happening): boolean =>
  !fences.code || isAlertWithin(actor, happening)

/** Returns the lines of happenings that an actor sees, in order: each with the alert as it is now. */
export async function linesOf(of: LineParts, actor: Actor, happenings: readonly Happening[]): Promise<Line[]> {
  const concerning = happenings.filter((one) => mayConcern(of.parts, actor, one))
  if (concerning.length === 0) return []
  return withActor(of.parts, actor, (tx) => linesWithin(of, contextOf(of, actor, tx), concerning), { readOnly: true })
}

/** Returns the same lines within a transaction of the actor. */
export async function linesWithin(of: LineParts, context: Context, happenings: readonly Happening[]): Promise<Line[]> {
  const concerning = happenings.filter((one) => mayConcern(of.parts, context.actor, one))
  const [alerts, histories] = [
    await recordsOf(of, of.alerts, context, new Set(concerning.map(({ recordId }) => recordId))),
    await recordsOf(of, of.histories, context, new Set(concerning.map(({ historyId }) => historyId))),
  ]
  return concerning.flatMap(({ position, event, recordId, historyId }) => {
    const [alert, history] = [alerts.get(recordId), histories.get(historyId)]
    if (!alert || !history) return []
    return [
      {
        position,
        alertId: recordId,
        text: `${JSON.stringify({ cursor: cursorOf(position), event, alert, history })}\n`,
      },
    ]
  })
}

/** Returns the context of a reading that no single request asks for. */
export const contextOf = ({ parts }: Pick<LineParts, 'parts'>, actor: Actor, tx: Tx): Context => ({
  parts,
  actor,
  tx,
  requestId: 'stream',
  locale: LOCALES[0],
})

/** Returns records by their ids, as their list answers them. Those out of the actor's scope are left out. */
async function recordsOf(
  of: LineParts,
  served: ServedResource,
  context: Context,
  wanted: ReadonlySet<number>,
): Promise<Map<number, Row>> {
  const ids = [...wanted]
  if (ids.length === 0) return new Map()
  try {
    // A page that is not full needs no count.
    const { rows } = await of.crud.list(served, context, { ids: ids.join(','), limit: String(ids.length + 1) })
    return new Map(rows.map((row) => [row.id, row]))
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'ANSWER_TOO_LARGE') throw error
    // Records that are too large for one answer are read in two halves.
    const half = ids.length >> 1
    const first = await recordsOf(of, served, context, new Set(ids.slice(0, half)))
    const second = await recordsOf(of, served, context, new Set(ids.slice(half)))
    return new Map([...first, ...second])
  }
}
