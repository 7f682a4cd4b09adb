import type { Http } from '@tocsin/core/api/http'
import { raisesAlerts, type ChannelType } from '@tocsin/core/resources/channels/kinds/index'
import { maps } from '@tocsin/core/resources/maps/index'
import { usageError } from '../command-error'
import type { Context } from '../context'
import { findRecord } from '../references'

/** A phone that raises alerts: its profile, its token and the channel. */
export type SimulatedPhone = { profile: number; token: string; channel: number }

type Registered = { token: string; profile: { id: number; status: string } }
type Channel = { id: number; channelType: ChannelType }

/** Returns the phones of some profiles: each token is made as `maps token` makes it. */
export async function phonesOfProfiles(
  context: Context,
  named: string,
  channel: number | undefined,
): Promise<SimulatedPhone[]> {
  const [client, http] = [await context.client(), await context.http()]
  const phones: SimulatedPhone[] = []
  for (const name of named.split(',').map((one) => one.trim())) {
    const { id } = await findRecord(context, maps, name)
    const row = await client.get(maps, id)
    const { data } = await http<{ token: string }>({ method: 'POST', path: `maps/${row.id}/token`, body: {} })
    phones.push(await withChannel(context, { profile: row.id, token: data.token }, channel))
  }
  return phones
}

/** Lets people join by a registration code, and returns their phones. Who has to wait is let in by the account in use. */
export async function phonesOfPeople(
  context: Context,
  { code, people, channel }: { code: string; people: number; channel: number | undefined },
): Promise<SimulatedPhone[]> {
  const [client, http] = [await context.client(), await context.phoneHttp()]
  const phones: SimulatedPhone[] = []
  for (let person = 1; person <= people; person++) {
    const body = { code, name: `Simulação ${person}`, phone: `+5511980${String(person).padStart(6, '0')}` }
    const { data } = await http<Registered>({ method: 'POST', path: 'register', body, token: 'none' })
    const { token, profile } = data
    if (profile.status === 'pending') await client.act(maps, 'approve', await client.get(maps, profile.id))
    phones.push(await withChannel(context, { profile: profile.id, token }, channel ?? phones[0]?.channel))
  }
  return phones
}

/** Returns a phone with its channel: the given one, else the first that it sees and that sends alerts. */
async function withChannel(
  context: Context,
  phone: Omit<SimulatedPhone, 'channel'>,
  channel: number | undefined,
): Promise<SimulatedPhone> {
  if (channel !== undefined) return { ...phone, channel }
  const http: Http = await context.phoneHttp()
  const call = { method: 'GET', path: 'config', token: 'none', phoneToken: phone.token } as const
  const { data } = await http<{ channels: Channel[] }>(call)
  const first = data.channels.find(({ channelType }) => raisesAlerts(channelType))
  if (!first) throw usageError('cli.alerts.noChannel', {}, { field: '--profile' })
  return { ...phone, channel: first.id }
}
