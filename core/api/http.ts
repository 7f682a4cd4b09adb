import { TEMPLATE_TOKEN_HEADER, TEMPLATES_PATH, type Locale } from '../base/constants'
import { ApiError, errorFrom, invalidAnswer } from '../base/errors'
import type { Upload } from './multipart'
import { hasExpired, type Profile, type Session } from './session'

// A reader of lists needs none of this.
const ownAccount = () => import('./own-account')

/** Returns whether a call may change the account that makes it, which is one of the users. */
const concernsUsers = ({ method, path }: Call): boolean => method !== 'GET' && path.startsWith('users/')

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A request as it is sent. The console sends it with fetch, the terminal with node:http. */
export type WireRequest = {
  method: Method
  url: string
  headers: Record<string, string>
  body?: string | Uint8Array
  signal?: AbortSignal
}
export type WireAnswer = {
  status: number
  statusText: string
  header: (name: string) => string | null
  text: string
}
/** Sends one request; throws only when no answer came: an ApiError with status 0, or the reason of the abort. */
export type Transport = (request: WireRequest) => Promise<WireAnswer>

export type Query = Record<string, string | number | boolean | readonly (string | number)[] | null | undefined>

export type Call = {
  method: Method
  /** The path below the management API, without a leading slash: `sites/7`. */
  path: string
  query?: Query | undefined
  body?: Record<string, unknown> | undefined
  /** Makes the request multipart: flattened keys, `_json` and these files (API-13). */
  files?: Record<string, Upload>
  /**
   * `session`: the signed-in account's token, refreshed if it has expired. `none`: no token. Any other string: that
   * token.
   */
  token?: 'session' | 'none' | (string & {})
  idempotencyKey?: string | undefined
  /** The caller's name for this request or for the work it is part of (`X-Request-Id`). */
  requestId?: string | undefined
  /** The version the change is based on; a newer one at the server answers 409. */
  ifMatch?: number | undefined
  /** The token of a shared template, for a request about that template. */
  templateToken?: string | undefined
  /** The token of a phone, for a call of what phones call. */
  phoneToken?: string | undefined
  signal?: AbortSignal | undefined
}

export type Answer<T = unknown> = {
  status: number
  data: T
  /** The number of all rows of a list (API-10, API-11). */
  total: number | undefined
  requestId: string | undefined
  /** Metadata of the answer, such as the version of the search index. */
  meta?: { readonly [name: string]: unknown }
  /** True if this is the stored answer of an earlier call with the same idempotency key: nothing was done now. */
  replayed?: true
  /** The request id of that earlier call. */
  replayedOf?: string
}

export type HttpParts = {
  transport: Transport
  /** Origin and path of the management API, without a trailing slash. */
  base: string
  locale: () => Locale
  session?: Session | undefined
  /** Returns whether the routing flag is on: management calls then carry /v2/{userType} (API-06, A-015). */
  routesV2?: () => boolean
  /** Returns a random boundary for multipart bodies. A boundary that occurs in a file is made longer. */
  boundary?: () => string
  now: () => number
  /** Returns the token of the shared template that is being looked at. */
  templateToken?: () => string | undefined
}

export type Http = <T = unknown>(call: Call) => Promise<Answer<T>>

/** Returns whether a call reads a template or creates an app, which may be made from one. No other call needs the token. */
const isAboutTemplates = ({ method, path }: Call): boolean =>
  path.startsWith(`${TEMPLATES_PATH}/`) || (method === 'POST' && path === 'apps')

/**
 * Returns the function that calls the management API. It adds headers and the path prefix, reads the envelope, and
 * throws every failure as an ApiError. It refreshes an expired token silently and retries once.
 */
