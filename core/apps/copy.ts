import type { Client } from '../api/client'
import type { Http } from '../api/http'
import { ApiError } from '../base/errors'
import type { Draft } from '../vocabulary/resource'
import { channels as channelsResource } from '../resources/channels/index'
import { REARRANGE_PATH, type AppOrder } from '../resources/channels/order'
import type { Channel } from '../resources/channels/types'
import { apps } from '../resources/apps/index'
import type { App } from '../resources/apps/types'

/** The calls that a copy is made of. `newKey` returns an idempotency key: a lost answer is asked for again. */
export type CopyParts = {
  client: Pick<Client, 'get' | 'all' | 'create' | 'remove'>
  http: Http
  once: <T>(write: (key: string) => Promise<T>) => Promise<T>
}

/** What the copy has of its own. Without a client it belongs to that of the source. */
export type CopyDraft = { name: string; projectId: number; clientId?: number; description?: string | null }

/** Returns a channel as a new one of another app: without its id, its group, its tag and its place. */
export function channelDraft(channel: Channel): Draft {
  const { name, channelType, label, primary, config } = channel
  return { name, channelType, label, primary, config: { ...config, parentId: null } }
}

/**
 * Copies an app with its look and its channels, which keep their order and their groups, by the listed calls alone
 * . A channel with a provider that is out of use has none in the copy. The draft of the source is what is copied; its versions are not. If a call fails, what was made is deleted.
 * Throws ApiError.
 */
export async function copyApp(
  { client, http, once }: CopyParts,
  source: Pick<App, 'id' | 'clientId' | 'label' | 'config'>,
  draft: CopyDraft,
): Promise<App> {
  const sourceChannels: Channel[] = []
  for await (const { rows } of client.all(channelsResource, { appId: source.id })) sourceChannels.push(...rows)
  const clientId = draft.clientId ?? source.clientId
  const made = await once((key) => client.create(apps, { ...draft, clientId }, { key }))
  try {
    const { label, config } = source
    await once((idempotencyKey) =>
      http({ method: 'PATCH', path: `apps/${made.id}/schema`, body: { label, config }, idempotencyKey }),
    )
    const ids = new Map<number, number>()
    // A group is made before what lies in it.
    for (const channel of byDepth(sourceChannels)) {
      const { parentId } = channel.config
      const config = { ...channel.config, parentId: parentId === null ? null : ids.get(parentId) }
      // Those of the client stay with it.
      const providers = clientId === source.clientId ? channel.MonitoringProviders : []
      const whole = { ...channelDraft(channel), config, MonitoringProviders: providers, appId: made.id, clientId }
      ids.set(channel.id, (await createChannel(client, once, whole)).id)
    }
    const channelsOrder = sourceChannels
      .toSorted((one, other) => one.displayOrder - other.displayOrder)
      .map(({ id }, displayOrder) => ({ id: ids.get(id)!, displayOrder }))
    if (channelsOrder.length > 0)
      await once((idempotencyKey) =>
        http<AppOrder>({ method: 'PATCH', path: REARRANGE_PATH, body: { channelsOrder, clientId }, idempotencyKey }),
      )
  } catch (error) {
    // A part of an app is of no use to anybody. The reason is told, also where this fails as well.
    await client.remove(apps, made.id).catch(() => {})
    throw error
  }
  return client.get(apps, made.id)
}

/** Creates a channel; without its providers where one of them is out of use, and so can be given to no new channel. */
async function createChannel(client: CopyParts['client'], once: CopyParts['once'], whole: Draft): Promise<Channel> {
  const create = (draft: Draft) => once((key) => client.create(channelsResource, draft, { key }))
  try {
    return await create(whole)
  } catch (error) {
    const isRefused = error instanceof ApiError && error.fields.some(({ field }) => field === 'MonitoringProviders')
    if (!isRefused) throw error
    return create({ ...whole, MonitoringProviders: [] })
  }
}

/** Returns the channels with every group before those in it, otherwise in their order. */
function byDepth(all: readonly Channel[]): Channel[] {
  const byId = new Map(all.map((channel) => [channel.id, channel]))
  const depthOf = ({ config: { parentId } }: Channel): number => {
    const parent = parentId === null ? undefined : byId.get(parentId)
    return parent ? depthOf(parent) + 1 : 0
  }
  return all.toSorted((one, other) => depthOf(one) - depthOf(other) || one.displayOrder - other.displayOrder)
}
