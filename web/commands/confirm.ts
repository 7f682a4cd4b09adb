import type { Consequence } from '@tocsin/core/api/consequences'
import { PAGE_SIZE_MAX } from '@tocsin/core/base/constants'
import { inverseOf } from '@tocsin/core/vocabulary/deletion'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Reason, Resource } from '@tocsin/core/vocabulary/resource'
import { currentAccount } from '../data/account'
import { client } from '../data/api'
import { findResource } from '../data/resources'
import type { Row } from '../data/row'
import { ask } from '../notices/confirm'
import { nameOf } from '../record/name-of'
import type { Values } from './command'
import { filterText } from './filter-text'
import { countOf, type Targets } from './targets'
import { lineOf, specOf } from './lines'
import { titleOf } from './titles'
import { blockedFor } from './why'

/** The most names listed in a question. */
const NAMED = 3
/** The most records changed without a question, even if the change can be undone. */
const UNASKED = 20

/** Returns whether an action is dangerous: it is declared so, or it is irreversible and on several records. */
const isDangerous = (resource: Resource, action: string, targets: Targets): boolean =>
  specOf(resource, action).danger !== undefined ||
  (countOf(targets) > 1 && inverseOf(resource, action) === 'irreversible')

/** Returns whether to ask first: before a dangerous action and before an action on many records. */
export const isAsked = (resource: Resource, action: string, targets: Targets): boolean =>
  countOf(targets) > UNASKED || isDangerous(resource, action, targets)

/** Asks for confirmation of an action where that is necessary. Returns whether the action may run. */
export async function confirmed(
  resource: Resource,
  action: string,
  targets: Targets,
  values?: Values,
): Promise<boolean> {
  if (!isAsked(resource, action, targets)) return true
  const { danger } = specOf(resource, action)
  const all = targets.kind === 'rows' ? targets.rows : []
  const reasons = all.flatMap((row) => blockedFor(resource, action, row) ?? [])
  // The question is about the records to be changed; the others are only counted, with the reasons.
  const rows = all.filter((row) => !blockedFor(resource, action, row))
  const title = titleOf(resource, action, rows.length > 0 ? { kind: 'rows', rows } : targets)
  const inverse = inverseOf(resource, action)
  const [first] = rows
  const count = rows.length > 0 ? rows.length : countOf(targets)
  const [named, filter] =
    targets.kind === 'query'
      ? await Promise.all([firstOf(resource, targets), filterText(resource, targets.query)])
      : [rows, () => '']
  // Nobody waits for the consequence of an action that runs already, and a deleted record has none.
  const reading = new AbortController()
  return ask({
    danger: isDangerous(resource, action, targets),
    title: (t) => t('acts.question', { what: title(t) }),
    detail: (t) =>
      [
        count > 1 && named.length > 0
          ? someNames(
              named.map((row) => nameOf(resource, row, t)),
              count,
              t,
            )
          : '',
        filter(t) && t('acts.filteredBy', { filter: filter(t) }),
        ...skippedFor(reasons, t),
        t(wayBackOf(action, inverse)),
      ]
        .filter(Boolean)
        .join(' '),
    verb: title,
    ...(first && rows.length === 1 && all.length === 1 && hasConsequence(resource, action)
      ? { consequence: consequence(resource, action, first.id, reading.signal) }
      : {}),
    ...(count > UNASKED ? { line: lineOf(resource, action, targets, values) } : {}),
    ...(danger === 'type-name' && first ? { typed: (t: Translate) => nameOf(resource, first, t) } : {}),
  }).finally(() => reading.abort())
}

/** Returns a sentence for each reason, with the number of records skipped for it. */
function skippedFor(reasons: readonly Reason[], t: Translate): string[] {
  const counts = new Map<string, number>()
  for (const { key, values } of reasons) {
    const why = t(key, values)
    counts.set(why, (counts.get(why) ?? 0) + 1)
  }
  return [...counts].map(([why, count]) => t('acts.skips', { count, why }))
}

const hasConsequence = (resource: Resource, action: string): boolean =>
  action === 'delete' ||
  resource.actions[action]?.stops !== undefined ||
  resource.actions[action]?.replaces !== undefined ||
  resource.actions[action]?.reaches !== undefined

/** Returns what an action on a record stops or deletes with it, as read from the server. */
async function consequence(
  resource: Resource,
  action: string,
  id: number,
  signal: AbortSignal,
): Promise<Consequence | null> {
  const viewer = currentAccount()
  if (!viewer) return null
  const { consequenceOf } = await import('@tocsin/core/api/consequences')
  const mayView = (other: Resource) => mayDo(viewer, other, 'view')
  return consequenceOf({ client, findResource, mayView, resource, action, id, signal })
}

/** Returns the first few records that a list matches, to be named; none where they cannot be read now. */
async function firstOf(resource: Resource, { query, except }: Targets & { kind: 'query' }): Promise<readonly Row[]> {
  const limit = Math.min(NAMED + except.length, PAGE_SIZE_MAX)
  const page = await client.list(resource, { ...query, limit, offset: 0 }).catch(() => ({ rows: [] }))
  return (page.rows as Row[]).filter(({ id }) => !except.includes(id)).slice(0, NAMED)
}

/** Returns the key of the sentence about undo. A deletion has its own: nothing else says that the record stays. */
const wayBackOf = (action: string, inverse: string): string =>
  inverse === 'irreversible' ? 'acts.noWayBack' : action === 'delete' ? 'acts.canBeRestored' : 'acts.canBeUndone'

const someNames = (names: readonly string[], count: number, t: Translate): string => {
  const told = names.slice(0, NAMED)
  return count > told.length
    ? t('acts.andMore', { names: told.join(', '), count: count - told.length })
    : `${told.join(', ')}.`
}
