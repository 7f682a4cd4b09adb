import type { Channel } from '@tocsin/core/resources/channels/types'
import { spelledConfig } from '@tocsin/core/resources/channels/kinds/index'
import { channels } from '@tocsin/core/resources/channels/index'
import { isRecord } from '@tocsin/core/vocabulary/kind-reasons'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { isEmpty } from '@tocsin/core/vocabulary/empty'
import { sql } from 'kysely'
import { defineOverrides } from '../../records/overrides'
import { touchDraft, workingVersionOf } from '../apps/contents'
import { isOutside, requireGroup } from './groups'
import { holdApp, nextPosition } from './order'

/** Returns a given config as it is stored. Whatever is no record is left to the check. */
const spelled = (channelType: unknown, before: Draft, given: unknown): unknown =>
  isRecord(given) ? spelledConfig(channelType, before, given) : given

export const channelsOverrides = defineOverrides(channels, {
  reads: {
    computed: {
      schemaId: workingVersionOf(sql`r.client_id`, sql`r.app_id`),
    },
    searchable: {
      subtitle: sql`(select a.name from apps a where a.client_id = r.client_id and a.id = r.app_id)`,
      extraText: sql`r.label`,
    },
    where: {
      outside: (_, { outside }) => {
        const [id] = [outside].flat()
        return typeof id === 'number' ? isOutside(id) : null
      },
    },
  },
  writes: {
    async create(save, draft) {
      const config = spelled(draft['channelType'], {}, draft['config'])
      const label = isEmpty(draft['label']) ? draft['name'] : draft['label']
      const validated = await save.new({ ...draft, label, ...(config ? { config } : {}) })
      await holdApp(save, validated.values)
      await requireGroup(save, validated.values, null)
      const position = await nextPosition(save, validated.values)
      await touchDraft(save, validated.values as Pick<Channel, 'clientId' | 'appId'>)
      return save.history(await save.store(validated, { display_order: position }))
    },
    async update(save, channel, { label, ...changes }) {
      const config = spelled(channel.channelType, channel.config, changes['config'])
      const validated = await save.change(channel, {
        ...changes,
        ...(config ? { config } : {}),
        // An empty title keeps the one before (CHAN-13).
        ...(isEmpty(label) ? {} : { label }),
      })
      const { config: changed } = validated.changedFields as { config?: Channel['config'] }
      if (changed && (changed.parentId ?? null) !== (channel.config.parentId ?? null))
        await requireGroup(save, { ...channel, ...validated.values }, channel.id)
      if (Object.keys(validated.changedFields).length > 0) await touchDraft(save, channel)
      return save.history(await save.store(validated))
    },
    async remove(save, channel) {
      await save.requireUnused(channel)
      await touchDraft(save, channel)
      return save.history(await save.delete(channel))
    },
  },
  links: {
    MonitoringProviders: {
      table: 'channel_providers',
      from: 'channel_id',
      to: 'provider_id',
      told: sql`tocsin_told_provider(l.provider_client_id, l.provider_id)`,
    },
  },
  unique: { channels_order: { field: 'displayOrder', code: 'CONFLICT' } },
})
