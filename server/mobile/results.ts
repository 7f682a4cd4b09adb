import { ApiError } from '@tocsin/core/base/errors'
import type { Answers } from '@tocsin/core/form/query'
import type { Form } from '@tocsin/core/form/types'
import { validate } from '@tocsin/core/form/validate'
import { surveyResults } from '@tocsin/core/resources/survey-results/index'
import type { Answerer } from '@tocsin/core/resources/survey-results/types'
import { surveys } from '@tocsin/core/resources/surveys/index'
import type { Draft, Fields } from '@tocsin/core/vocabulary/resource'
import { jsonObject, max, min, requiredWith } from '@tocsin/core/vocabulary/rules'
import { check } from '@tocsin/core/vocabulary/validate'
import { sql } from 'kysely'
import { RESULTS_OF_NETWORK, RESULTS_OF_TOKEN, takeAll, tooMany } from '../attempts/limits'
import type { Origin } from '../attempts/requester'
import { withClient, withServer } from '../context/actor'
import type { Parts } from '../context/parts'
import type { Tx } from '../db/transaction'
import { forbidden, invalid, notFound, refuseProblems } from '../http/failures'
import { writeVisitorAudit, type Visitor } from '../records/audit'
import { iso } from '../time'
import { problemsOf, takeAttachments, wholeForm } from './answers'
import { channelNow, channelsSeen, isOpen, type NamedChannel } from './surveys'
import type { Link, Phone } from './tokens'

/** The fields of a request that answers a survey (PUB-11). */
export const RESULT = {
  data: { type: 'json', rules: [jsonObject()] },
  latitude: { type: 'number', rules: [min(-90), max(90), requiredWith('longitude')] },
  longitude: { type: 'number', rules: [min(-180), max(180), requiredWith('latitude')] },
  ChannelId: { type: 'integer' },
  profileId: { type: 'integer' },
} as const satisfies Fields

/** The asker who answers a survey: the phone of a profile, or the bearer of a link. */
export type Answering = { phone: Phone; link?: undefined } | { phone?: undefined; link: Link }

export type Answered = { isNew: boolean; answer: { id: number; createdAt: string; again?: true } }

type Survey = { id: number; client_id: number; is_open: boolean; locked: boolean; config: Partial<Form> }

/**
 * Stores the answers of a survey. A profile and a link answer once: a second answer writes nothing, and gets the time of the
 * first (A-146). The first answer of all fixes the questions, in the same transaction (A-145).
 */
export async function answerSurvey(
  parts: Parts,
  answering: Answering,
  surveyId: number,
  body: Draft,
  origin: Origin,
): Promise<Answered> {
  refuseProblems(check(RESULT, body))
  if ((body['data'] ?? null) === null) throw invalid([{ field: 'data', key: 'formErrors.required' }])
  refuseOthers(answering, surveyId, body)
  await refuseTooMany(parts, answering, origin)
  const clientId = await clientOf(parts, answering, surveyId)
  return withClient(parts, clientId, (tx) => store({ parts, tx, answering, origin }, { id: surveyId, clientId }, body))
}

/** Throws ApiError if the answer is for another profile, channel or survey than the token. */
function refuseOthers(answering: Answering, surveyId: number, { profileId, ChannelId }: Draft): void {
  const other = (field: string) => invalid([{ field, key: 'formErrors.notFound' }])
  refuseOtherSurvey(answering, surveyId)
  const { phone, link } = answering
  if ((profileId ?? null) !== null && profileId !== phone?.id) throw other('profileId')
  if (link && (ChannelId ?? null) !== null && ChannelId !== link.channelId) throw other('ChannelId')
}

/** Throws ApiError 401 if the token is a link to another survey. */
export function refuseOtherSurvey({ link }: Answering, surveyId: number): void {
  if (link && link.surveyId !== surveyId) throw new ApiError({ status: 401, code: 'INVALID_AUTHORIZATION_HEADER' })
}

/** Returns the asker as one text, by which what they send is counted. */
export const askerOf = ({ phone, link }: Answering): string => (phone ? `phone ${phone.id}` : `link ${link.id}`)

/** Returns the sender of the files that an asker sends for a survey. */
export const senderOf = (answering: Answering, surveyId: number): string => `survey ${surveyId} ${askerOf(answering)}`

async function refuseTooMany(parts: Parts, answering: Answering, { network }: Origin): Promise<void> {
  const wait = await withServer(parts.database, (tx) =>
    takeAll({ parts, tx }, [
      ['results-of-token', askerOf(answering), RESULTS_OF_TOKEN],
      ['results-of-network', network, RESULTS_OF_NETWORK],
    ]),
  )
  if (wait > 0) throw tooMany('answers', wait)
}

/** Returns the client of a survey that a link names. A survey is never deleted, so that it is there. */
export async function clientOfSurvey({ database }: Pick<Parts, 'database'>, surveyId: number): Promise<number> {
  const { rows } = await withServer(
    database,
    (tx) => sql<{ id: number }>`select client_id as id from surveys where id = ${surveyId}`.execute(tx),
    { readOnly: true },
  )
  const [client] = rows
  if (!client) throw notFound()
  return client.id
}

/** Returns the client of a survey that somebody answers. */
export const clientOf = async (parts: Parts, { phone }: Answering, surveyId: number): Promise<number> =>
  phone?.clientId ?? clientOfSurvey(parts, surveyId)

type Place = { parts: Parts; tx: Tx; answering: Answering; origin: Origin }
export type Wanted = { id: number; clientId: number }

