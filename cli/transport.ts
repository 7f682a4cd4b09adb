import { Agent, request as plainRequest } from 'node:http'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { ApiError } from '@tocsin/core/base/errors'
import type { Transport, WireAnswer, WireRequest } from '@tocsin/core/api/http'

/** The longest silence of the server: a large import chunk takes seconds, never minutes. */
const SILENCE = 120_000

const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

type Send = (
  url: string,
  options: RequestOptions,
  answered: (message: IncomingMessage) => void,
) => ReturnType<typeof plainRequest>

/**
 * Sends over node:http with connections kept alive; a first call through Node's fetch costs four times as much. Without
 * an answer it throws NETWORK_ERROR or TIMEOUT with status 0. `close` lets the process end.
 */
export function createTransport(options: { userAgent: string; silence?: number }): {
  send: Transport
  close: () => void
} {
  const { userAgent, silence = SILENCE } = options
  const plainAgent = new Agent({ keepAlive: true })
  const closers = [() => plainAgent.destroy()]
  let secure: Promise<{ send: Send; agent: Agent }> | undefined

  const secureParts = async () => {
    const { Agent: SecureAgent, request } = await import('node:https')
    const agent = new SecureAgent({ keepAlive: true })
    closers.push(() => agent.destroy())
    return { send: request as Send, agent }
  }

  const send: Transport = async (call) => {
    const { send, agent } = call.url.startsWith('https:')
      ? await (secure ??= secureParts())
      : { send: plainRequest as Send, agent: plainAgent }
    return exchange(call, send, agent, { userAgent, silence })
  }
  return { send, close: () => closers.forEach((close) => close()) }
}

function exchange(
  { method, url, headers, body, signal }: WireRequest,
  send: Send,
  agent: Agent,
  { userAgent, silence }: { userAgent: string; silence: number },
): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const bytes = body === undefined ? undefined : Buffer.from(body as string)
    const length = bytes ? { 'Content-Length': String(bytes.length) } : {}
    // `sent: false`: there was no connection, so the server cannot have acted.
    const fail = (code: string, sent = true) => reject(new ApiError({ status: 0, code, details: { sent } }))
    const options: RequestOptions = {
      method,
      headers: { ...headers, ...length, 'User-Agent': userAgent },
      agent,
      timeout: silence,
      ...(signal ? { signal } : {}),
    }
    const request = send(url, options, (message) => {
      const chunks: Buffer[] = []
      message.on('data', (chunk: Buffer) => chunks.push(chunk))
      message.on('error', () => fail('NETWORK_ERROR'))
      message.on('end', () =>
        resolve({
          status: message.statusCode ?? 0,
          statusText: message.statusMessage ?? '',
          header: (name) => String(message.headers[name.toLowerCase()] ?? '') || null,
          text: Buffer.concat(chunks).toString('utf8'),
        }),
      )
    })
    request.on('timeout', () => {
      fail('TIMEOUT')
      request.destroy()
    })
    request.on('error', ({ code }: NodeJS.ErrnoException) => fail('NETWORK_ERROR', !UNSENT.has(code ?? '')))
    request.end(bytes)
  })
}