export function createHttp(parts: HttpParts): Http {
  const { transport, base, locale, session, routesV2, boundary = () => 'tocsin-boundary', now } = parts

  const once = async <T>(call: Call, profile: Profile | null): Promise<Answer<T>> => {
    const token =
      call.token === 'none' ? undefined : call.token && call.token !== 'session' ? call.token : profile?.token
    const prefix = profile && routesV2?.() ? `v2/${profile.userType}/` : ''
    const headers: Record<string, string> = { Accept: 'application/json', Locale: locale() }
    if (token) headers['Authorization'] = `Bearer ${token}`
    if (call.phoneToken) headers['token'] = call.phoneToken
    if (call.idempotencyKey) headers['Idempotency-Key'] = call.idempotencyKey
    if (call.requestId) headers['X-Request-Id'] = call.requestId
    const templateToken = call.templateToken ?? (isAboutTemplates(call) ? parts.templateToken?.() : undefined)
    if (templateToken !== undefined) headers[TEMPLATE_TOKEN_HEADER] = templateToken
    if (call.ifMatch !== undefined) headers['If-Match'] = `"${call.ifMatch}"`
    let body: string | Uint8Array | undefined
    if (call.files) {
      // Few calls send a file.
      const { encodeMultipart } = await import('./multipart')
      const multipart = encodeMultipart(call.body ?? {}, call.files, boundary())
      headers['Content-Type'] = multipart.contentType
      body = multipart.body
    } else if (call.method !== 'GET') {
      headers['Content-Type'] = 'application/json'
      body = JSON.stringify(call.body ?? {})
    }
    const answer = await transport({
      method: call.method,
      url: `${base}/${prefix}${call.path}${queryString(call.query)}`,
      headers,
      ...(body === undefined ? {} : { body }),
      ...(call.signal ? { signal: call.signal } : {}),
    })
    return read<T>(answer)
  }

  return async <T>(call: Call) => {
    const usesSession = call.token === undefined || call.token === 'session'
    const stored = usesSession ? ((await session?.current()) ?? null) : null
    if (usesSession && session && !stored) throw new ApiError({ status: 401, code: 'NOT_AUTHENTICATED' })
    if (!stored || !session) return once<T>(call, null)
    // An access token whose `expiredAt` has passed is refreshed first: the server would refuse it.
    const profile = hasExpired(stored, now()) ? await session.refresh(stored.token) : stored
    try {
      const answer = await once<T>(call, profile).catch(async (error: unknown) => {
        if (!(error instanceof ApiError) || error.status !== 401 || error.code !== 'JWT_EXPIRED') throw error
        return once<T>(call, await session.refresh(profile.token))
      })
      if (concernsUsers(call)) await (await ownAccount()).followUp(session, profile.id, call, answer.data)
      return answer
    } catch (error) {
      if (concernsUsers(call)) await (await ownAccount()).forgetRefusedToken(session, call, error)
      throw error
    }
  }
}

function read<T>({ status, statusText, text, header }: WireAnswer): Answer<T> {
  const requestId = header('x-server-request-id')
  const headers = { requestId, retryAfter: header('retry-after') }
  const isSuccess = status >= 200 && status < 300
  let body: unknown
  try {
    body = text === '' ? undefined : JSON.parse(text)
  } catch {
    body = null
  }
  const isEnvelope = typeof body === 'object' && body !== null && !Array.isArray(body)
  if (isSuccess && body !== undefined && !isEnvelope) {
    // A success without a JSON object comes from a captive portal or another program at the address. A repeat changes
    // nothing, except where JSON was cut off.
    const type = header('content-type')
    const lasting = body !== null || !type?.includes('json')
    throw invalidAnswer(type, lasting, requestId ?? undefined)
  }
  const envelope = (isEnvelope ? body : {}) as {
    success?: unknown
    data?: T
    total?: unknown
    meta?: { id?: unknown; total?: unknown }
  }
  if (!isSuccess || envelope.success === false) throw errorFrom(status, statusText, body, headers)
  const total = envelope.meta?.total ?? envelope.total
  const replayedOf = header('idempotent-request-id')
  return {
    status,
    data: envelope.data as T,
    total: typeof total === 'number' ? total : undefined,
    requestId: requestId ?? (typeof envelope.meta?.id === 'string' ? envelope.meta.id : undefined),
    ...(envelope.meta ? { meta: envelope.meta } : {}),
    ...(header('idempotent-replayed') === 'true' ? { replayed: true } : {}),
    ...(replayedOf ? { replayedOf } : {}),
  }
}

/** Returns a query string such as `?a=1&ids=1%2C2`. Null and undefined are left out; lists are joined by commas. */
export function queryString(query: Query = {}): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    value === null || value === undefined
      ? []
      : [`${encodeURIComponent(key)}=${encodeURIComponent(Array.isArray(value) ? value.join(',') : String(value))}`],
  )
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}
