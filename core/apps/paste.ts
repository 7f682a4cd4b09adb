import type { Client } from '../api/client'
import { isRecord } from '../vocabulary/kind-reasons'
import type { Draft } from '../vocabulary/resource'
import type { App } from '../resources/apps/types'
import { CHANNEL_TYPES } from '../resources/channels/kinds/index'
import type { Channel } from '../resources/channels/types'
import { assignable, channelDraft } from './copy'

/** A copied channel, as the console keeps it and the terminal prints it. */
export type CopiedChannel = {
  /** The app and the client that it was copied from. */
  appId: number
  clientId: number
  /** The time of the copy, in ISO 8601. */
  at: string
  channel: Draft
}

/** Returns a copy of a channel: without its id, its group, its tag and its place. */
export const copyOf = (channel: Channel, at: string): CopiedChannel => ({
  appId: channel.appId,
  clientId: channel.clientId,
  at,
  channel: { ...channelDraft(channel), MonitoringProviders: channel.MonitoringProviders },
})

/** Reads a copy that was kept or printed; null for anything else. */
export function readCopy(value: unknown): CopiedChannel | null {
  if (!isRecord(value) || !isRecord(value['channel'])) return null
  const { appId, clientId, at, channel } = value
  const isCopy =
    Number.isInteger(appId) &&
    Number.isInteger(clientId) &&
    typeof at === 'string' &&
    typeof channel['name'] === 'string' &&
    CHANNEL_TYPES.some((type) => type === channel['channelType']) &&
    isRecord(channel['config']) &&
    Array.isArray(channel['MonitoringProviders'])
  return isCopy ? (value as CopiedChannel) : null
}

/**
 * Returns the new channel of an app that a copy makes. It keeps the monitoring providers that a new channel of this app
 * may have.
 */
export async function pasted(
  client: Pick<Client, 'list'>,
  copied: CopiedChannel,
  app: Pick<App, 'id' | 'clientId'>,
  name: string,
): Promise<Draft> {
  const { channel } = copied
  const providers = await assignable(client, channel['MonitoringProviders'] as { id: number }[], app.clientId)
  return { ...channel, name, MonitoringProviders: providers, appId: app.id, clientId: app.clientId }
}
