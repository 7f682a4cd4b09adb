import { ApiError } from '@tocsin/core/base/errors'
import type { MapStatus } from '@tocsin/core/resources/maps/types'
import { MAX_ID } from '@tocsin/core/vocabulary/kinds'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { withServer } from '../context/actor'
import type { Parts } from '../context/parts'
import { phoneOf } from '../context/parties'
import type { PartsOf } from '../context/request'

/** The header that has the token of a phone or of a survey's link. */
const TOKEN_HEADER = 'token'

const refused = () => new ApiError({ status: 401, code: 'INVALID_AUTHORIZATION_HEADER' })

function tokenIn({ headers }: FastifyRequest): string {
  const token = headers[TOKEN_HEADER]
  if (typeof token !== 'string' || token === '') throw refused()
  return token
}

/** Returns a guard that lets a request through whose token is one of this kind, before its body is read. */
export const needingToken =
  (partsOf: PartsOf, kind: 'mobile' | 'survey') =>
  (request: FastifyRequest): Promise<unknown> =>
    partsOf(request).tokens.verify(kind, tokenIn(request))

const isId = (id: unknown): id is number => Number.isInteger(id) && (id as number) > 0 && (id as number) <= MAX_ID

/** The mobile profile that a phone acts for, as the database has it now. */
export type Phone = {
  id: number
  name: string
  clientId: number
  siteId: number | null
  siteName: string | null
  status: Exclude<MapStatus, 'deactivated'>
  role: string
  profileProps: { email?: string | null; phone?: string | null; job?: string | null }
  /** The answers to the form of the code that the phone registered with. */
  answers: Record<string, unknown>
}

/**
 * Returns the profile of a request's phone. Throws ApiError 401 if the profile was deactivated, if the person or the client
 * is off, or if the person has a newer password.
 */
export async function readPhone(partsOf: PartsOf, request: FastifyRequest): Promise<Phone> {
  const claims = await partsOf(request).tokens.verify('mobile', tokenIn(request))
  const id = Number(claims.sub)
  if (!isId(id)) throw refused()
  request.party = phoneOf(claims)
  const phone = await withServer(
    partsOf(request).database,
    async (tx) =>
      (
        await sql<Phone>`select m.id, m.name, m.client_id as "clientId", m.site_id as "siteId", s.name as "siteName",
            m.status, m.role, m.profile_props as "profileProps", m.answers
          from maps m join mobile_users u on u.uuid = m.mobile_user_uuid join clients c on c.id = m.client_id
          left join sites s on s.client_id = m.client_id and s.id = m.site_id
          where m.id = ${id} and m.status <> 'deactivated' and u.active and c.active
            and u.token_generation = ${claims.gen ?? 0}`.execute(tx)
      ).rows[0],
    { readOnly: true, keepTurn: true },
  )
  if (!phone) throw refused()
  return phone
}

/** A link to a survey: it answers once, for a channel. */
export type Link = { id: string; surveyId: number; channelId: number }

/** Returns the link of a request. Throws ApiError 401 if its token is none of a link. */
export async function readLink({ tokens }: Pick<Parts, 'tokens'>, request: FastifyRequest): Promise<Link> {
  const { sub, jti: id, channel: channelId } = await tokens.verify('survey', tokenIn(request))
  const surveyId = Number(sub)
  if (!isId(surveyId) || !isId(channelId) || typeof id !== 'string') throw refused()
  return { id, surveyId, channelId }
}
