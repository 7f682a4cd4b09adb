import { ApiError } from '@tocsin/core/base/errors'
import type { AuditEvent } from '@tocsin/core/resources/audit-events/types'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { runAction } from '../../commands/run-action'
import { titleOf } from '../../commands/titles'
import { client } from '../../data/api'
import { resourceOf } from '../../data/resources'
import type { Row } from '../../data/row'
import { lineOfChange } from '../../form/change-line'
import { consented } from '../../form/consented'
import { withValues, type Changes } from '@tocsin/core/vocabulary/changes'
import { refusalOf, type Stale } from '../../form/failures'
import { writerOf } from '../../form/saved'
import { ask } from '../../notices/confirm'
import { toast, toastFailure } from '../../notices/toast'
import { forgetDone, tellUndone } from '../../notices/past-actions'
import { track, type Done } from '../../notices/undo'
import { nameOf } from '../../record/name-of'
import { isLike, type WayBack } from '@tocsin/core/vocabulary/way-back'

/** A change to take back. */
export type Taking = {
  resource: Resource
  event: AuditEvent
  way: WayBack
  /** The person who made it, to be named in a question first; null if it is the account's own. */
  who: string | null
  /** The change in words: `Radius (km): 0.1 → 0.5`. */
  lines: readonly string[]
  /** The action of this page that made the change. */
  instead: Done | undefined
}

/** A change to take back, of a record that somebody has changed since. */
export type Choice = {
  taking: Taking & { way: { former: Changes; left: Changes } }
  stale: Stale
}

/**
 * Takes back a change: asks first if somebody else made it, and reports the outcome. Returns the choice to be made instead if
 * the record has been changed since; null if it is settled.
 */
export async function takeBack(taking: Taking): Promise<Choice | null> {
  const { resource, event, way, who, lines } = taking
  let title = (t: Translate) => `${t(`resources.${resource.name}.name`)} #${event.recordId}`
  try {
    const row = (await client.get(resource, event.recordId)) as Row
    title = titleAbout(resource, row, event.verb)
    if (who !== null && !(await mayTakeBack(who, title, lines))) return null
    if ('action' in way) {
      await run(taking, way.action, row)
      return null
    }
    const choice = { ...taking, way }
    if (!isLike(resource, row, way.left)) return { taking: choice, stale: { theirs: row, by: await lastWriter(event) } }
    if (!(await consented(resource, withValues(row, way.former), row))) return null
    return await writeBack(choice, row)
  } catch (error) {
    toastFailure(error, (t) => t('web.not.undo', { what: title(t) }), { subject: subjectOf(taking), resource })
    return null
  }
}

/** Writes the former values over a version of a record. Returns the choice to be made if there is a newer one; null if done. */
export async function writeBack(taking: Choice['taking'], row: Row): Promise<Choice | null> {
  const { resource, event, way, instead } = taking
  const write = writerOf(resource, row)
  const undo = write(way.former)
  try {
    await track(undo())
  } catch (error) {
    const refusal = error instanceof ApiError ? refusalOf(resource, error, () => false) : null
    if (refusal?.kind !== 'stale') throw error
    return { taking, stale: refusal.stale }
  }
  const record = { resource: resource.name, id: row.id }
  tellUndone(
    { title: titleAbout(resource, row, event.verb), undo, redo: write(way.left), record },
    { instead, line: lineOfChange(resource, row.id, way.former) },
  )
  return null
}

/** Runs the action that takes a creation or a deletion back. It asks before it deletes. */
async function run({ resource, event, instead }: Taking, action: string, row: Row): Promise<void> {
  const again = (name: string) => async (): Promise<boolean> => {
    const now = (await client.get(resource, row.id)) as Row
    return runAction(resource, name, { kind: 'rows', rows: [now] }, { skipQuestion: true, skipUndoHistory: true })
  }
  const targets = { kind: 'rows', rows: [row] } as const
  if (!(await runAction(resource, action, targets, { skipUndoHistory: true }))) return
  const title = titleAbout(resource, row, event.verb)
  if (event.verb !== 'delete') {
    if (instead) forgetDone(instead)
    toast({ tone: 'done', text: (t) => t('web.undone', { what: title(t) }) })
    return
  }
  const done = {
    title,
    undo: async () => void (await again(action)()),
    redo: async () => void (await again('delete')()),
  }
  tellUndone(done, { instead })
}

const mayTakeBack = (who: string, title: (t: Translate) => string, lines: readonly string[]): Promise<boolean> =>
  ask({
    title: (t) => t('landing.changes.ask', { who }),
    detail: (t) => [title(t), ...lines].join('. '),
    verb: (t) => t('web.undo'),
    danger: false,
  })

/** Returns the title of a change of a record, as the actions of this page have it: `Edit Abaeté`. */
const titleAbout =
  (resource: Resource, row: Row, verb: string) =>
  (t: Translate): string => {
    if (verb === 'delete') return titleOf(resource, verb, { kind: 'rows', rows: [row] })(t)
    return t(verb === 'create' ? 'form.createOf' : 'form.updateOf', { name: nameOf(resource, row, t) })
  }

const subjectOf = ({ event }: Taking): string => `change ${event.id}`

/** Returns the user who wrote to the record last, since an event; null if that is unknown. */
async function lastWriter({ id, noun, recordId }: AuditEvent): Promise<Stale['by']> {
  const { rows } = await client.list(resourceOf('audit-events'), { noun, recordId, order: 'id DESC', limit: 1 })
  const [last] = rows as unknown as AuditEvent[]
  return last && last.id !== id && last.username !== null
    ? { username: last.username, createdAt: last.createdAt }
    : null
}
