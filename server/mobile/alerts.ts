import type { KeptChannel } from '@tocsin/core/resources/app-versions/types'
import { raisesAlerts } from '@tocsin/core/resources/channels/kinds/index'
import { alerts } from '@tocsin/core/resources/alerts/index'
import type { Alert, Position } from '@tocsin/core/resources/alerts/types'
import { isRecord } from '@tocsin/core/vocabulary/kind-reasons'
import { CONTROLS } from '@tocsin/core/vocabulary/kinds'
import type { Draft, Fields, Problem } from '@tocsin/core/vocabulary/resource'
import { jsonObject, max, min, pattern, required, requiredWith } from '@tocsin/core/vocabulary/rules'
import { canonical, check } from '@tocsin/core/vocabulary/validate'
import type { Ticks } from '@tocsin/core/form/answer-text'
import { chooseLocale } from '@tocsin/core/vocabulary/i18n'
import { sql } from 'kysely'
import { ALERTS_OF_NETWORK, ALERTS_OF_PHONE, giveBack, take, tooMany } from '../attempts/limits'
import type { Requester } from '../attempts/requester'
import { withClient, withServer } from '../context/actor'
import type { Parts } from '../context/parts'
import type { Tx } from '../db/transaction'
import { forbidden, invalid, refuseProblems } from '../http/failures'
import { writeVisitorAudit } from '../records/audit'
import { assignProviders } from '../resources/alerts/assign'
import { writeEvent } from '../resources/alerts/events'
import { nearSite } from '../resources/alerts/near-site'
import { isBlacklisted } from '../resources/blacklists/index'
import { iso } from '../time'
import { readAnswers } from './alert-answers'
import { mailManagers } from './alert-mails'
import { wholeForm } from './answers'
import { publishedChannels } from './surveys'
import type { Phone } from './tokens'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const DAY = 24 * 3_600_000

/** The most characters of the text of an alert. */
const LONGEST_TEXT = 2_000

/** The fields of a request that raises an alert. */
export const ALERT = {
  uuid: { type: 'text', rules: [required(), pattern(UUID)] },
  ChannelId: { type: 'integer', rules: [required()] },
  text: { type: 'longtext', rules: [max(LONGEST_TEXT)] },
  data: { type: 'json', rules: [jsonObject()] },
  generatedAt: { type: 'date' },
  anonymous: { type: 'boolean' },
  test: { type: 'boolean' },
  latitude: { type: 'number', rules: [min(-90), max(90), requiredWith('longitude')] },
  longitude: { type: 'number', rules: [min(-180), max(180), requiredWith('latitude')] },
  formatted: { type: 'text' },
  gps: { type: 'boolean' },
} as const satisfies Fields

/** The fields that an alert cannot do without, or whose misreading would name a reporter who must not be named. */
const NEEDED: readonly string[] = ['uuid', 'ChannelId', 'anonymous']

/** The answer to a phone that has raised an alert. */
type Told = Pick<Alert, 'id' | 'uuid' | 'createdAt' | 'generatedAt'> & {
  /** The time that the phone told, where it is more than a day off. */
  givenAt?: string
  /** The parts that were wrong and are not stored. */
  leftOut?: { field: string; message: string }[]
  /** The alert was there already. */
  again?: true
}
export type Raised = { isNew: boolean; answer: Told }

/**
 * Stores an alert that a phone sends, with all that follows from it, in one transaction. The same uuid of a client twice is
 * one alert (A-153). Whatever else is wrong or unknown, as a newer app may send it, is left out, and a text that is too long is
 * cut: the alert counts.
 */
export async function raiseAlert(parts: Parts, phone: Phone, sent: Draft, requester: Requester): Promise<Raised> {
  const body = { ...sent, text: storable(sent['text']), data: storable(sent['data']) }
  const problems = check(ALERT, body)
  const isSpare = ({ field }: Problem) => !NEEDED.includes(field)
  refuseProblems(problems.filter((problem) => !isSpare(problem)))
  const leftOut = problems.filter(isSpare)
  const wrong = new Set(leftOut.map(({ field }) => field))
  const right = Object.fromEntries(Object.entries(body).filter(([name]) => !wrong.has(name)))
  const given = canonical(ALERT, wrong.has('text') ? { ...right, text: beginning(body.text) } : right)
  await refuseTooMany(parts, phone, requester)
  return withClient(
    parts,
    phone.clientId,
    (tx) => store({ parts, tx, phone, locale: requester.locale, requestId: requester.requestId }, given, leftOut),
    { globals: true },
  )
}

/** Returns the beginning of a text that is too long, and nothing of what is no text. */
const beginning = (text: unknown): string | null =>
  typeof text === 'string' ? Array.from(text).slice(0, LONGEST_TEXT).join('') : null

