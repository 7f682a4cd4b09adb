import { evaluate, type Query } from '@tocsin/core/form/query'
import { readingPages, type ReadingPage } from '@tocsin/core/form/reading-pages'
import type { Form } from '@tocsin/core/form/types'
import type { KeptChannel } from '@tocsin/core/resources/app-versions/types'
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../db/transaction'
import { wholeForm } from './answers'
import { messagesIn, type ShownMessage } from './broadcasts'
import type { Link, Phone } from './tokens'

/** The part of a channel that an answer for it keeps. */
export type NamedChannel = Pick<KeptChannel, 'id' | 'name' | 'label' | 'channelType'>

/** A channel that a profile sees, as the published version of its app has it. */
export type SeenChannel = NamedChannel & {
  /** The text of the button: the label, else the name. */
  title: string
  primary: boolean
  /** The group that it opens in, null on the first page of the app, and its position among all channels of the app. */
  parentId: number | null
  displayOrder: number
  /** Its icon, its colours and the options of its kind. */
  config: Record<string, unknown>
}

/**
 * Returns the channels that a profile sees: those of the published version of the app of its site, else of the client's
 * default app. Without a published version there are none. A profile that waits for approval sees none either.
 */
export const channelsSeen = async (tx: Tx, phone: Phone): Promise<SeenChannel[]> =>
  (await publishedChannels(tx, phone)).map(({ channel, displayOrder }) => seen(channel, displayOrder))

/** Returns the same channels with what phones are not told of them. */
export async function publishedChannels(
  tx: Tx,
  phone: Phone,
): Promise<{ channel: KeptChannel; displayOrder: number }[]> {
  if (phone.status !== 'active') return []
  const { rows } = await sql<{ channels: KeptChannel[] }>`select v.channels from app_versions v
    where v.client_id = ${phone.clientId} and v.status = 'published' and v.app_id = coalesce(
      (select s.app_id from sites s where s.client_id = ${phone.clientId} and s.id = ${phone.siteId}),
      (select a.id from apps a where a.client_id = ${phone.clientId} and a.is_default))`.execute(tx)
  const channels = rows[0]?.channels ?? []
  const facts = channels.some(({ config }) => config['visibilityQuery']) ? await factsOf(tx, phone) : {}
  return channels.flatMap((channel, displayOrder) =>
    evaluate(channel.config['visibilityQuery'] as Query | null | undefined, facts) ? [{ channel, displayOrder }] : [],
  )
}

/** Returns what a phone draws of a channel. The rule, the tag and the providers are the staff's own business (T81). */
function seen({ id, name, label, channelType, primary, config }: KeptChannel, displayOrder: number): SeenChannel {
  const { parentId = null, visibilityQuery: _, ...shown } = config
  return { id, name, label, title: label || name, channelType, primary, parentId, displayOrder, config: shown }
}

/**
 * Returns what a rule of a channel may name: role, site, tags and the properties of the profile. What the client
 * knows of the person beforehand is found by their phone, their e-mail or an answer; what they said themselves stands over
 * it.
 */
async function factsOf(
  tx: Tx,
  { clientId, role, siteName, profileProps, answers }: Phone,
): Promise<Record<string, unknown>> {
  const said = { ...answers, ...Object.fromEntries(Object.entries(profileProps).filter(([, value]) => value !== null)) }
  const keys = Object.values(said).filter((value) => typeof value === 'string')
  const { rows } = await sql<{ tags: string[]; profile_props: Record<string, unknown> }>`select tags, profile_props
    from registration_data where client_id = ${clientId} and key = any (${keys}::text[]) order by id`.execute(tx)
  const props = Object.assign({}, ...rows.map((row) => row.profile_props), said) as Record<string, unknown>
  return {
    role,
    site: siteName,
    tags: [...new Set(rows.flatMap(({ tags }) => tags))],
    ...Object.fromEntries(Object.entries(props).map(([name, value]) => [`profileProps.${name}`, value])),
  }
}

/** A survey as the page outside and phones read it. A closed one has no questions. */
export type OpenSurvey = {
  id: number
  name: string
  active: boolean
  config: Form
  pages: ReadingPage[]
  clientName: string
  siteName: string | null
  /** The time of the answer of the asker; null if they have not answered. */
  answeredAt: string | null
}
type Found = OpenSurvey & { channelIds: number[] }

