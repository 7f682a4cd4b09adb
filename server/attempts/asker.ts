import { CLI_AGENT, type Agent } from '@tocsin/core/base/constants'
import { chooseLocale } from '@tocsin/core/vocabulary/i18n'
import type { FastifyRequest } from 'fastify'
import { networkOf } from './sign-in-delays'

/** The origin of a request, as the history records it. */
export type Origin = { requestId: string; network: string; agent: Agent }

/** Somebody who asks without a session: their origin, and the language of their answers. */
export type Asker = Origin & {
  locale: string
  /** Notes the account that the request is about, for its log line. */
  isAbout: (userId: number) => void
}

/** Names a request's sender by its User-Agent, which anybody can write: to be read, and to decide nothing by. */
function agentOf(userAgent = ''): Agent {
  if (userAgent.startsWith(CLI_AGENT)) return 'terminal'
  return userAgent.startsWith('Mozilla/') ? 'browser' : 'other'
}

export const originOf = ({ id, ip, headers }: FastifyRequest): Origin => ({
  requestId: id,
  network: networkOf(ip),
  agent: agentOf(headers['user-agent']),
})

export const askerOf = (request: FastifyRequest): Asker => ({
  ...originOf(request),
  locale: chooseLocale(String(request.headers['locale'] ?? ''), request.headers['accept-language']),
  isAbout: (userId) => void (request.subject = userId),
})