/** Returns the form of a survey that still takes an answer of the asker. Throws ApiError of any other. */
export async function formToAnswer(tx: Tx, answering: Answering, wanted: Wanted): Promise<Form> {
  const survey = await readSurvey(tx, wanted)
  if (!survey) throw notFound()
  await channelOf(tx, answering, survey, null)
  if (await earlierOf(tx, answering, survey)) throw new ApiError({ status: 409, code: 'SURVEY_ANSWERED' })
  refuseClosed(survey)
  return wholeForm(survey.config)
}

function refuseClosed({ is_open }: Survey): void {
  if (!is_open) throw new ApiError({ status: 410, code: 'SURVEY_CLOSED' })
}

async function store(place: Place, wanted: Wanted, body: Draft): Promise<Answered> {
  const { parts, tx, answering } = place
  const { phone, link } = answering
  let survey = await readSurvey(tx, wanted)
  if (!survey) throw notFound()
  const channel = await channelOf(tx, answering, survey, body['ChannelId'])
  const before = await earlierOf(tx, answering, survey)
  if (before) return before
  // The questions of a survey without answers may still change: the row is held until its first answer is stored.
  if (!survey.locked) survey = (await readSurvey(tx, wanted, sql`for no key update of s`)) ?? survey
  refuseClosed(survey)
  const form = wholeForm(survey.config)
  const { answers, problems } = validate(form, body['data'] as Answers)
  refuseProblems(problemsOf('data', problems))
  const files = { clientId: survey.client_id, sender: senderOf(answering, survey.id), form, path: 'data' }
  refuseProblems(await takeAttachments(tx, files, answers))

  const now = iso(parts.now())
  const person: Answerer | null = phone
    ? { name: phone.name, phone: null, email: null, job: null, ...phone.profileProps, integrationId: null }
    : null
  const { name, label, channelType } = channel
  const kept = name === undefined ? null : JSON.stringify({ name, label, channelType })
  const { rows } = await sql<{
    id: number
  }>`insert into survey_results (client_id, survey_id, site_id, map_id, mobile_profile,
      channel_id, channel, token_id, latitude, longitude, data, created_at, updated_at)
    values (${survey.client_id}, ${survey.id}, ${phone?.siteId ?? null}, ${phone?.id ?? null},
      ${person && JSON.stringify(person)}::jsonb, ${channel.id}, ${kept}::jsonb, ${link?.id ?? null},
      ${body['latitude'] ?? null}, ${body['longitude'] ?? null}, ${JSON.stringify(answers)}::jsonb, ${now}, ${now})
    on conflict do nothing returning id`.execute(tx)
  const [stored] = rows
  // Another answer of the same profile or link has come first.
  if (!stored) return (await earlierOf(tx, answering, survey))!
  await tell(place, survey, stored.id)
  return { isNew: true, answer: { id: stored.id, createdAt: now } }
}

async function readSurvey(tx: Tx, { id, clientId }: Wanted, lock = sql``): Promise<Survey | undefined> {
  const { rows } = await sql<Survey>`select s.id, s.client_id, ${isOpen} as is_open, s.locked, s.config
    from surveys s join clients c on c.id = s.client_id where s.client_id = ${clientId} and s.id = ${id} ${lock}`.execute(
    tx,
  )
  return rows[0]
}

type Channel = Pick<NamedChannel, 'id'> & Partial<NamedChannel>

/**
 * Returns the channel that an answer is counted for. A profile answers what a channel that it sees opens: the one that is
 * named, or the first. Throws ApiError 404 if there is none.
 */
async function channelOf(tx: Tx, { phone, link }: Answering, survey: Survey, named: unknown): Promise<Channel> {
  // Only the id of a channel that is deleted since is known.
  if (link) return (await channelNow(tx, survey.client_id, link.channelId)) ?? { id: link.channelId }
  if (phone.status !== 'active') throw forbidden([], `resources.maps.is.${phone.status}`)
  const seen = await channelsSeen(tx, phone)
  const { rows } = await sql<{ id: number }>`select channel_id as id from survey_channels
    where client_id = ${survey.client_id} and survey_id = ${survey.id}`.execute(tx)
  const opening = seen.filter(({ id }) => rows.some((row) => row.id === id))
  if (opening.length === 0) throw notFound()
  const channel = (named ?? null) === null ? opening[0] : opening.find(({ id }) => id === named)
  if (!channel) throw invalid([{ field: 'ChannelId', key: 'formErrors.notFound' }])
  return channel
}

/** Returns the earlier answer of the same profile or link; undefined if there is none. */
async function earlierOf(tx: Tx, { phone, link }: Answering, survey: Survey): Promise<Answered | undefined> {
  const { rows } = await sql<{ id: number; createdAt: string }>`select id, created_at as "createdAt" from survey_results
    where client_id = ${survey.client_id} and survey_id = ${survey.id}
      and ${phone ? sql`map_id = ${phone.id}` : sql`token_id = ${link.id}`}`.execute(tx)
  const [row] = rows
  return row && { isNew: false, answer: { ...row, again: true } }
}

/** Writes an answer into the history, and for the first of a survey that its questions are fixed. */
async function tell({ parts, tx, answering, origin }: Place, survey: Survey, id: number): Promise<void> {
  const { phone } = answering
  const visitor: Visitor = phone ? { kind: 'phone', profileId: phone.id } : { kind: 'link' }
  const context = { parts, tx, requestId: origin.requestId }
  const shared = { clientId: survey.client_id, siteId: phone?.siteId ?? null }
  await writeVisitorAudit(context, visitor, {
    ...shared,
    noun: surveyResults.name,
    recordId: id,
    verb: 'create',
    changes: { SurveyId: { before: null, after: survey.id } },
  })
  if (survey.locked) return
  await writeVisitorAudit(context, visitor, {
    ...shared,
    siteId: null,
    noun: surveys.name,
    recordId: survey.id,
    verb: 'update',
    changes: { locked: { before: false, after: true } },
  })
}
