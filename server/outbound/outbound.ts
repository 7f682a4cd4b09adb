import { lookup } from 'node:dns/promises'
import { request as overHttp, type IncomingMessage } from 'node:http'
import { request as overHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { DeliveryOutcome } from '@tocsin/core/resources/monitoring-providers/types'
import { hostOf, isInternal, leadsInside, type Allowed } from './internal-addresses'

export type Address = { address: string; family: number }
/** Returns every IP address of a name. */
export type Resolve = (host: string) => Promise<readonly Address[]>

/** The reason that a delivery to another server failed. */
export type OutboundFailure = Exclude<DeliveryOutcome, 'DELIVERED'>

export class OutboundError extends Error {
  readonly code: OutboundFailure
  /** The status of the other server, if it answered. */
  readonly status: number | undefined
  /** The text of its answer, if it was read. */
  readonly text: string | undefined
  constructor(code: OutboundFailure, status?: number, text?: string) {
    super(code)
    this.code = code
    this.status = status
    this.text = text
  }
}

/**
 * The only way from this server to addresses that a user has typed (T63). A name is resolved here, all its addresses
 * are checked, and the connection goes to these addresses. A name that changes a moment later has no effect.
 */
export type Outbound = {
  /** Posts a body. Resolves to the answer if it is 2xx, else throws OutboundError. */
  post: (url: string, body: string, headers: Record<string, string>) => Promise<{ status: number; text: string }>
  /** Returns whether an address is internal as it is written. */
  leadsInside: (url: string) => boolean
}

/** The longest time of a request with its answer, in ms, and the most bytes of an answer that are read. */
const TIMEOUT_MS = 5000
const LARGEST = 64 * 1024

type Options = {
  resolve?: Resolve
  /** The internal addresses that the operator allows; none by default. */
  allowed?: Allowed | undefined
  timeoutMs?: number
}

const systemResolve: Resolve = (host) => lookup(host, { all: true, verbatim: true })

export function createOutbound({ resolve = systemResolve, allowed, timeoutMs = TIMEOUT_MS }: Options = {}): Outbound {
  const addressesOf = async (url: URL, signal: AbortSignal): Promise<readonly Address[]> => {
    const host = hostOf(url)
    const family = isIP(host)
    const addresses = family === 0 ? await before(signal, resolve(host)) : [{ address: host, family }]
    if (addresses.length === 0) throw new OutboundError('NOT_RESOLVED')
    // One internal address among others looks like an attack: the connection could go to that one.
    if (addresses.some(({ address }) => isInternal(address) && !allowed?.(address)))
      throw new OutboundError('INTERNAL_ADDRESS')
    return addresses
  }
  return {
    leadsInside: (url) => leadsInside(url, allowed),
    async post(address, body, headers) {
      const url = new URL(address)
      if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new OutboundError('REFUSED')
      const signal = AbortSignal.timeout(timeoutMs)
      try {
        const addresses = await addressesOf(url, signal)
        const answer = await answerOf(url, addresses, body, headers, signal)
        const status = answer.statusCode ?? 0
        if (status >= 300 && status < 400) throw discarded(answer, new OutboundError('REDIRECTED', status))
        const text = await textOf(answer)
        if (status < 200 || status >= 300) throw new OutboundError('REFUSED', status, text)
        return { status, text }
      } catch (error) {
        if (error instanceof OutboundError) throw error
        if (signal.aborted) throw new OutboundError('TIMEOUT')
        throw new OutboundError(
          (error as { syscall?: string }).syscall === 'getaddrinfo' ? 'NOT_RESOLVED' : 'UNREACHABLE',
        )
      }
    },
  }
}

/** Returns a promise's value, or throws TIMEOUT if the signal comes first. A resolver cannot be aborted. */
function before<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new OutboundError('TIMEOUT')), { once: true })
    promise.then(resolve, reject)
  })
}

/**
 * Sends the request to one of the checked addresses and to no other. The name serves for the certificate and the Host
 * header.
 */
function answerOf(
  url: URL,
  addresses: readonly Address[],
  body: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const pinned: LookupFunction = (_host, options, done) => {
    if (options.all) return done(null, [...addresses])
    const [first] = addresses
    done(null, first?.address ?? '', first?.family)
  }
  const bytes = Buffer.from(body)
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? overHttps : overHttp
    const request = send(
      url,
      {
        method: 'POST',
        // Each request has a connection of its own: one that is kept open could have been opened to another address.
        agent: false,
        lookup: pinned,
        signal,
        headers: { ...headers, 'content-length': bytes.length, 'accept-encoding': 'identity', connection: 'close' },
      },
      resolve,
    )
    request.on('error', reject)
    request.end(bytes)
  })
}

function discarded(answer: IncomingMessage, error: OutboundError): OutboundError {
  answer.destroy()
  return error
}

async function textOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > LARGEST) throw discarded(answer, new OutboundError('TOO_LARGE', answer.statusCode))
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
