import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { ApiError } from '@tocsin/core/base/errors'
import { CLI_AGENT } from '@tocsin/core/base/constants'
import { mayPass, retrying } from '@tocsin/core/api/retry'
import type { Transport, WireAnswer, WireRequest } from '@tocsin/core/api/http'
import { interrupted } from '../command-error'
import type { Context } from '../context'
import { networkWords } from '../messages/network'
import { timeoutOf } from '../settings'
import { createTransport } from '../transport'
import { retryOptions } from './retries'
import { makeWay } from './way'

export type Network = {
  /** Sends a request; a read is sent again where it may help. */
  send: Transport
  /** Opens an answer without an end, for what reads it piece by piece. Its silence has no limit here. */
  fetch: typeof fetch
  close: () => void
}

/** Opens the way to the server, as the flags of every command and the environment say. */
export async function openNetwork(context: Context): Promise<Network> {
  const { io, settings } = context
  context.addWords('network', networkWords)
  const { send, open, wayTo, close } = createTransport({
    userAgent: `${CLI_AGENT}${__TOCSIN_VERSION__}`,
    silence: timeoutOf(settings, io.env),
    way: (url) => makeWay(url, context),
  })
  // Refused before anything is asked or told.
  await wayTo(new URL(context.host))
  const stopping: Transport = async (request) => {
    try {
      return await send({ signal: io.signal, ...request })
    } catch (error) {
      throw io.signal.aborted ? interrupted(io.signal.reason) : error
    }
  }
  const told = settings.debug ? (await import('../debug')).withRequestLog(stopping, io) : stopping
  return { send: readsAgain(told, context), fetch: fetching(open), close }
}

/** Sends a read again that a busy or failing server, or the network, keeps from its answer. */
function readsAgain(send: Transport, context: Context): Transport {
  return async (request) => {
    if (request.method !== 'GET') return send(request)
    let answer: WireAnswer | undefined
    const attempt = async () => {
      answer = undefined
      answer = await send(request)
      const seconds = Number(answer.header('retry-after') ?? Number.NaN)
      const retryAfter = Number.isFinite(seconds) ? seconds * 1000 : undefined
      const failure = new ApiError({ status: answer.status, code: answer.statusText, retryAfter })
      if (mayPass(failure)) throw failure
      return answer
    }
    try {
      return await retrying(attempt, retryOptions(context))
    } catch (error) {
      // The last answer says more than its status.
      if (answer !== undefined) return answer
      throw error
    }
  }
}

/** Returns `fetch` over the transport, for a stream of lines: its connections, proxy and certificates. */
function fetching(open: (request: WireRequest) => Promise<IncomingMessage>): typeof fetch {
  return async (url, options) => {
    const { headers = {}, signal } = options ?? {}
    const message = await open({
      method: 'GET',
      url: url as string,
      headers: headers as Record<string, string>,
      ...(signal ? { signal } : {}),
    })
    message.socket.setTimeout(0)
    const fields = Object.entries(message.headersDistinct).map(
      ([name, values = []]) => [name, values.join(', ')] as const,
    )
    const { statusCode: status = 0, statusMessage: statusText = '' } = message
    const body = Readable.toWeb(message) as ReadableStream<Uint8Array>
    return new Response(body as unknown as BodyInit, {
      status,
      statusText,
      headers: new Headers(fields as [string, string][]),
    })
  }
}
