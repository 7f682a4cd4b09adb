import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AlertAssignment } from '@tocsin/core/resources/alert-assignments/types'
import type { AlertDelivery } from '@tocsin/core/resources/alert-deliveries/types'
import type { AlertHistory } from '@tocsin/core/resources/alert-histories/types'
import { sql } from 'kysely'
import { ACME } from '../fixtures/clients'
import { withServer } from '../server/context/actor'
import type { Ways } from '../server/delivery/attempt'
import { deliverAlerts } from '../server/delivery/deliver'
import { readAllowed } from '../server/outbound/internal-addresses'
import { createOutbound } from '../server/outbound/outbound'
import { assignProvider } from '../server/resources/alerts/assign'
import { serveResources } from '../server/resources/index'
import type { Delivered } from './deliver'
import type { TestWorld } from './world'

export type Received = { path: string; headers: IncomingHttpHeaders; body: string }

/** A server of monitoring providers on this machine. Each path is a provider, which answers by `answers`. */
export async function startHook() {
  const received: Received[] = []
  const answers: { current: (path: string, response: ServerResponse) => void } = {
    current: (_, response) => void response.writeHead(204).end(),
  }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body })
      answers.current(request.url ?? '', response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    received,
    answers,
    url: (path: string) => `http://hooks.example.org:${port}${path}`,
    outbound: createOutbound({
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      allowed: readAllowed('127.0.0.1'),
      timeoutMs: 60_000,
    }),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

let raised = 0

/** Stores an alert as a phone's door does, and assigns providers to it. Returns its id. */
export async function raise(
  world: TestWorld,
  providers: readonly number[],
  more: { ClientId?: number; test?: boolean; text?: string; dataChannel?: boolean; anonymous?: boolean } = {},
): Promise<number> {
  const { ClientId = ACME, test = false, text = 'Socorro', dataChannel = false, anonymous = false } = more
  const now = new Date(world.clock.now).toISOString()
  return withServer(world.database, async (tx) => {
    const profile = anonymous ? null : JSON.stringify({ name: 'Davi Sales', phone: '+5511900000001' })
    const { rows } = await sql<{
      id: number
    }>`insert into alerts (client_id, uuid, text, generated_at, created_at, updated_at,
        test, anonymous, data_channel, site_id, channel, mobile_profile)
      values (${ClientId}, ${`raised-${++raised}`}, ${text}, ${now}, ${now}, ${now}, ${test}, ${anonymous}, ${dataChannel},
        ${ClientId === ACME ? 1 : null}, ${JSON.stringify({ name: 'Emergência', label: 'Emergência', channelType: 'alert', icon: null })}::jsonb,
        ${profile}::jsonb)
      returning id`.execute(tx)
    const { id } = rows[0]!
    for (const provider of providers)
      await assignProvider({ parts: world.parts, tx }, { id, ClientId, SiteId: ClientId === ACME ? 1 : null }, provider)
    return id
  })
}

/** Hands over what is due, and returns the mails that were sent. */
export async function handOver(world: TestWorld, ways: Partial<Ways> = {}): Promise<Delivered[]> {
  const mails: Delivered[] = []
  const alerts = (await serveResources()).get('alerts')!
  const send: Ways['send'] = async (message) => void mails.push(message)
  await deliverAlerts(world.parts, { alerts, send, publicUrl: 'https://console.example.org', ...ways })
  return mails
}

const rowsOf =
  <R>(table: string) =>
  async (world: TestWorld, alertId: number): Promise<R[]> =>
    withServer(world.database, async (tx) => {
      const { rows } = await sql<R>`select * from ${sql.table(table)} where alert_id = ${alertId} order by id`.execute(
        tx,
      )
      return rows
    })

export type AssignmentRow = Pick<AlertAssignment, 'delivery' | 'attempts' | 'code'> & {
  monitoring_provider_id: number
  delivered_at: string | null
  next_attempt_at: string | null
}
/** The rows of an alert as they are stored, oldest first. */
export const assignmentsOf = rowsOf<AssignmentRow>('alert_assignments')
export const historyOf = rowsOf<AlertHistory>('alert_histories')
export const logOf = rowsOf<AlertDelivery>('alert_deliveries')
