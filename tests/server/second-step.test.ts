import { sql } from 'kysely'
import { VERIFICATION_CODE_ALPHABET } from '@tocsin/core/base/constants'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { codeIn, deliver, deliverCode } from '../deliver'
import { startWorld, type TestWorld } from '../world'

const HOUR = 3_600_000
let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())
// Later than the limits of the test before, and with nothing of it on its way.
beforeEach(async () => {
  world.clock.now += 2 * HOUR
  await deliver(world)
})

type Pending = { token: string; mfaValues: string[] }

const login = (locale = 'en-US') =>
  world.call(null, 'POST', 'authentication/login', { username: 'acme-mfa', password: DEMO_PASSWORD }, { locale })
const begin = async () => (await login()).body.data as Pending
const verify = (token: string | null, code: unknown) => world.call(token, 'POST', 'authentication/mfa/verify', { code })
const resend = (token: string | null, methodValue: unknown) =>
  world.call(token, 'POST', 'authentication/mfa/resend', { methodValue })
/** The code of the message that leaves last. */
const code = () => deliverCode(world)
const wrongFor = (right: string) => (right.startsWith('A') ? 'B' : 'A') + right.slice(1)
const said = ({ status, body }: Awaited<ReturnType<typeof verify>>) => [
  status,
  body.error?.message,
  ...(body.error?.details?.['reason'] ? [body.error.details['reason']] : []),
]

it('LOGIN-09 MFA-03 CONST-03 signs in by a password and the code that was sent for it, in whatever case it is typed', async () => {
  const { token, mfaValues, ...rest } = (await login()).body.data as Pending & Record<string, unknown>
  expect(mfaValues).toEqual(['email', 'phone'])
  expect(rest).toEqual({})
  const sent = await deliver(world)
  expect(sent.map(({ channel, to }) => [channel, to])).toEqual([['mail', 'acme-mfa@example.org']])
  const right = codeIn(sent[0])
  expect(right).toHaveLength(7)
  const { status, body } = await verify(token, ` ${right.toLowerCase()}\n`)
  expect(status).toBe(200)
  const session = body.data as { token: string; refreshToken: string; profile: Record<string, unknown> }
  expect(session.profile).toMatchObject({ id: 13, username: 'acme-mfa', mfaMethod: ['email', 'phone'] })
  expect((await world.call(session.token, 'GET', 'sites?limit=1')).status).toBe(200)
  expect(
    (await world.call(null, 'POST', 'authentication/refresh-token', { refreshToken: session.refreshToken })).status,
  ).toBe(200)
})

it('writes to its reader in the language they read, by mail and by SMS', async () => {
  const { token } = (await login('pt-BR')).body.data as Pending
  const [mail] = await deliver(world)
  expect(mail).toMatchObject({ subject: 'Seu código para entrar no tocsin' })
  expect(mail!.text).toContain(`Seu código é ${codeIn(mail)}`)
  const answer = await world.call(
    token,
    'POST',
    'authentication/mfa/resend',
    { methodValue: 'phone' },
    { locale: 'pt-BR' },
  )
  expect([answer.status, answer.body.data]).toEqual([200, { sentTo: 'phone' }])
  const [sms] = await deliver(world)
  expect(sms).toMatchObject({ channel: 'sms', to: '+5511900000000', subject: '' })
  expect(sms!.text).toMatch(/^tocsin: [2-9A-Z]{7} é seu código/)
})

it('keeps no code: not in the outbox, not in its table, not in a log', async () => {
  const { token } = await begin()
  const before = await dump()
  const right = await code()
  const wrong = wrongFor(right)
  await verify(token, wrong)
  await verify(token, right)
  const everything = before + (await dump()) + world.logs.join('')
  expect(everything).toContain('sign-in-code')
  for (const secret of [right, wrong, token]) expect(everything).not.toContain(secret)
})

async function dump(): Promise<string> {
  const { rows } = await withServer(world.database, (tx) =>
    sql`select (select jsonb_agg(to_jsonb(o)) from outbox o) as outbox,
      (select jsonb_agg(to_jsonb(c)) from one_time_codes c) as codes,
      (select jsonb_agg(to_jsonb(a)) from allowances a) as allowances,
      (select jsonb_agg(to_jsonb(s)) from sessions s) as sessions`.execute(tx),
  )
  return JSON.stringify(rows)
}

