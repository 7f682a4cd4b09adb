import { setTimeout as pause } from 'node:timers/promises'
import { DEMO_PASSWORD } from '../../fixtures/users'

/** A phone that raises alerts, and the channel by which it does. */
export type Phone = { token: string; channel: number }
/** Sends a request of a phone or of the console until it is answered, as programs do. */
export async function send<T>(url: string, token: string | null, body?: object, method = 'POST'): Promise<T> {
  for (;;) {
    const answer = await fetch(url, {
      method,
      headers: {
        ...(token === null ? {} : url.includes('/mobile/') ? { token } : { authorization: `Bearer ${token}` }),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }).catch(() => undefined)
    const text = await answer?.text().catch(() => undefined)
    if (answer?.ok && text !== undefined) return (JSON.parse(text) as { data: T }).data
    if (answer && answer.status !== 429 && answer.status < 500) throw new Error(`${url}: ${answer.status} ${text}`)
    await pause(answer ? Number(answer.headers.get('retry-after') ?? 1) * 1000 : 100)
  }
}

export const signIn = async (origin: string, username: string): Promise<string> =>
  (await send<{ token: string }>(`${origin}/api/authentication/login`, null, { username, password: DEMO_PASSWORD }))
    .token

/** Lets people join with a code, and returns their phones with the first channel that sends alerts. */
export async function phonesOf(origin: string, count: number): Promise<Phone[]> {
  const admin = await signIn(origin, 'acme-admin')
  const phones: Phone[] = []
  let channel: number | undefined
  for (let person = 0; person < count; person++) {
    const body = { code: 'ACME01', name: `Pessoa ${person}`, phone: `+551198${String(person).padStart(7, '0')}` }
    const { token, profile } = await send<{ token: string; profile: { id: number; version?: number } }>(
      `${origin}/mobile/register`,
      null,
      body,
    )
    await send(`${origin}/api/maps/${profile.id}/approve`, admin, {})
    channel ??= (
      await send<{ channels: { id: number; channelType: string }[] }>(
        `${origin}/mobile/config`,
        token,
        undefined,
        'GET',
      )
    ).channels.find(({ channelType }) => channelType === 'alert')!.id
    phones.push({ token, channel })
  }
  return phones
}
