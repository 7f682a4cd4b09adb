import type { AppContents, KeptChannel } from '../resources/app-versions/types'
import { contentFields } from '../resources/apps/index'
import { channels as channelsResource } from '../resources/channels/index'
import { fieldsOf } from '../vocabulary/fields-of'
import { isRecord } from '../vocabulary/kind-reasons'
import type { Draft, Field, Fields } from '../vocabulary/resource'

/**
 * Returns the contents of an app without what belongs to its client: ties to other records, tags and keys. The
 * channels count from 1 in their order.
 */
export function templateOf(contents: AppContents): AppContents {
  const { channels, ...look } = emptied(contents, ({ tied }) => tied === true)
  const ids = channels.map((_, at) => at + 1)
  return { ...look, channels: withIds(channels, ids) }
}

/**
 * Returns contents without the values of the fields that `drops` says, which have their defaults, and without what no
 * field declares.
 */
export function emptied({ label, config, channels }: AppContents, drops: (field: Field) => boolean): AppContents {
  return {
    ...(emptiedIn(contentFields, { label, config }, drops) as Pick<AppContents, 'label' | 'config'>),
    channels: channels.map((channel) => emptiedIn(channelsResource.fields, channel, drops) as KeptChannel),
  }
}

function emptiedIn(fields: Fields, record: Draft, drops: (field: Field) => boolean, isLarge = false): Draft {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined
      if (!field) return []
      if (drops(field)) {
        const empty = field.default ?? (field.type === 'refs' ? [] : null)
        return isLarge && empty === null ? [] : [[name, empty]]
      }
      const inside = (one: unknown) =>
        isRecord(one) ? emptiedIn(fieldsOf(field, record), one, drops, isLarge || field.large === true) : one
      if (field.type === 'list' && Array.isArray(value)) return [[name, value.map(inside)]]
      return [[name, field.type === 'group' ? inside(value) : value]]
    }),
  )
}

/** Returns channels with these ids, in their order. They lie in the same groups as before. */
export function withIds(channels: readonly KeptChannel[], ids: readonly number[]): KeptChannel[] {
  const newIds = new Map(channels.map(({ id }, at) => [id, ids[at]!]))
  return channels.map((channel, at) => ({
    ...channel,
    id: ids[at]!,
    config: { ...channel.config, parentId: newIds.get(channel.config.parentId ?? 0) },
  }))
}
