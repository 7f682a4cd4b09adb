import type { Send } from './outbox'

const TIMEOUT_MS = 10_000

/**
 * Returns a sender of text messages by the gateway at SMS_URL: a POST of `{to, text}` as JSON, which the gateway
 * accepts with 2xx.
 */
export function smsGateway(url: string): Send {
  return async ({ to, text }) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to, text }),
      // A redirect would lead to a gateway that the operator has not configured.
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`SMS gateway: ${answer.status}`)
  }
}
