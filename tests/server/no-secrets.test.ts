import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { withServer } from '../../server/context/actor'
import { deliver, deliverCode } from '../deliver'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

/** Every secret that was given out or typed, by its purpose. */
const secrets = new Map<string, string>()
const keep = (what: string, secret: string) => {
  expect(secret.length, what).toBeGreaterThan(5)
  secrets.set(what, secret)
  return secret
}
const post = (token: string | null, path: string, body: object, key?: string) =>
  world.call(token, 'POST', path, body, key === undefined ? {} : { 'idempotency-key': key })

type SignedIn = { token: string; refreshToken: string }
/** Keeps both tokens of a session, whole and by the part that nobody could guess. */
const session = (what: string, { token, refreshToken }: SignedIn): SignedIn => {
  for (const [kind, text] of Object.entries({ token, refreshToken })) {
    keep(`${what} ${kind}`, text)
    keep(`${what} ${kind} signature`, text.split('.')[2]!)
  }
  return { token, refreshToken }
}
const login = async (username: string, password: string) =>
  (await post(null, 'authentication/login', { username, password })).body.data as SignedIn
const lastCode = async (what: string) => keep(what, await deliverCode(world))

/** Returns the contents of every table, as text. */
async function everything(): Promise<Map<string, string>> {
  const { rows: tables } = await world.database.transaction((tx) =>
    sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(tx),
  )
  const found = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await withServer(world.database, (tx) =>
      sql<{ text: string | null }>`select string_agg(t::text, ' ') as text from ${sql.table(name)} t`.execute(tx),
    ).catch(() => ({ rows: [] }))
    found.set(name, rows[0]?.text ?? '')
  }
  return found
}

