import { ApiError } from '@tocsin/core/base/errors'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Parts } from '../context/parts'
import type { Send } from './outbox'
import { iso } from '../time'

export type DeveloperMessage = Parameters<Send>[0] & { id: number; sentAt: string }

/**
 * The messages that the demo would have sent. They contain codes and links, so they are only in the memory of this
 * process.
 */
export type DeveloperMessages = {
  add: (message: Parameters<Send>[0]) => void
  /** Returns the messages, newest first. */
  all: () => readonly DeveloperMessage[]
}

const KEPT = 100

export function createDeveloperMessages(now: () => number): DeveloperMessages {
  let messages: DeveloperMessage[] = []
  let last = 0
  return {
    add(message) {
      messages = [{ ...message, id: ++last, sentAt: iso(now()) }, ...messages].slice(0, KEPT)
    },
    all: () => messages,
  }
}

const LOOPBACK = /^(127(\.\d+){3}|::1|::ffff:127(\.\d+){3})$/
const LOCAL_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/

/**
 * Returns whether a request comes from this machine and to a local host name. A page that points a name of its own to
 * this machine reads nothing.
 */
const isLocal = ({ socket, headers }: FastifyRequest) =>
  LOOPBACK.test(socket.remoteAddress ?? '') && LOCAL_HOST.test(headers.host ?? '')

/** Adds the route that the page /developer/messages reads. */
export function developerRoutes(app: FastifyInstance, messages: NonNullable<Parts['developerMessages']>): void {
  app.get('/developer/messages.json', async (request, reply) => {
    if (!isLocal(request)) throw new ApiError({ status: 404, code: 'NOT_FOUND' })
    return reply.header('Cache-Control', 'no-store').send(messages.all())
  })
}
