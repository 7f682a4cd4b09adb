import type { Alert } from '@tocsin/core/resources/alerts/types'
import { chooseLocale } from '@tocsin/core/vocabulary/i18n'
import { sql } from 'kysely'
import { programActor } from '../auth/program-actor'
import { withActor, withServer } from '../context/actor'
import type { Parts } from '../context/parts'
import { OutboundError } from '../outbound/outbound'
import { ANONYMOUS } from '../outbox/alert-mails'
import { mailText } from '../outbox/mails'
import type { Send } from '../outbox/outbox'
import { deliveryHeaders, secretsOf } from '../outbox/webhooks'
import { load } from '../records/read'
import type { ServedResource } from '../records/served-resource'
import type { Attempt } from '../resources/alerts/handed-over'
import type { Claimed, Provider } from './claims'

/** The ways by which a deliverer sends. Without `send` the server has no way to send mail. */
export type Ways = { alerts: ServedResource; send: Send | undefined; publicUrl: string }

/** Returns an alert as a program of the provider reads it. */
async function readAlert(parts: Parts, { alerts }: Ways, { id: alertId }: Claimed, provider: Provider): Promise<Alert> {
  const { id: providerId, client_id: clientId, name } = provider
  const actor = programActor({ providerId, clientId, token: { id: 0, name } })
  const asked = { parts, actor, requestId: '', locale: '' }
  return withActor(
    parts,
    actor,
    async (tx) => (await load(alerts, { ...asked, tx }, alertId, false)) as unknown as Alert,
  )
}

/** Sends an alert to its provider, whose type is `webhook` or `email`. Returns how it went. */
export async function attempt(parts: Parts, ways: Ways, claimed: Claimed, provider: Provider): Promise<Attempt> {
  const send = provider.provider_type === 'webhook' ? post : mail
  const by = provider.provider_type === 'webhook' ? 'webhook' : 'mail'
  if (!provider.active) return { outcome: 'INACTIVE', duration: 0, request: { by } }
  const alert = await readAlert(parts, ways, claimed, provider)
  const begun = performance.now()
  const went = await send(parts, ways, claimed, { alert, provider })
  return { ...went, duration: Math.round(performance.now() - begun) }
}

type Sent = (
  parts: Parts,
  ways: Ways,
  claimed: Claimed,
  about: { alert: Alert; provider: Provider },
) => Promise<Omit<Attempt, 'duration'>>

/** Posts an alert to a webhook, signed. A repeated attempt has the same id (T64). */
const post: Sent = async (parts, { publicUrl }, { assignment }, { alert, provider }) => {
  const id = parts.tokens.digest('alert-delivery', String(assignment)).slice(0, 16)
  const { createdAt, test } = alert
  const body = JSON.stringify({ id, event: 'alert.created', createdAt, test, server: publicUrl, data: alert })
  const headers = deliveryHeaders(parts, id, secretsOf(parts, provider.id, provider), body)
  const request = { by: 'webhook', id, bytes: Buffer.byteLength(body) } as const
  try {
    const { status, text } = await parts.outbound.post(provider.callback_url, body, headers)
    return { outcome: 'DELIVERED', status, request, answer: text }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { outcome: error.code, status: error.status, request, answer: error.text }
  }
}

/** Writes an alert to a mailbox. It is delivered once the next mail server has accepted it. */
const mail: Sent = async (parts, { send, publicUrl }, _, { alert, provider }) => {
  const request = { by: 'mail' } as const
  if (!send) return { outcome: 'NO_GATEWAY', request }
  const locale = chooseLocale(await languageOf(parts, alert.ClientId))
  const { Channel, Client, Site, NearSite, MobileProfile, location, meta } = alert
  const values = {
    id: alert.id,
    url: publicUrl,
    client: Client.name,
    channel: Channel?.label ?? Channel?.name,
    text: alert.text,
    place: (Site ?? NearSite)?.name,
    raised: new Date(alert.generatedAt).toLocaleString('sv-SE', { timeZone: 'America/Sao_Paulo' }),
    reporter: alert.anonymous ? ANONYMOUS[locale] : MobileProfile?.name,
    phone: MobileProfile?.phone,
    position:
      location && [location.formatted, `${location.latitude}, ${location.longitude}`].filter(Boolean).join(' · '),
    // One that was stored without answers has none.
    answers: (meta.dataView ?? []).map(({ title, value }) => `${title} ${value}`).join(' · '),
    attachments: alert.attachments.length,
  }
  const shown = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)]))
  const { subject, text } = mailText(alert.test ? 'alert-created-test' : 'alert-created', locale, shown)
  try {
    await send({ channel: 'mail', to: provider.notify_email ?? '', subject, text })
    return { outcome: 'DELIVERED', request }
  } catch (error) {
    const { responseCode: status } = error as { responseCode?: unknown }
    return { outcome: typeof status === 'number' ? 'REFUSED' : 'UNREACHABLE', request }
  }
}

/** Returns a value as a mail shows it: without characters that would change how its line is read (T87). */
const plain = (value: unknown): string => {
  const text = String(value ?? '').replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, ' ')
  return text.trim() === '' ? '-' : text
}

/** Returns the language in which people of a client last signed in, its admins first. */
async function languageOf(parts: Parts, clientId: number): Promise<string> {
  const { rows } = await withServer(parts.database, (tx) =>
    sql<{ locale: string }>`select locale from users where client_id = ${clientId} and user_type = 'client' and active
      and locale is not null order by role = 'admin' desc, id limit 1`.execute(tx),
  )
  return rows[0]?.locale ?? 'pt-BR'
}
