import { ApiError, errorFrom } from '@tocsin/core/base/errors'

type Call = {
  method?: 'GET' | 'POST' | 'PATCH'
  path: string
  headers?: Record<string, string>
  body?: object
  signal?: AbortSignal
}

/** Calls a path that needs no session and returns its data. Throws ApiError, with the status 0 if no answer came. */
export async function call<T>({ method = 'GET', path, headers = {}, body, signal }: Call): Promise<T> {
  let answer: Response
  let text: string
  try {
    answer = await fetch(path, {
      method,
      credentials: 'omit',
      signal: signal ?? null,
      headers: {
        Accept: 'application/json',
        Locale: document.documentElement.lang,
        ...(body ? { 'Content-Type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    text = await answer.text()
  } catch {
    throw new ApiError({ status: 0, code: 'NETWORK_ERROR' })
  }
  return dataOf<T>(answer, text, (name) => answer.headers.get(name))
}

/** Returns the data of an answer. Throws ApiError if it is a failure, or none of the service. */
export function dataOf<T>(
  { status, statusText }: Pick<Response, 'status' | 'statusText'>,
  text: string,
  header: (name: string) => string | null,
): T {
  const read = parsed(text)
  if (status >= 200 && status < 300 && typeof read === 'object' && read !== null && 'data' in read)
    return read.data as T
  throw errorFrom(status, statusText, read, {
    requestId: header('X-Server-Request-Id'),
    retryAfter: header('Retry-After'),
  })
}

/** Returns the value of a JSON text; null for what a proxy answers in its place. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