it('T72 leaves no password, code, token or link of any way in, in a log line, the history, the outbox or any table', async () => {
  keep('demo password', DEMO_PASSWORD)
  // A password, right and wrong, and a session that goes on.
  await login('acme-admin', keep('wrong password', 'Canary1Wrong'))
  const admin = session('sign-in', await login('acme-admin', DEMO_PASSWORD))
  const { refreshToken } = admin
  const refreshed = (await post(null, 'authentication/refresh-token', { refreshToken })).body.data as SignedIn
  session('refresh', refreshed)

  // A second step: its token, a wrong code, the right one.
  const { token: pending } = await login('acme-mfa', DEMO_PASSWORD)
  keep('second step', pending.split('.')[2]!)
  const code = await lastCode('sign-in code')
  await post(pending, 'authentication/mfa/verify', { code: keep('wrong code', 'ZZZZ999') })
  session('second step', (await post(pending, 'authentication/mfa/verify', { code })).body.data)

  // A new password by a link, and one by a code.
  await post(null, 'authentication/restore-password/request', { username: 'vazia-admin' })
  const link = /authorization=(\S+)/.exec((await deliver(world)).at(-1)!.text)![1]!
  keep('reset link', link.split('.')[2]!)
  const first = keep('password by link', 'Canary2ByLink')
  const restore = { token: link, password: first, passwordConfirm: first }
  expect((await post(null, 'authentication/restore-password', restore, 'canary-reset')).status).toBe(200)
  await post(null, 'authentication/restore-password/request', { username: 'acme-mfa' })
  const reset = { username: 'acme-mfa', code: await lastCode('reset code') }
  const { token: byCode } = (await post(null, 'authentication/restore-password/validate-code', reset)).body
    .data as SignedIn
  keep('reset token', byCode.split('.')[2]!)
  const second = keep('password by code', 'Canary3ByCode')
  const again = { token: byCode, password: second, passwordConfirm: second }
  expect((await post(null, 'authentication/restore-password', again)).status).toBe(200)

  // Setting up a second step of one's own.
  const own = session('own', await login('vazia-admin', first))
  const ownId = 10
  const asked = await post(own.token, `users/${ownId}/authorize/update-mfa`, { password: first }, 'canary-mfa')
  const authorized = asked.body.data as { token: string }
  keep('set-up token', authorized.token.split('.')[2]!)
  const email = 'canary.person@example.org'
  await post(own.token, `users/${ownId}/update-mfa`, { token: authorized.token, email })
  await post(own.token, 'users/email/send-verifying-code', { token: authorized.token, email })
  const proof = { token: authorized.token, email, code: await lastCode('set-up code') }
  expect((await post(own.token, 'users/email/verify', proof)).status).toBe(200)

  // Signing in as somebody, a link that signs in, a new user, one's own new password.
  const root = session('root', await login('root', DEMO_PASSWORD))

  // A new password of a mobile user, by a link that staff make, and by one in a message.
  const byStaff = await post(root.token, 'mobile-users/1/reset-link', {}, 'canary-mobile')
  const mobileLink = (byStaff.body.data as { link: string }).link.split('/').at(-1)!
  keep('mobile link', mobileLink.split('.')[2]!)
  const third = keep('mobile password', 'canary 4 of a phone')
  const setMobile = { password: third, passwordConfirm: third }
  expect((await post(mobileLink, '/mobile/reset-password', setMobile)).status).toBe(200)
  await deliver(world)
  await post(null, '/mobile/restore-password', { email: 'yuri@example.org' })
  const mailed = /reset-password\/(\S+)/.exec((await deliver(world)).at(-1)!.text)![1]!
  keep('mailed mobile link', mailed.split('.')[2]!)

  session('as somebody', (await post(root.token, 'users/6/impersonate', {}, 'canary-as')).body.data)
  const made = (await post(root.token, 'users/8/sign-in-link', {}, 'canary-link')).body.data as { link: string }
  const single = new URL(made.link).searchParams.get('authorization')!
  keep('sign-in link', single.split('.')[2]!)
  session('by link', (await post(null, 'authentication/refresh-token', { refreshToken: single })).body.data)
  const password = keep('password of a new user', 'Canary4NewUser')
  const user = { name: 'C', username: 'pessoa-nova', email, userType: 'client', ClientId: 2, role: 'approver' }
  expect(
    (await post(root.token, 'users', { ...user, password, passwordConfirm: password }, 'canary-user')).status,
  ).toBe(201)
  const changed = keep('own new password', 'Canary5OwnNew')
  const change = { oldPassword: first, password: changed, passwordConfirm: changed }
  expect((await world.call(own.token, 'PATCH', `users/${ownId}`, change)).status).toBe(200)

  // All of it also where it does not belong: in addresses and fields of other calls.
  for (const [what, secret] of secrets) {
    const text = encodeURIComponent(secret)
    for (const path of [
      `/login?authorization=${text}`,
      `/password-reset?authorization=${text}`,
      `/go/users/auth/${text}?token=${text}`,
      `/api/sites?token=${text}&q=${text}`,
      `/api/nothing/${text}`,
      `/static/${text}`,
    ])
      await world.call(root.token, 'GET', path)
    await post(null, 'authentication/login', { username: secret, password: secret })
    await post(secret, 'authentication/mfa/verify', { code: secret })
    expect((await post(root.token, 'sites', { nickname: secret })).status, what).toBe(400)
  }
  await deliver(world)

  expect(secrets.size).toBeGreaterThan(25)
  const logs = world.logs.join('')
  expect(logs).toContain('"route":"/api/authentication/mfa/verify"')
  const tables = await everything()
  for (const table of ['audit_events', 'outbox', 'sessions', 'one_time_codes']) expect(tables.get(table)).not.toBe('')
  for (const [what, secret] of secrets) {
    expect(logs.includes(secret), `${what} in a log line`).toBe(false)
    for (const [table, text] of tables) expect(text.includes(secret), `${what} in ${table}`).toBe(false)
  }
  // The address of the owner is in no log either.
  expect(logs).not.toContain(email)
  expect(logs).not.toContain('authorization=')
})