/** The most surveys that a profile is told, the open and the latest ones first. */
const MOST = 100

type Row = Pick<Found, 'id' | 'name' | 'active' | 'clientName' | 'channelIds' | 'answeredAt'> & {
  config: Partial<Form>
}

/** The condition that the survey `s` of the client `c` takes answers. */
export const isOpen = sql`(s.active and s.deleted_at is null and c.active)`

/** `own` selects the results `r` of the asker. */
async function readSurveys(
  tx: Tx,
  condition: RawBuilder<unknown>,
  { own, siteName }: { own: RawBuilder<unknown>; siteName: string | null },
): Promise<Found[]> {
  const { rows } = await sql<Row>`select s.id, s.name, ${isOpen} as active, s.config,
      c.name as "clientName", array(select l.channel_id from survey_channels l
        where l.client_id = s.client_id and l.survey_id = s.id) as "channelIds",
      (select r.created_at from survey_results r
        where r.client_id = s.client_id and r.survey_id = s.id and ${own}) as "answeredAt"
    from surveys s join clients c on c.id = s.client_id where ${condition}
    order by 3 desc, s.id desc limit ${MOST}`.execute(tx)
  return rows.map(({ config: stored, ...survey }) => {
    const config = survey.active ? wholeForm(stored) : { ...stored, fields: [] }
    return { ...survey, config, pages: readingPages(config), siteName }
  })
}

const withoutChannels = ({ channelIds: _, ...survey }: Found): OpenSurvey => survey

/** The answer of both configs: the channels with their surveys and messages, and the profiles with those that wait for their answer. */
export type Config = {
  channels: (NamedChannel & Partial<SeenChannel> & { Surveys: OpenSurvey[]; BroadcastMessages?: ShownMessage[] })[]
  profiles: { id: number; name: string; status: string; Surveys: OpenSurvey[] }[]
}

/** Returns the config of a profile (PUB-10). */
export async function phoneConfig(tx: Tx, phone: Phone): Promise<Config> {
  const channels = await channelsSeen(tx, phone)
  const ids = channels.map(({ id }) => id)
  const surveys = await readSurveys(
    tx,
    sql`s.client_id = ${phone.clientId} and exists (select from survey_channels l
      where l.client_id = s.client_id and l.survey_id = s.id and l.channel_id = any (${ids}::int[]))`,
    { own: sql`r.map_id = ${phone.id}`, siteName: phone.siteName },
  )
  const messages = await messagesIn(tx, phone.clientId, ids)
  const { id, name, status } = phone
  return {
    channels: channels.map((channel) => ({
      ...channel,
      Surveys: surveys.filter(({ channelIds }) => channelIds.includes(channel.id)).map(withoutChannels),
      BroadcastMessages: messages.get(channel.id) ?? [],
    })),
    profiles: [
      {
        id,
        name,
        status,
        Surveys: surveys.filter((survey) => survey.active && survey.answeredAt === null).map(withoutChannels),
      },
    ],
  }
}

/** Returns the config of a link: its channel with its survey, and nothing else. */
export async function linkConfig(tx: Tx, clientId: number, { id, surveyId, channelId }: Link): Promise<Config> {
  const meant = sql`s.client_id = ${clientId} and s.id = ${surveyId}`
  const found = await readSurveys(tx, meant, { own: sql`r.token_id = ${id}`, siteName: null })
  const surveys = found.map(withoutChannels)
  const channel = await channelNow(tx, clientId, channelId)
  // A survey outlives its channels.
  const named = channel ?? { id: channelId, name: surveys[0]?.name ?? '', label: null, channelType: 'survey' as const }
  return { channels: surveys.length > 0 ? [{ ...named, Surveys: surveys }] : [], profiles: [] }
}

/** Returns a channel as it is now; undefined if it is deleted. */
export async function channelNow(tx: Tx, clientId: number, id: number): Promise<NamedChannel | undefined> {
  const { rows } = await sql<NamedChannel>`select id, name, label, channel_type as "channelType" from channels
    where client_id = ${clientId} and id = ${id}`.execute(tx)
  return rows[0]
}
