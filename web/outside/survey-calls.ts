import type { Form } from '@tocsin/core/form/types'
import type { Answers } from '@tocsin/core/form/query'
import { call } from './api'

/** A survey as a link or a profile sees it. */
export type OpenSurvey = {
  id: number
  name: string
  active: boolean
  config: Form
  clientName: string
  siteName?: string | null
  answeredAt: string | null
}

/** The parts of the address of a survey: the survey, the token, and the values that go with the answer (PUB-05). */
export type SurveyAddress = {
  id: string
  token: string
  profileId: string | null
  latitude: number | undefined
  longitude: number | undefined
  ChannelId: number | undefined
}

const numberIn = (text: string | null, most = Number.MAX_SAFE_INTEGER): number | undefined => {
  const number = text === null || text.trim() === '' ? Number.NaN : Number(text)
  return Math.abs(number) <= most ? number : undefined
}

/** Reads the address of a survey. A place on earth needs both of its numbers. */
export function surveyAddress(id: string, search: string): SurveyAddress {
  const query = new URLSearchParams(search)
  const [latitude, longitude] = [numberIn(query.get('latitude'), 90), numberIn(query.get('longitude'), 180)]
  const isPlace = latitude !== undefined && longitude !== undefined
  return {
    id,
    token: query.get('token') ?? '',
    profileId: query.get('profileId') || null,
    latitude: isPlace ? latitude : undefined,
    longitude: isPlace ? longitude : undefined,
    ChannelId: numberIn(query.get('ChannelId')),
  }
}

type Config = { channels?: { Surveys?: OpenSurvey[] }[]; profiles?: { Surveys?: OpenSurvey[] }[] }

/** Returns the survey of an address among those that its token opens; undefined if there is none (PUB-10, A-107). */
export async function readSurvey({ id, token, profileId }: SurveyAddress): Promise<OpenSurvey | undefined> {
  if (token === '') return undefined
  const path = profileId === null ? '/api/public/config' : `/mobile/config?profileId=${encodeURIComponent(profileId)}`
  const { channels = [], profiles = [] } = await call<Config>({ path, headers: { token } })
  return [...channels, ...profiles].flatMap(({ Surveys = [] }) => Surveys).find((survey) => String(survey.id) === id)
}

/** Returns the path below which a survey is answered: of a profile on the second base (PUB-12). */
export const pathOf = ({ id, profileId }: SurveyAddress): string =>
  `${profileId === null ? '/api' : '/mobile/v2'}/surveys/${encodeURIComponent(id)}`

export type Received = { id: number; createdAt: string; again?: boolean }

/** Sends the answers of a survey (PUB-11). */
export function sendAnswers(address: SurveyAddress, data: Answers, signal: AbortSignal): Promise<Received> {
  const { token, profileId, latitude, longitude, ChannelId } = address
  return call<Received>({
    method: 'POST',
    path: `${pathOf(address)}/result`,
    headers: { token },
    signal,
    body: { data, latitude, longitude, ChannelId, profileId: numberIn(profileId) },
  })
}
