import type { Agent } from '../base/constants'
import type { Http } from './http'
import type { Fields } from '../vocabulary/resource'
import { max, required } from '../vocabulary/rules'

/** A session of one's own that can still be used. */
export type OwnSession = {
  id: string
  createdAt: string
  /**
   * The time of the last token refresh. While the session is in use, that is at most the lifetime of an access token
   * ago.
   */
  lastUsedAt: string
  agent: Agent
  /** The username of the person who is signed in as this user by this session; null if it is the user. */
  impersonator: string | null
  /** True for the session that makes the request. */
  current: boolean
}

/** The body that ends sessions: the password, and either the id of one session or `others`. */
export const endingSessions = {
  password: { type: 'text', secret: true, rules: [required()] },
  session: { type: 'text', rules: [max(100)] },
  others: { type: 'boolean' },
} as const satisfies Fields

export const readOwnSessions = async (http: Http, id: number): Promise<OwnSession[]> =>
  (await http<OwnSession[]>({ method: 'GET', path: `users/${id}/sessions` })).data

/** Ends one session, or all except the one that makes the request. Returns the number of ended sessions. */
export const endOwnSessions = async (
  http: Http,
  id: number,
  given: { password: string } & ({ session: string } | { others: true }),
): Promise<number> =>
  (await http<{ ended: number }>({ method: 'POST', path: `users/${id}/end-sessions`, body: given })).data.ended
