import type { Client } from '../api/client'
import type { Http } from '../api/http'
import { PROVIDER_CLIENT_ID } from '../base/constants'
import { ApiError } from '../base/errors'
import type { Draft } from '../vocabulary/resource'
import { channels as channelsResource } from '../resources/channels/index'
import { REARRANGE_PATH, type AppOrder } from '../resources/channels/order'
import type { Channel } from '../resources/channels/types'
import { apps } from '../resources/apps/index'
import type { App } from '../resources/apps/types'
import { monitoringProviders } from '../resources/monitoring-providers/index'

/** The calls that a copy is made of. */
export type CopyParts = {
  client: Pick<Client, 'get' | 'all' | 'list' | 'create' | 'remove'>
  http: Http
  /** Calls a write with an idempotency key, and may call it again where an answer was lost. */
  once: <T>(write: (key: string) => Promise<T>) => Promise<T>
}

/** The values of the copy that differ from the source. Without a client the copy belongs to that of the source. */
export type CopyDraft = { name: string; projectId: number; clientId?: number; description?: string | null }

/** A refusal of one of the channels, so that the app was not copied. */
export class ChannelRefused extends ApiError {
  /** The name of the channel. */
  readonly channel: string

  constructor(refusal: ApiError, channel: string) {
    super(refusal)
    this.channel = channel
  }
}

/** Returns a channel as a new one of another app: without its id, its group, its tag and its place. */
export function channelDraft(channel: Channel): Draft {
  const { name, channelType, label, primary, config } = channel
  return { name, channelType, label, primary, config: { ...config, parentId: undefined } }
}

/**
 * Copies an app with its look and its channels, which keep their order and their groups, by the listed calls alone
 * . The channels keep the providers that a new channel may have. The draft of the source is copied, and its
 * versions are not. If a call fails, the new app is deleted again. Throws ApiError.
 */
export async function copyApp(
  { client, http, once }: CopyParts,
  source: Pick<App, 'id' | 'clientId' | 'label' | 'config'>,
  draft: CopyDraft,
): Promise<App> {
  const sourceChannels: Channel[] = []
  const all = client.all(channelsResource, { appId: source.id, withSchema: true })
  for await (const { rows } of all) sourceChannels.push(...rows)
  const clientId = draft.clientId ?? source.clientId
  const made = await once((key) => client.create(apps, { ...draft, clientId }, { key }))
  try {
    const { label, config } = source
    await once((idempotencyKey) =>
      http({ method: 'PATCH', path: `apps/${made.id}/schema`, body: { label, config }, idempotencyKey }),
    )
    const providers = sourceChannels.flatMap(({ MonitoringProviders }) => MonitoringProviders)
    const mayHave = new Set(await assignable(client, providers, clientId))
    const ids = new Map<number, number>()
    // A group is made before what lies in it.
    for (const channel of byDepth(sourceChannels)) {
      const config = { ...channel.config, parentId: ids.get(channel.config.parentId ?? 0) }
      const MonitoringProviders = channel.MonitoringProviders.filter(({ id }) => mayHave.has(id))
      const whole = { ...channelDraft(channel), config, MonitoringProviders, appId: made.id, clientId }
      const create = once((key) => client.create(channelsResource, whole, { key }))
      const { id } = await create.catch((error: unknown) => {
        throw error instanceof ApiError ? new ChannelRefused(error, channel.name) : error
      })
      ids.set(channel.id, id)
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

/**
 * Returns those of some providers that a new channel of a client may have: active ones of that client, and active ones
 * that the provider offers to every client. Providers that the user does not see are left out.
 */
export async function assignable(
  client: Pick<Client, 'list'>,
  providers: readonly { id: number }[],
  clientId: number,
): Promise<number[]> {
  const ids = [...new Set(providers.map(({ id }) => id))]
  if (ids.length === 0) return []
  const { rows } = await client.list(monitoringProviders, { ids, limit: ids.length })
  return rows
    .filter(({ active, ClientId }) => active && (ClientId === clientId || ClientId === PROVIDER_CLIENT_ID))
    .map(({ id }) => id)
}

/** Returns the channels with every group before those in it, otherwise in their order. */
function byDepth(all: readonly Channel[]): Channel[] {
  const byId = new Map(all.map((channel) => [channel.id, channel]))
  const depthOf = ({ config: { parentId } }: Channel): number => {
    const parent = byId.get(parentId ?? 0)
    return parent ? depthOf(parent) + 1 : 0
  }
  return all.toSorted((one, other) => depthOf(one) - depthOf(other) || one.displayOrder - other.displayOrder)
}
