import { Agent, request as plainRequest } from 'node:http'
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import type { Transport, WireAnswer, WireRequest } from '@tocsin/core/api/http'
import { networkError, redirected, SILENT } from './network/causes'

/** The longest silence of the server: a large import chunk takes seconds, never minutes. */
const SILENCE = 120_000

const REDIRECTS = new Set([301, 302, 303, 307, 308])

type Send = (
  url: string,
  options: RequestOptions & { secureContext?: SecureContext },
  answered: (message: IncomingMessage) => void,
) => ClientRequest

/** The way to an address: how it is asked, over which connections; `proxy` is the address of the proxy between. */
export type Way = { send: Send; agent: Agent; options?: { secureContext?: SecureContext }; proxy?: string }

/** Returns the way without a proxy. The modules of TLS are loaded where it is used. */
export async function directWay({ protocol }: URL): Promise<Way> {
  if (protocol !== 'https:') return { send: plainRequest, agent: new Agent({ keepAlive: true }) }
  const { Agent: SecureAgent, request } = await import('node:https')
  return { send: request, agent: new SecureAgent({ keepAlive: true }) }
}

/**
 * Sends over node:http with connections kept alive; a first call through Node's fetch costs four times as much. Without
 * an answer it throws NETWORK_ERROR or TIMEOUT with status 0, and REDIRECTED for an answer that leads elsewhere. `open`
 * returns an answer whose body is still to come. `wayTo` refuses what an address cannot be reached with. `close` lets the process end.
 */
export function createTransport(parts: {
  userAgent: string
  /** The longest silence of the server, in ms. */
  silence?: number | undefined
  way?: (url: URL) => Promise<Way>
}): {
  send: Transport
  open: (request: WireRequest) => Promise<IncomingMessage>
  wayTo: (url: URL) => Promise<Way>
  close: () => void
} {
  const { userAgent, silence = SILENCE, way = directWay } = parts
  const limits = { userAgent, silence }
  const ways = new Map<string, Promise<Way>>()
  const closers: (() => void)[] = []

  const make = async (url: URL): Promise<Way> => {
    const made = await way(url)
    closers.push(() => made.agent.destroy())
    return made
  }
  const wayTo = (url: URL): Promise<Way> => {
    const found = ways.get(url.origin) ?? make(url)
    ways.set(url.origin, found)
    return found
  }

  const open = async (request: WireRequest): Promise<IncomingMessage> => {
    const url = new URL(request.url)
    const message = await answerOf(request, await wayTo(url), limits)
    const { statusCode = 0, headers } = message
    if (!REDIRECTS.has(statusCode) || headers.location === undefined) return message
    message.resume()
    throw redirected(statusCode, request.url, headers.location)
  }

  const send: Transport = async (request) => bodyOf(await open(request), request, limits)
  return { send, open, wayTo, close: () => closers.forEach((close) => close()) }
}

type Limits = { userAgent: string; silence: number }

/** Resolves once the head of the answer is there. */
function answerOf(
  { method, url, headers, body, signal }: WireRequest,
  { send, agent, options, proxy }: Way,
  { userAgent, silence }: Limits,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const bytes = body === undefined ? undefined : Buffer.from(body as string)
    const length = bytes ? { 'Content-Length': String(bytes.length) } : {}
    // The socket comes with its connection: by the proxy, if there is one.
    let socket: Socket | undefined
    let answer: IncomingMessage | undefined
    const fail = (cause: string) => {
      clearTimeout(timer)
      const isProxy = proxy !== undefined && socket === undefined
      const address = isProxy ? proxy : new URL(url).origin
      reject(networkError(cause, { address, isProxy, silence, unsent: !socket || socket.connecting }))
    }
    const end = (cause: string) => {
      // An answer whose head is there is cut off at its body.
      if (answer) return void answer.destroy(Object.assign(new Error(cause), { code: cause }))
      fail(cause)
      request.destroy()
    }
    const request = send(
      url,
      {
        method,
        headers: { ...headers, ...length, 'User-Agent': userAgent },
        agent,
        timeout: silence,
        ...options,
        ...(signal ? { signal } : {}),
      },
      (message) => resolve((answer = message)),
    )
    // The timeout of a request begins with its socket.
    const timer = setTimeout(() => end(SILENT), silence)
    request.on('socket', (given) => {
      socket = given
      clearTimeout(timer)
    })
    request.on('proxyConnect', ({ statusCode }: { statusCode: number }) => {
      if (statusCode !== 200) end(`PROXY_${statusCode}`)
    })
    request.on('timeout', () => end(SILENT))
    request.on('error', ({ code }: NodeJS.ErrnoException) => fail(code ?? 'ECONNRESET'))
    request.end(bytes)
  })
}

function bodyOf(message: IncomingMessage, { url }: WireRequest, { silence }: Limits): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const place = { address: new URL(url).origin, isProxy: false, silence, unsent: false }
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('error', ({ code }: NodeJS.ErrnoException) => reject(networkError(code ?? 'ECONNRESET', place)))
    message.on('end', () =>
      resolve({
        status: message.statusCode ?? 0,
        statusText: message.statusMessage ?? '',
        header: (name) => String(message.headers[name.toLowerCase()] ?? '') || null,
        text: Buffer.concat(chunks).toString('utf8'),
      }),
    )
  })
}