const CONTROL = new RegExp(`[${CONTROLS}]`, 'g')

/**
 * Returns a value whose texts can be stored, with blanks in place of control characters. A phone that cuts a text in the
 * middle of a character would otherwise raise no alert.
 */
function storable(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replace(CONTROL, ' ')
  if (Array.isArray(value)) return value.map(storable)
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [storable(key), storable(one)]))
    : value
}

/** Throws ApiError 429 if a phone, or its network, sends too many alerts at once (T84). */
async function refuseTooMany(parts: Parts, { id }: Phone, { network }: Requester): Promise<void> {
  const ofPhone = ['alerts-of-phone', `phone ${id}`] as const
  const wait = await withServer(parts.database, async (tx) => {
    const own = await take({ parts, tx }, ...ofPhone, ALERTS_OF_PHONE)
    const all = own || (await take({ parts, tx }, 'alerts-of-network', network, ALERTS_OF_NETWORK))
    // A phone that others hold up keeps its own.
    if (own === 0 && all > 0) await giveBack({ parts, tx }, ...ofPhone)
    return all
  })
  if (wait > 0) throw tooMany('alerts', wait)
}

export type Raising = { parts: Parts; tx: Tx; phone: Phone; locale: Requester['locale']; requestId: string }

async function store(raising: Raising, body: Draft, wrong: readonly Problem[]): Promise<Raised> {
  const { parts, tx, phone, locale } = raising
  if (phone.status !== 'active') throw forbidden([], `resources.maps.is.${phone.status}`)
  if (await isBlacklisted(tx, { ...phone, phone: phone.profileProps.phone ?? null }))
    throw forbidden([], 'resources.blacklists.listed')
  const uuid = String(body['uuid']).toLowerCase()
  const earlier = await earlierOf(raising, uuid)
  if (earlier) return earlier
  const channel = await channelOf(tx, phone, body)
  const { config } = channel
  const anonymous = body['anonymous'] === true
  const form = formOf(channel)
  const sendsNow = (body['data'] ?? null) === null && typeof config['sendNowText'] === 'string'
  const read = await readAnswers(
    tx,
    {
      clientId: phone.clientId,
      sender: senderOf(parts, phone, channel.id),
      form: sendsNow ? wholeForm(null) : form,
      ticks: ticksOf(locale),
      now: iso(parts.now()),
      newId: () => newUuid(parts),
    },
    (body['data'] ?? {}) as Draft,
  )
  const now = parts.now()
  const { generatedAt, givenAt } = clockOf(body['generatedAt'], now)
  const location = positionOf(body)
  const leftOut = [...wrong, ...read.leftOut]
  const alert = {
    client_id: phone.clientId,
    uuid,
    text: body['text'] ?? (sendsNow ? config['sendNowText'] : null),
    generated_at: generatedAt,
    priority: config['alert'] === true,
    test: body['test'] === true,
    anonymous,
    data_channel: config['dataChannel'] === true,
    location,
    gps_alert: location !== null && body['gps'] === true,
    channel_id: channel.id,
    channel: {
      name: channel.name,
      label: channel.label,
      channelType: channel.channelType,
      icon: config['icon'] ?? null,
    },
    site_id: phone.siteId,
    near_site_id: location && (await nearSite(tx, phone.clientId, location)),
    mobile_profile_id: anonymous ? null : phone.id,
    mobile_profile: anonymous ? null : { name: phone.name, phone: phone.profileProps.phone ?? null },
    meta: { dataView: read.dataView, ...(givenAt === undefined ? {} : { generatedAt: givenAt }) },
    attachments: read.attachments,
    created_at: iso(now),
    updated_at: iso(now),
  }
  const columns = Object.keys(alert)
  const { rows } = await sql<{ id: number }>`insert into alerts (${sql.join(columns.map((name) => sql.id(name)))})
    select ${sql.join(columns.map((name) => sql.ref(`r.${name}`)))}
    from jsonb_populate_record(null::alerts, ${JSON.stringify(alert)}::jsonb) r
    on conflict (client_id, uuid) do nothing returning id`.execute(tx)
  const [stored] = rows
  // Another request with the same uuid has come first.
  if (!stored) return (await earlierOf(raising, uuid))!
  await follow(raising, { id: stored.id, ClientId: phone.clientId, SiteId: phone.siteId }, { channel, alert })
  return {
    isNew: true,
    answer: {
      id: stored.id,
      uuid,
      createdAt: alert.created_at,
      generatedAt,
      ...(givenAt === undefined ? {} : { givenAt }),
      ...(leftOut.length === 0 ? {} : { leftOut: leftOut.map(({ field, key }) => ({ field, message: key })) }),
    },
  }
}

