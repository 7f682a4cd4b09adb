import type { AuditEvent } from '@tocsin/core/resources/audit-events/types'
import type { Locale } from '@tocsin/core/base/constants'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { same } from '@tocsin/core/base/same'
import type { Query } from '@tocsin/core/form/query'
import { subjectsOf } from '@tocsin/core/form/query-subjects'
import { querySentence } from '@tocsin/core/form/query-words'
import { camel } from '@tocsin/core/base/naming'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { resourceOfRecord } from '@tocsin/core/vocabulary/kinds-of-records'
import { fieldsOf } from '@tocsin/core/vocabulary/fields-of'
import { everyResource } from '../data/resources'
import { displayValue, EMPTY_TEXT, type DisplayOptions } from './display'
import { actionOf, didOf, factOf } from './event-words'
import { placeOf } from '@tocsin/core/vocabulary/place-words'
import { valueAt } from './field-at'
import './query-words'

/**
 * Returns the resource that the history of a record is stored under: sites and teams are one table, but their histories
 * have different resources.
 */
export const historyResource = (resource: Resource, row: Record<string, unknown>): string =>
  resourceOfRecord(everyResource(), resource, row).name

/** Returns an action in words: `changed it`, `Deactivate`. */
export const verbOf = (resource: Resource, verb: string, t: Translate): string =>
  didOf(verb, t) ?? t('record.history.didOther', { verb: actionOf(resource.name, verb, t) ?? verb })

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the record before and after a change, with the changed fields alone. */
export const bothSides = (changes: AuditEvent['changes']): Record<string, unknown>[] =>
  (['before', 'after'] as const).map((side) =>
    Object.fromEntries(Object.entries(changes).map(([name, change]) => [name, change[side]])),
  )

/** The actions that make a record. Its history leaves out secrets, and boxes that have their usual value. */
const CREATIONS: ReadonlySet<string> = new Set(['create', 'import', 'register'])

/**
 * The facts of an event that its lines leave out: the actor is named beside the action (`visitorOf`), and the id of a
 * sign-in link only leads from one event to another.
 */
const UNTOLD: ReadonlySet<string> = new Set(['actor', 'link'])

/**
 * Returns the changes of an event, one line a field: `Radius (km): 0.1 → 0.5`. A group lists only the parts that
 * differ. What an action was given has the words of its input: `Version comment: new colours`.
 */
export function changesInWords(
  declared: Resource,
  { verb, changes }: Pick<AuditEvent, 'verb' | 'changes'>,
  t: Translate,
  locale: Locale,
  options: DisplayOptions = {},
): string[] {
  const action = camel(verb)
  const input = declared.actions[action]?.input ?? {}
  const resource: Resource = {
    ...declared,
    fields: { [action]: { type: 'group', fields: input }, ...declared.fields },
  }
  const isCreation = CREATIONS.has(verb)
  const line = (path: string, before: unknown, after: unknown): string[] => {
    const { field, plain, ...place } = placeOf(resource, path, t)
    const fact = field ? undefined : factOf(path, after, t)
    const label = fact?.label ?? place.label
    if (field?.secret) return isCreation ? [] : [t('record.history.secret', { field: label })]
    if (isCreation && typeof after === 'boolean' && after === (field?.default ?? false)) return []
    if (field?.type === 'group' && (isRecord(before) || isRecord(after)))
      return Object.keys(fieldsOf(field)).flatMap((name) => {
        const was = valueAt(before, name) ?? null
        const is = valueAt(after, name) ?? null
        return same(was, is) ? [] : line(`${path}.${name}`, was, is)
      })
    const subjects = subjectsOf(field, t)
    const text = (value: unknown) =>
      subjects && isRecord(value)
        ? querySentence(value as Query, subjects, { t, locale })
        : displayValue(resource, plain, field?.type === 'list' && isRecord(value) ? [value] : value, t, locale, options)
    const was = text(before)
    const is = fact?.value ?? text(after)
    return was === EMPTY_TEXT && is === EMPTY_TEXT
      ? []
      : [
          t(was === EMPTY_TEXT ? 'record.history.set' : 'record.history.change', {
            field: label,
            before: was,
            after: is,
          }),
        ]
  }
  const isInput = (name: string) => Object.hasOwn(input, name) && !Object.hasOwn(declared.fields, name)
  return Object.entries(changes).flatMap(([name, { before, after }]) =>
    UNTOLD.has(name) && !Object.hasOwn(resource.fields, name)
      ? []
      : line(isInput(name) ? `${action}.${name}` : name, before, after),
  )
}
