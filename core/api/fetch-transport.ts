import { ApiError } from '../base/errors'
import type { Transport } from './http'

/**
 * Returns a transport that uses fetch. It throws NETWORK_ERROR with status 0 if no answer came, and the reason of an
 * abort as it is.
 */
export function fetchTransport(send: typeof fetch): Transport {
  return async ({ method, url, headers, body, signal }) => {
    try {
      const answer = await send(url, {
        method,
        headers,
        // Requests carry no cookies, since the token identifies the user. No answer comes from a cache.
        credentials: 'omit',
        cache: 'no-store',
        ...(body === undefined ? {} : { body: body as BodyInit }),
        ...(signal ? { signal } : {}),
      })
      const { status, statusText } = answer
      return { status, statusText, header: (name) => answer.headers.get(name), text: await answer.text() }
    } catch (error) {
      throw signal?.aborted ? error : new ApiError({ status: 0, code: 'NETWORK_ERROR' })
    }
  }
}