type Stored = { id: number; ClientId: number; SiteId: number | null }
/** The part of a new alert that its mails and its timeline tell. */
export type NewAlert = {
  text: unknown
  test: boolean
  anonymous: boolean
  data_channel: boolean
  location: Position | null
  generated_at: string
}

/** Does what follows from a new alert: its history, its timeline, its providers, the mails to managers. */
async function follow(
  raising: Raising,
  stored: Stored,
  { channel, alert }: { channel: KeptChannel; alert: NewAlert },
): Promise<void> {
  const { phone } = raising
  const profileId = alert.anonymous ? null : phone.id
  await writeVisitorAudit(
    raising,
    { kind: 'phone', profileId },
    {
      noun: alerts.name,
      recordId: stored.id,
      verb: 'create',
      clientId: stored.ClientId,
      siteId: stored.SiteId,
      changes: { ChannelId: { before: null, after: channel.id } },
    },
  )
  // Data collection is stored, and nobody is told (A-155).
  if (alert.data_channel) return
  await writeEvent(raising, stored, {
    event: 'created',
    actor: { kind: 'phone', id: profileId, name: alert.anonymous ? null : phone.name },
  })
  await assignProviders(
    raising,
    stored,
    channel.MonitoringProviders.map(({ id }) => id),
  )
  if (channel.config['notifyManager'] === true) await mailManagers(raising, stored, { channel, alert })
}

/** Returns the alert of the client with a uuid; undefined if there is none. Throws ApiError 400 if it is somebody else's. */
async function earlierOf({ tx, phone }: Raising, uuid: string): Promise<Raised | undefined> {
  const { rows } = await sql<Omit<Told, 'again'> & { isOthers: boolean }>`select id, uuid,
      created_at as "createdAt", generated_at as "generatedAt",
      coalesce(mobile_profile_id <> ${phone.id}, false) as "isOthers"
    from alerts where client_id = ${phone.clientId} and uuid = ${uuid}`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const { isOthers, ...answer } = row
  if (isOthers) throw invalid([{ field: 'uuid', key: 'formErrors.taken' }])
  return { isNew: false, answer: { ...answer, again: true } }
}

/** Returns the channel that an alert is sent by. Throws ApiError 400 if the profile sees none of that id that sends alerts. */
async function channelOf(tx: Tx, phone: Phone, { ChannelId, anonymous }: Draft): Promise<KeptChannel> {
  const channel = await alertChannelOf(tx, phone, ChannelId)
  if (!channel) throw invalid([{ field: 'ChannelId', key: 'formErrors.notFound' }])
  if (anonymous === true && channel.config['anonymous'] !== true)
    throw invalid([{ field: 'anonymous', key: 'resources.alerts.notAnonymous' }])
  return channel
}

/** Returns a channel that a profile sees and that sends alerts; undefined if there is none of that id. */
export async function alertChannelOf(tx: Tx, phone: Phone, id: unknown): Promise<KeptChannel | undefined> {
  const seen = await publishedChannels(tx, phone)
  return seen.map(({ channel }) => channel).find((one) => one.id === id && raisesAlerts(one.channelType))
}

/** Returns the form of a channel. */
export const formOf = ({ config }: KeptChannel) => wholeForm(config['schema'] as Parameters<typeof wholeForm>[0])

/** Returns the sender of the files that a profile sends for an alert: a digest, since the alert may be anonymous (A-155). */
export const senderOf = ({ tokens }: Parts, { id }: Phone, channelId: number): string =>
  `alert ${tokens.digest('files', `phone ${id} channel ${channelId}`)}`

/** Returns the time of an alert by the clock of its phone, clamped to a day around ours, and the given one where that differs. */
function clockOf(given: unknown, now: number): { generatedAt: string; givenAt?: string } {
  if (typeof given !== 'string') return { generatedAt: iso(now) }
  const told = Date.parse(given)
  const clamped = Math.min(now + DAY, Math.max(now - DAY, told))
  return { generatedAt: iso(clamped), ...(clamped === told ? {} : { givenAt: iso(told) }) }
}

function positionOf({ latitude, longitude, formatted }: Draft): Position | null {
  if (typeof latitude !== 'number' || typeof longitude !== 'number') return null
  return { latitude, longitude, formatted: typeof formatted === 'string' ? formatted : null }
}

/** Returns the words for a box that was ticked and for one that was not, in the language of the phone. */
function ticksOf(locale: string): Ticks {
  const { yes, no } = alerts.messages[chooseLocale(locale)]
  return { yes: String(yes), no: String(no) }
}

/** Returns a random uuid. */
function newUuid({ random }: Parts): string {
  const bytes = Buffer.from(random(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
