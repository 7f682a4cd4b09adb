import { CLI_AGENT, type Agent } from '@tocsin/core/base/constants'
import { chooseLocale } from '@tocsin/core/vocabulary/i18n'
import type { FastifyRequest } from 'fastify'
import { networkOf } from './sign-in-delays'

/** The origin of a request, as the history records it. */
export type Origin = { requestId: string; network: string; agent: Agent }

/** The sender of a request without a session: its origin, and the language of the answers. */
export type Requester = Origin & {
  locale: string
  /** Sets the account that the request is about, for its log line. */
  setSubject: (userId: number) => void
}

/**
 * Returns the kind of program that a User-Agent names. Anybody can write that header, so it is shown and decides
 * nothing.
 */
function agentOf(userAgent = ''): Agent {
  if (userAgent.startsWith(CLI_AGENT)) return 'terminal'
  return userAgent.startsWith('Mozilla/') ? 'browser' : 'other'
}

export const originOf = ({ id, ip, headers }: FastifyRequest): Origin => ({
  requestId: id,
  network: networkOf(ip),
  agent: agentOf(headers['user-agent']),
})

export const requesterOf = (request: FastifyRequest): Requester => ({
  ...originOf(request),
  locale: chooseLocale(String(request.headers['locale'] ?? ''), request.headers['accept-language']),
  setSubject: (userId) => void (request.subject = userId),
})
