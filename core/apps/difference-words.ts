import type { Query } from '../form/query'
import { subjectsOf, type RuleSubject } from '../form/query-subjects'
import { querySentence, type Reader } from '../form/query-words'
import type { FormField } from '../form/types'
import { choiceOf } from '../vocabulary/field-words'
import { isEmpty } from '../vocabulary/empty'
import { placeOf } from '../vocabulary/place-words'
import type { Field, Resource } from '../vocabulary/resource'
import type { ValueDifference } from '../vocabulary/value-differences'
import type { AppContents } from '../resources/app-versions/types'
import { channels } from '../resources/channels/index'
import type { Difference } from './differences'
import { apps } from '../resources/apps/index'

/** A difference of one value in words; a side without a value is null. */
export type LineInWords = {
  label: string
  before: string | null
  after: string | null
  /** True for a colour, which can be shown as well. */
  isColor?: true
  /** The names of the monitoring providers that receive the channel no longer. */
  gone?: readonly string[]
}

/** A difference in words: its title, such as `Police (Phone)`, and a line for each value. */
export type DifferenceInWords = { what: Difference['what']; title: string; lines: readonly LineInWords[] }

/**
 * Returns differences of an app in the reader's language. `contents` are both sides, for the names of the groups and of
 * the fields that rules look at. The words of apps, channels and queries must be known to `t`.
 */
export function differencesInWords(
  differences: readonly Difference[],
  contents: readonly AppContents[],
  reader: Reader,
): DifferenceInWords[] {
  const { t } = reader
  const names = new Map(contents.flatMap((one) => one.channels.map(({ id, name }) => [id, name] as const)))
  const lineOf = (resource: Resource, { path, before, after }: ValueDifference, channelId?: number): LineInWords => {
    const { label, field, plain } = placeOf(resource, path, t)
    const subjects = () => subjectsOf(field, reader.t, formOf(contents, channelId))
    const text = (value: unknown) => valueText({ resource, plain, field, names, subjects, reader }, value)
    const [was, is] = [text(before), text(after)]
    // Two values that are told alike: an order, a rule.
    if (was === is && was !== null) return { label, before: null, after: t('resources.apps.differences.changed') }
    return {
      label,
      before: was,
      after: is,
      ...(field?.type === 'color' ? { isColor: true } : {}),
      ...(field?.type === 'refs' ? { gone: withoutOf(before, after) } : {}),
    }
  }
  return differences.map((difference) => {
    const { what } = difference
    if (what === 'app')
      return {
        what,
        title: t('resources.apps.fields.config'),
        lines: difference.values.map((one) => lineOf(apps, one)),
      }
    const { channel } = difference
    const kind = choiceOf(channels, 'channelType', channel.channelType, t)
    const title = t('resources.apps.differences.channel', { name: channel.name, kind })
    if (what !== 'changed') return { what, title, lines: [] }
    const { moved, values } = difference
    const place = moved && {
      label: t('resources.channels.fields.displayOrder'),
      before: null,
      after: moved.after
        ? t('resources.apps.differences.behind', { name: moved.after.name })
        : t('resources.apps.differences.first'),
    }
    return {
      what,
      title,
      lines: [...values.map((one) => lineOf(channels, one, channel.id)), ...(place ? [place] : [])],
    }
  })
}

type Told = { id: number; name?: string }

/** Returns the names of the records that only the first of two lists has. */
function withoutOf(before: unknown, after: unknown): string[] {
  const [was, is] = [before, after].map((value) => (Array.isArray(value) ? (value as Told[]) : []))
  return was!.filter(({ id }) => !is!.some((one) => one.id === id)).map(toldName)
}

const toldName = ({ id, name }: Told): string => name ?? `#${id}`

type Place = {
  resource: Resource
  plain: string
  field: Field | undefined
  names: ReadonlyMap<number, string>
  /** Returns what the rules at this place look at; undefined where there are none. */
  subjects: () => RuleSubject[] | undefined
  reader: Reader
}

/** Returns the fields of a channel's form on both sides. The later side is the one to be read, so it names them. */
function formOf(contents: readonly AppContents[], channelId: number | undefined): FormField[] {
  const channels = contents.flatMap((one) => one.channels.filter(({ id }) => id === channelId)).toReversed()
  return channels.flatMap(({ config }) => (config['schema'] as { fields?: FormField[] } | null)?.fields ?? [])
}

function valueText({ resource, plain, field, names, subjects, reader }: Place, value: unknown): string | null {
  if (isEmpty(value)) return null
  const { t } = reader
  switch (field?.type) {
    case 'boolean':
      return t(`resources.apps.differences.${value === true ? 'yes' : 'no'}`)
    case 'choice':
      return choiceOf(resource, plain, String(value), t)
    case 'ref':
      return names.get(value as number) ?? `#${String(value)}`
    case 'refs':
      return (value as Told[]).map(toldName).join(', ')
    case 'list':
      return Array.isArray(value)
        ? t('resources.apps.differences.items', { count: value.length })
        : t('resources.apps.differences.set')
    case 'json': {
      const named = subjects()
      return named ? querySentence(value as Query, named, reader) : t('resources.apps.differences.set')
    }
    case 'group':
      return t('resources.apps.differences.set')
    default:
      return typeof value === 'object' ? t('resources.apps.differences.set') : String(value)
  }
}
