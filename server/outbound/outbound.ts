import { lookup } from 'node:dns/promises'
import { request as overHttp, type IncomingMessage } from 'node:http'
import { request as overHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { DeliveryOutcome } from '@tocsin/core/resources/monitoring-providers/types'
import { hostOf, isInternal, leadsInside, type Allowed } from './internal-addresses'

export type Address = { address: string; family: number }
/** Returns every address of a name. */
export type Resolve = (host: string) => Promise<readonly Address[]>

/** The reason that a delivery to another server failed. */
export type OutboundFailure = Exclude<DeliveryOutcome, 'DELIVERED'>

export class OutboundError extends Error {
  readonly code: OutboundFailure
  /** The other server's status, where it answered one. */
  readonly status: number | undefined
  constructor(code: OutboundFailure, status?: number) {
    super(code)
    this.code = code
    this.status = status
  }
}

/**
 * The one way from this server to addresses that somebody has typed (T63). A name is resolved here, its every address
 * is checked, and the connection goes to those very addresses: a name that changes a moment later leads nowhere.
 */
export type Outbound = {
  /** Posts a body; resolves to the answer once it is 2xx. Throws OutboundError. */
  post: (url: string, body: string, headers: Record<string, string>) => Promise<{ status: number; text: string }>
  /** Returns whether an address leads inside as it is written. */
  leadsInside: (url: string) => boolean
}

/** The time of a whole exchange, ms, and the bytes of an answer that are read. */
const TIMEOUT_MS = 5000
const LARGEST = 64 * 1024

type Options = {
  resolve?: Resolve
  /** Internal addresses that may be reached all the same; none unless the operator says so. */
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
    // One internal address among others looks like an attack that waits for it to be picked.
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
        if (status < 200 || status >= 300) throw new OutboundError('REFUSED', status)
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

/** Returns a promise's value, unless the signal comes first: a resolver cannot be told to stop. */
function before<T>(signal: AbortSignal, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new OutboundError('TIMEOUT')), { once: true })
    promise.then(resolve, reject)
  })
}

/** Connects to the checked addresses and to no other; the name serves for the certificate and the Host line. */
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
        // A connection of its own: one that is kept open could have been opened for another address.
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
