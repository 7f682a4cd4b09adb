/** The kind of a failed call, by its status (console §8, A-005). */
export type ErrorKind = 'bad-request' | 'authentication' | 'forbidden' | 'server' | 'network'

/** `code`: the specification's own name of the problem, where it has one (RESET-28). */
export type FieldError = { field?: string; message: string; code?: string; values?: Record<string, unknown> }

export type ApiErrorParts = {
  /** HTTP status; 0 when no answer came. */
  status: number
  /** UPPER_SNAKE code of the specification, or the server's own text. */
  code: string
  requestId?: string | undefined
  fields?: readonly FieldError[]
  details?: Record<string, unknown> | undefined
  /** The wait that the server asks for, in milliseconds. */
  retryAfter?: number | undefined
  /** True if the answer contains no message, as that of a proxy does: `code` is then the text of its status line. */
  wordless?: boolean | undefined
  /** True if no answer came for a reason that a repeat does not change, such as a wrong certificate. */
  lasting?: boolean | undefined
}

/**
 * The error that the server and the clients throw. `code` is a message key; the text is made where the error is shown.
 */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  readonly fields: readonly FieldError[]
  readonly details: Record<string, unknown> | undefined
  readonly retryAfter: number | undefined
  readonly wordless: boolean
  readonly lasting: boolean

  constructor(parts: ApiErrorParts) {
    super(parts.code)
    this.name = 'ApiError'
    this.status = parts.status
    this.code = parts.code
    this.requestId = parts.requestId
    this.fields = parts.fields ?? []
    this.details = parts.details
    this.retryAfter = parts.retryAfter
    this.wordless = parts.wordless ?? false
    this.lasting = parts.lasting ?? false
  }

  get kind(): ErrorKind {
    return kindOf(this.status)
  }

  /** True when the same call may be sent again as it is. */
  get temporary(): boolean {
    return !this.lasting && [0, 429, 502, 503, 504].includes(this.status)
  }

  /** The message keys to look for, best first: authentication errors have texts of their own (console §8). */
  get messageKeys(): string[] {
    const general = `httpError.${this.code}`
    return this.kind === 'authentication' ? [`httpError.authentication.${this.code}`, general] : [general]
  }
}

/** Returns the kind of a failed call by its status. A 2xx with success=false is an authentication error. */
export function kindOf(status: number): ErrorKind {
  if (status === 0) return 'network'
  if (status === 400) return 'bad-request'
  if (status === 401 || (status >= 200 && status < 300)) return 'authentication'
  if (status === 403) return 'forbidden'
  return 'server'
}

type ErrorBody = {
  error?: { message?: unknown; errors?: unknown; details?: Record<string, unknown> }
  meta?: { id?: unknown }
}

/** Returns an entry of `error.errors`, which is a text or an object with one. Values of other types are ignored. */
function fieldErrorFrom(entry: unknown): FieldError {
  if (typeof entry !== 'object' || entry === null) return { message: String(entry ?? '') }
  const { field, message, code, values } = entry as Record<string, unknown>
  return {
    message: typeof message === 'string' ? message : '',
    ...(typeof field === 'string' ? { field } : {}),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof values === 'object' && values !== null ? { values: values as Record<string, unknown> } : {}),
  }
}

/**
 * Returns the ApiError of an answer. Its code is the first message of error.errors, else error.message, else the status
 * text (ERR-06).
 */
export function errorFrom(
  status: number,
  statusText: string,
  body: unknown,
  headers: { requestId: string | null; retryAfter: string | null },
): ApiError {
  const { error, meta } = (typeof body === 'object' && body !== null ? body : {}) as ErrorBody
  const list = Array.isArray(error?.errors) ? (error.errors as unknown[]) : []
  const fields = list.map(fieldErrorFrom)
  const message = fields[0]?.message || error?.message
  const seconds = Number(headers.retryAfter)
  const isSaid = typeof message === 'string' && message !== ''
  return new ApiError({
    status,
    code: isSaid ? message : statusText || `HTTP ${status}`,
    wordless: !isSaid,
    requestId: headers.requestId ?? (typeof meta?.id === 'string' ? meta.id : undefined),
    fields,
    details: error?.details,
    retryAfter: headers.retryAfter !== null && Number.isFinite(seconds) ? seconds * 1000 : undefined,
  })
}

/**
 * Returns the error of a success that no server of ours gives, as a captive portal or another program at the address does.
 * `lasting`: a repeat changes nothing, as it may where JSON was cut off. `type`: the media type of the answer, or null.
 */
export const invalidAnswer = (type: string | null, lasting: boolean, requestId?: string): ApiError =>
  new ApiError({ status: 502, code: 'INVALID_ANSWER', requestId, lasting, details: { type } })
