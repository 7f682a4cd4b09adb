import { ApiError } from '@tocsin/core/base/errors'

/** The kinds of what keeps an answer away; each has its words. */
export type CauseKind =
  | 'refused'
  | 'unknownHost'
  | 'noNames'
  | 'unreachable'
  | 'certificate'
  | 'notTls'
  | 'notHttp'
  | 'cut'
  | 'timeout'
  | 'proxyRefuses'
  | 'other'

/**
 * The kinds by the codes of Node and OpenSSL, the first that fits. `unsent`: there was no connection, so the server
 * cannot have acted. `lasting`: a repeat does not change it.
 */
const KINDS: readonly { kind: CauseKind; codes: RegExp; unsent?: true; lasting?: true }[] = [
  { kind: 'refused', codes: /^ECONNREFUSED$/, unsent: true },
  { kind: 'unknownHost', codes: /^ENOTFOUND$/, unsent: true, lasting: true },
  { kind: 'noNames', codes: /^EAI_/, unsent: true },
  { kind: 'unreachable', codes: /^E(HOST|NET)(UNREACH|DOWN)$/, unsent: true },
  { kind: 'cut', codes: /^(ECONNRESET|ECONNABORTED|EPIPE)$/ },
  { kind: 'timeout', codes: /^TIMEOUT$/ },
  { kind: 'notHttp', codes: /^HPE_/, lasting: true },
  { kind: 'notTls', codes: /^(EPROTO$|ERR_SSL_)/, unsent: true, lasting: true },
  {
    kind: 'certificate',
    codes: /CERT|CRL|ISSUER|^(INVALID_CA|INVALID_PURPOSE|PATH_LENGTH_EXCEEDED|HOSTNAME_MISMATCH)$/,
    unsent: true,
    lasting: true,
  },
  // A proxy that is out of order may be back soon; one that refuses the way or its user stays as it is.
  { kind: 'proxyRefuses', codes: /^PROXY_5/, unsent: true },
  { kind: 'proxyRefuses', codes: /^PROXY_/, unsent: true, lasting: true },
]

/** Returns the kind of a cause such as `ECONNREFUSED`. */
export const causeKind = (cause: string): CauseKind => KINDS.find(({ codes }) => codes.test(cause))?.kind ?? 'other'

/** The place that did not answer: an origin. `isProxy`: the proxy on the way to the server. */
export type Place = { address: string; isProxy: boolean }

/** The cause of a silence that ran out. */
export const SILENT = 'TIMEOUT'

/** Makes the error of a request that got no answer. `silence` is the longest silence that it allows, in ms. */
export function networkError(cause: string, place: Place & { silence: number; unsent: boolean }): ApiError {
  const { unsent = false, lasting = false } = KINDS.find(({ codes }) => codes.test(cause)) ?? {}
  return new ApiError({
    status: 0,
    code: cause === SILENT ? 'TIMEOUT' : 'NETWORK_ERROR',
    lasting,
    details: {
      sent: !(unsent || place.unsent),
      cause,
      address: place.address,
      ...(place.isProxy ? { proxy: true } : {}),
      ...(cause === SILENT ? { silence: place.silence } : {}),
    },
  })
}

/** Makes the error of an answer that sends the caller elsewhere: the token goes to no other place than the given one. */
export function redirected(status: number, url: string, location: string): ApiError {
  const asked = new URL(url)
  const path = asked.pathname.slice(asked.pathname.search(/\/(api|mobile)\//))
  const goal = URL.canParse(location, url) ? new URL(location, url) : undefined
  // Without the query, which may hold a secret.
  const where = goal ? goal.origin + goal.pathname : location
  const host = where.endsWith(path) ? where.slice(0, -path.length) : undefined
  return new ApiError({
    status,
    code: 'REDIRECTED',
    details: { address: asked.origin, location: where, ...(host ? { host } : {}) },
  })
}
