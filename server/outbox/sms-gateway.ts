import type { Send } from './outbox'

const PATIENCE = 10_000

/** Hands text messages to the gateway at SMS_URL: a POST of `{to, text}` as JSON, answered 2xx once it took them. */
export function smsGateway(url: string): Send {
  return async ({ to, text }) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to, text }),
      // A gateway that redirects is not the one the operator named.
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`SMS gateway: ${answer.status}`)
  }
}