it('makes codes of 32 symbols that nobody mistakes, each about as often as another', async () => {
  const seen = new Map<string, number>()
  for (let round = 0; round < 8; round++) {
    await begin()
    for (const symbol of await code()) seen.set(symbol, (seen.get(symbol) ?? 0) + 1)
  }
  expect(VERIFICATION_CODE_ALPHABET).toMatch(/^[2-9A-HJ-NP-Z]{32}$/)
  expect(new Set(VERIFICATION_CODE_ALPHABET).size).toBe(32)
  expect([...seen.keys()].every((symbol) => VERIFICATION_CODE_ALPHABET.includes(symbol))).toBe(true)
  expect(seen.size).toBeGreaterThan(16)
})

it('T25 ERR-15 counts five wrong codes and no more, however many come at once, and then not even the right one does', async () => {
  const { token } = await begin()
  const right = await code()
  const wrong = wrongFor(right)
  const answers = await Promise.all(Array.from({ length: 200 }, () => verify(token, wrong)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
  expect(new Set(answers.map(({ body }) => body.error?.message))).toEqual(new Set(['MFA_INVALID_CODE']))
  expect(answers.filter(({ body }) => !body.error?.details).length).toBe(5)
  const { rows } = await withServer(world.database, (tx) =>
    sql<{ attempts: number }>`select attempts from one_time_codes order by sent_at desc limit 1`.execute(tx),
  )
  expect(rows).toEqual([{ attempts: 5 }])
  expect(said(await verify(token, right))).toEqual([401, 'MFA_INVALID_CODE', 'verification.spent'])
})

it('takes what no code looks like for no guess, and asks for one where there is none', async () => {
  const { token } = await begin()
  const right = await code()
  for (const text of ['ABC123', `${right}A`, 'ABCDEF0', 'ÀBCDEFG', 'x'.repeat(10_000)])
    expect(said(await verify(token, text)), text.slice(0, 10)).toEqual([401, 'MFA_INVALID_CODE'])
  for (const nothing of [undefined, null, '', '  ', 1234567, ['A'], {}]) {
    const { status, body } = await verify(token, nothing)
    expect([status, body.error?.errors]).toEqual([400, [{ field: 'code', message: 'formErrors.required' }]])
  }
  expect((await verify(token, right)).status).toBe(200)
})

it('T27 MFA-04 takes a code for 120 seconds by the server’s clock', async () => {
  const early = await begin()
  const first = await code()
  world.clock.now += 119_999
  expect((await verify(early.token, first)).status).toBe(200)
  const late = await begin()
  const second = await code()
  world.clock.now += 120_000
  expect(said(await verify(late.token, second))).toEqual([401, 'MFA_INVALID_CODE', 'verification.late'])
})

it('T28 MFA-06 sends one more code of a hundred asked for at once, thirty seconds after the last, and voids that one', async () => {
  const { token } = await begin()
  const first = await code()
  const soon = await resend(token, 'email')
  expect([soon.status, soon.headers['retry-after'], soon.body.error]).toEqual([
    429,
    '30',
    { message: 'TOO_MANY_REQUESTS', details: { reason: 'limits.resend', seconds: 30 } },
  ])
  world.clock.now += 30_000
  const answers = await Promise.all(Array.from({ length: 100 }, () => resend(token, 'email')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(99)
  const sent = await deliver(world)
  expect(sent).toHaveLength(1)
  expect(said(await verify(token, first))).toEqual([401, 'MFA_INVALID_CODE'])
  // Counted from the resend, not from the sign-in.
  world.clock.now += 100_000
  expect((await verify(token, codeIn(sent[0]))).status).toBe(200)
})

it('T29 MFA-08 CONST-04 GAP-02 A-025 locks the method for fifteen seconds after a switch, whoever asks', async () => {
  const { token } = await begin()
  const byMail = await code()
  expect((await resend(token, 'phone')).body.data).toEqual({ sentTo: 'phone' })
  const [sms] = await deliver(world)
  expect(said(await verify(token, byMail))).toEqual([401, 'MFA_INVALID_CODE'])
  world.clock.now += 14_999
  const soon = await resend(token, 'email')
  expect([soon.status, soon.headers['retry-after'], soon.body.error?.details]).toEqual([
    429,
    '1',
    { reason: 'limits.switch', seconds: 1 },
  ])
  world.clock.now += 1
  expect((await resend(token, 'email')).status).toBe(200)
  expect(said(await verify(token, codeIn(sms)))).toEqual([401, 'MFA_INVALID_CODE'])
  expect((await verify(token, await code())).status).toBe(200)
})

it('lets a message that a newer one has overtaken go nowhere', async () => {
  const { token } = await begin()
  world.clock.now += 1000
  await resend(token, 'phone')
  const sent = await deliver(world)
  expect(sent.map(({ channel }) => channel)).toEqual(['sms'])
  expect((await verify(token, codeIn(sent[0]))).status).toBe(200)
  // A code whose time is over before it leaves is not sent either.
  await begin()
  world.clock.now += 120_000
  expect(await deliver(world)).toEqual([])
})

it('T30 gives fifty sign-ins ten codes an hour, and guesses at those alone', async () => {
  let guesses = 0
  const statuses: number[] = []
  for (let round = 0; round < 50; round++) {
    const { status, body, headers } = await login()
    statuses.push(status)
    if (status !== 200) {
      expect([body.error?.message, body.error?.details?.['reason'], headers['retry-after']]).toEqual([
        'TOO_MANY_REQUESTS',
        'limits.codes',
        '3600',
      ])
      continue
    }
    const { token } = body.data as Pending
    const wrong = wrongFor(await code())
    for (let attempt = 0; attempt < 7; attempt++) if (!(await verify(token, wrong)).body.error?.details) guesses++
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(10)
  expect(guesses).toBe(50)
  world.clock.now += HOUR
  expect((await login()).status).toBe(200)
  // Nobody else is held up by it.
  expect(
    (await world.call(null, 'POST', 'authentication/login', { username: 'root', password: DEMO_PASSWORD })).status,
  ).toBe(200)
})

it('S26 gives back each code that was verified: who signs in again and again is kept out by nobody', async () => {
  for (let round = 0; round < 12; round++) {
    const { token } = (await login()).body.data as Pending
    expect((await verify(token, await code())).status, `round ${round}`).toBe(200)
    world.clock.now += 60_000
  }
  // Codes sent and not used count as before.
  for (let round = 0; round < 10; round++) expect((await login()).status, `round ${round}`).toBe(200)
  expect((await login()).status).toBe(429)
})

it('ERR-14 sends by no method that the user has not, and lets a password alone do where none is proved for nobody', async () => {
  const { token } = await begin()
  for (const method of ['pigeon', 'EMAIL', 'email '])
    expect(said(await resend(token, method)), method).toEqual([401, 'NO_MFA_METHOD_FOR_USER'])
  expect((await resend(token, '')).body.error?.errors).toEqual([
    { field: 'methodValue', message: 'formErrors.required' },
  ])
  await change('phone_verified = false')
  world.clock.now += 60_000
  expect(said(await resend(token, 'phone'))).toEqual([401, 'NO_MFA_METHOD_FOR_USER'])
  expect(((await login()).body.data as Pending).mfaValues).toEqual(['email'])
  await change('email_verified = false')
  expect(said(await login())).toEqual([401, 'NO_MFA_METHOD_FOR_USER'])
  await change('as it was')
})

const changes = {
  'as it was': sql`update users set phone_verified = true, email_verified = true, active = true,
    password_hash = (select password_hash from users where id = 6) where id = 13`,
  'phone_verified = false': sql`update users set phone_verified = false where id = 13`,
  'email_verified = false': sql`update users set email_verified = false where id = 13`,
  'active = false': sql`update users set active = false where id = 13`,
  'another password': sql`update users set password_hash = 'another' where id = 13`,
}
const change = (what: keyof typeof changes) => withServer(world.database, (tx) => changes[what].execute(tx))

it.each(['active = false', 'another password'] as const)('voids a code that was sent before %s', async (what) => {
  const { token } = await begin()
  const right = await code()
  await change(what)
  expect(said(await verify(token, right))).toEqual([401, 'MFA_INVALID_CODE'])
  await change('as it was')
})

it('ties a code to the sign-in it was sent for, and the token of one to nobody else', async () => {
  const one = await begin()
  const first = await code()
  const two = await begin()
  const second = await code()
  expect(said(await verify(one.token, second))).toEqual([401, 'MFA_INVALID_CODE'])
  expect(said(await verify(two.token, first))).toEqual([401, 'MFA_INVALID_CODE'])
  const jti = JSON.parse(Buffer.from(two.token.split('.')[1]!, 'base64url').toString()) as { jti: string }
  const foreign = await world.parts.tokens.sign('mfa', { sub: '6', jti: jti.jti }, world.clock.now)
  expect(said(await verify(foreign, second))).toEqual([401, 'MFA_INVALID_CODE'])
  expect((await verify(one.token, first)).status).toBe(200)
  expect((await verify(two.token, second)).status).toBe(200)
})

it('T24 verifies and resends under no token but that of a first step, and not under it for longer than ten minutes', async () => {
  const { token } = await begin()
  const right = await code()
  const signedIn = await world.call(null, 'POST', 'authentication/login', {
    username: 'acme-admin',
    password: DEMO_PASSWORD,
  })
  const { token: access } = signedIn.body.data as Pending
  const refresh = await world.parts.tokens.sign('refresh', { sub: '13', sid: 'x', gen: 1 }, world.clock.now)
  const reset = await world.parts.tokens.sign('reset', { sub: '13', jti: 'x' }, world.clock.now)
  for (const foreign of [null, '', 'x.y.z', access, refresh, reset])
    for (const call of [() => verify(foreign, right), () => resend(foreign, 'email')])
      expect(said(await call())).toEqual([401, 'INVALID_AUTHORIZATION_HEADER'])
  world.clock.now += 600_000
  expect(said(await verify(token, right))).toEqual([401, 'JWT_EXPIRED'])
  expect(said(await resend(token, 'email'))).toEqual([401, 'JWT_EXPIRED'])
})

it('lets no request see what proves who one is, not even a root user’s', async () => {
  await begin()
  const { withScope } = await import('../../server/db/scope')
  const scope = { kind: 'all', clientIds: [], siteId: null, providerId: null, userId: 1 } as const
  const seen = await withScope(world.database, { ...scope, clientIds: [] }, (tx) =>
    sql`select id from one_time_codes union all select key from allowances`.execute(tx),
  )
  expect(seen.rows).toEqual([])
})

it('MFA-06 MFA-18 RESET-07 sends each kind of code, however much time goes by while it is written', async () => {
  let now = world.clock.now
  // Each look at the clock takes a millisecond.
  const other = await startWorld({ now: () => now++ })
  const post = (token: string | null, path: string, body: object) => other.call(token, 'POST', path, body)
  const sent = () => deliverCode(other)
  const asked = { username: 'acme-mfa', password: DEMO_PASSWORD }
  const { token } = (await post(null, 'authentication/login', asked)).body.data as Pending
  expect(await sent()).not.toBe('')
  expect((await post(token, 'authentication/mfa/resend', { methodValue: 'phone' })).status).toBe(200)
  const code = await sent()
  const session = (await post(token, 'authentication/mfa/verify', { code })).body.data as Pending
  expect((await post(null, 'authentication/restore-password/request', { username: 'acme-mfa' })).status).toBe(200)
  expect(await sent()).not.toBe('')
  const proof = (await post(session.token, 'users/13/authorize/update-mfa', { password: DEMO_PASSWORD })).body
    .data as Pending
  const address = { token: proof.token, email: 'other@example.org' }
  expect((await post(session.token, 'users/13/update-mfa', address)).status).toBe(200)
  expect((await post(session.token, 'users/email/send-verifying-code', address)).status).toBe(200)
  expect(await sent()).not.toBe('')
  await other.close()
})
