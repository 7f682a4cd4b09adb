import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { DEMO_PASSWORD, users } from '../../fixtures/users'
import { withServer } from '../../server/context/actor'
import { codeIn, deliver, deliverCode } from '../deliver'
import { SECRET_MAKERS } from '../../server/codes/minting'
import { startWorld, type Reply, type TestWorld } from '../world'

const DAY = 24 * 3_600_000
let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())
// Past the memory of any limit, with everybody as the fixtures have them and nothing on its way.
beforeEach(async () => {
  world.clock.now += 2 * DAY
  await deliver(world)
  await withServer(world.database, async (tx) => {
    await sql`delete from one_time_codes`.execute(tx)
    for (const { id, email, phone, mfaMethod, emailVerified, phoneVerified } of users.rows)
      await sql`update users set email = ${email}, phone = ${phone}, mfa_method = ${JSON.stringify(mfaMethod)}::jsonb,
        email_verified = ${emailVerified}, phone_verified = ${phoneVerified}, active = true where id = ${id}`.execute(
        tx,
      )
  })
})

const said = ({ status, body }: Reply) => [
  status,
  body.error?.message,
  ...(body.error?.details?.['reason'] ? [body.error.details['reason']] : []),
]
const wrongFor = (right: string) => (right.startsWith('A') ? 'B' : 'A') + right.slice(1)

type Account = { id: number; token: string }
let sessions = 0
/** Returns a session of a user, without the steps of their sign-in. */
async function sessionOf(username: string): Promise<Account> {
  const { id, userType } = users.rows.find((user) => user.username === username)!
  const sid = `session-${++sessions}`
  const [now, end] = [0, 3_600_000].map((later) => new Date(world.clock.now + later).toISOString())
  await withServer(world.database, (tx) =>
    sql`insert into sessions (id, user_id, created_at, rotated_at, expires_at)
      values (${sid}, ${id}, ${now}, ${now}, ${end})`.execute(tx),
  )
  // As long as the session: this test is about the other token.
  const claims = { sub: String(id), sid, userType }
  return { id, token: await world.parts.tokens.sign('access', claims, world.clock.now, world.clock.now + 3_600_000) }
}

const post = ({ token }: Account, path: string, body: object, headers = {}) =>
  world.call(token, 'POST', `users/${path}`, body, headers)
const authorize = (who: Account, password: unknown = DEMO_PASSWORD) =>
  post(who, `${who.id}/authorize/update-mfa`, { password })
async function begin(username: string): Promise<Account & { setup: string }> {
  const who = await sessionOf(username)
  const { body } = await authorize(who)
  return { ...who, setup: (body.data as { token: string }).token }
}
type Setter = Awaited<ReturnType<typeof begin>>
const name = (who: Setter, address: object, headers = {}) =>
  post(who, `${who.id}/update-mfa`, { token: who.setup, ...address }, headers)
const send = (who: Setter, method: string, address: object, headers = {}) =>
  post(who, `${method}/send-verifying-code`, { token: who.setup, ...address }, headers)
const verify = (who: Setter, method: string, given: object) =>
  post(who, `${method}/verify`, { token: who.setup, ...given })
const select = (who: Setter, mfaMethod: unknown, disable?: unknown, headers = {}) =>
  post(who, `${who.id}/select-mfa`, { token: who.setup, mfaMethod, disable }, headers)
const lastCode = () => deliverCode(world)
const profileIn = ({ body }: Reply) => (body.data as { profile: Record<string, unknown> }).profile
const stored = async (id: number) => {
  const { rows } = await withServer(world.database, (tx) =>
    sql<Record<string, unknown>>`select email, phone, mfa_method as methods, email_verified as "emailVerified",
      phone_verified as "phoneVerified" from users where id = ${id}`.execute(tx),
  )
  return rows[0]
}
const NEW = { email: 'outra@example.org', phone: '+5548999990000' }

it.each(users.rows.filter(({ hasPassword }) => hasPassword).map(({ username }) => username))(
  'MFA-11 MFA-14 MFA-16 MFA-18 MFA-20 takes %s from the password to a method that is asked for at sign-in',
  async (username) => {
    const who = await begin(username)
    for (const method of ['email', 'phone'] as const) {
      const address = { [method]: NEW[method] }
      expect(said(await name(who, address))).toEqual([200, undefined])
      // Until it is proved everything stays as it was.
      const before = users.rows.find((user) => user.username === username)!
      expect(await stored(who.id)).toMatchObject({ [method]: before[method] })
      expect((await send(who, method, address)).body.data).toEqual({ sentTo: method })
      // The notice of the change before may leave at the same time, by another channel.
      const message = (await deliver(world)).find(({ to }) => to === NEW[method])
      expect([message?.channel, message?.to]).toEqual([method === 'email' ? 'mail' : 'sms', NEW[method]])
      const proved = await verify(who, method, { code: ` ${codeIn(message).toLowerCase()} `, ...address })
      expect([proved.status, profileIn(proved)]).toMatchObject([200, { id: who.id, ...address }])
      const answer = await select(who, method, false)
      expect(profileIn(answer)['mfaMethod']).toContain(method)
      expect((answer.body.data as { permissions: unknown }).permissions).toEqual(profileIn(answer)['permissions'])
    }
    expect(await stored(who.id)).toEqual({
      ...NEW,
      methods: ['email', 'phone'],
      emailVerified: true,
      phoneVerified: true,
    })
    const login = { username, password: DEMO_PASSWORD }
    const { body } = await world.call(null, 'POST', 'authentication/login', login)
    expect((body.data as { mfaValues: unknown }).mfaValues).toEqual(['email', 'phone'])
    expect((await deliver(world)).at(-1)?.to).toBe(NEW.email)
  },
)

it('MFA-19 adds, verifies, enables and disables, each by itself; a method that nobody proved cannot be enabled', async () => {
  const who = await begin('acme-admin')
  const notVerified = [{ field: 'mfaMethod', message: 'formErrors.notVerified' }]
  expect((await select(who, 'email')).body.error?.errors).toEqual(notVerified)
  expect((await select(who, 'phone')).body.error?.errors).toEqual(notVerified)
  // The address there is needs no naming.
  expect((await send(who, 'email', { email: 'acme-admin@example.org' })).status).toBe(200)
  const proved = await verify(who, 'email', { code: await lastCode() })
  expect(profileIn(proved)).toMatchObject({ emailVerified: true, mfaMethod: [] })
  expect(profileIn(await select(who, 'email', false))).toMatchObject({ mfaMethod: ['email'] })
  expect(profileIn(await select(who, 'email', false))).toMatchObject({ mfaMethod: ['email'] })
  expect(profileIn(await select(who, 'phone', true))).toMatchObject({ mfaMethod: ['email'] })
  expect(profileIn(await select(who, 'email', true))).toMatchObject({ mfaMethod: [], emailVerified: true })
  const login = { username: 'acme-admin', password: DEMO_PASSWORD }
  expect((await world.call(null, 'POST', 'authentication/login', login)).body.data).toHaveProperty('refreshToken')
})

it('T31 verifies only the address that the code went to', async () => {
  const who = await begin('acme-admin')
  const other = { email: 'other@example.org' }
  await name(who, { email: NEW.email })
  await send(who, 'email', { email: NEW.email })
  const code = await lastCode()
  for (const given of [other, {}, { email: 'acme-admin@example.org' }])
    expect(said(await verify(who, 'email', { code, ...given })), JSON.stringify(given)).toEqual([
      400,
      'VERIFICATION_INVALID_CODE',
      'verification.address',
    ])
  // A code by mail proves no phone, and one that was sent before another address was named proves nothing.
  expect(said(await verify(who, 'phone', { code, phone: NEW.phone }))).toEqual([400, 'VERIFICATION_INVALID_CODE'])
  await name(who, other)
  expect(said(await verify(who, 'email', { code, ...other }))).toEqual([400, 'VERIFICATION_INVALID_CODE'])
  expect((await send(who, 'email', { email: NEW.email })).body.error?.errors).toEqual([
    { field: 'email', message: 'formErrors.notAnnounced' },
  ])
  expect(await stored(6)).toMatchObject({ email: 'acme-admin@example.org', emailVerified: false })
  // It is refused for another user who named the same one, too.
  const approver = await begin('acme-approver')
  await name(approver, { email: NEW.email })
  await send(approver, 'email', { email: NEW.email })
  const theirs = await lastCode()
  await name(who, { email: NEW.email })
  expect(said(await verify(who, 'email', { code: theirs, email: NEW.email }))).toEqual([
    400,
    'VERIFICATION_INVALID_CODE',
  ])
  expect((await verify(approver, 'email', { code: theirs, email: NEW.email })).status).toBe(200)
})

const steps: [string, (who: Setter) => Promise<Reply>][] = [
  ['update-mfa', (who) => name(who, { email: NEW.email })],
  ['send-verifying-code by mail', (who) => send(who, 'email', { email: NEW.email })],
  ['send-verifying-code by phone', (who) => send(who, 'phone', { phone: NEW.phone })],
  ['verify by mail', (who) => verify(who, 'email', { code: 'ABCDEFG', email: NEW.email })],
  ['verify by phone', (who) => verify(who, 'phone', { code: 'ABCDEFG', phone: NEW.phone })],
  ['select-mfa', (who) => select(who, 'email', true)],
]

it.each(steps)(
  'T32 T33 PROFILE-12 takes no %s without the token of this session, this user and these ten minutes',
  async (_step, run) => {
    const who = await begin('acme-mfa')
    const missing = [400, 'MISSING_TOKEN', 'verification.noToken']
    const { tokens } = world.parts
    const other = await begin('acme-admin')
    const elsewhere = await begin('acme-mfa')
    const claims = { sub: '13', sid: 'x', jti: 'x' }
    const foreign = await Promise.all(
      (['access', 'refresh', 'mfa', 'reset', 'update-mfa'] as const).map((kind) =>
        tokens.sign(kind, claims, world.clock.now),
      ),
    )
    for (const setup of [undefined, null, '', 7, 'x.y.z', who.token, other.setup, elsewhere.setup, ...foreign])
      expect(said(await run({ ...who, setup: setup as string })), String(setup)).toEqual(missing)
    expect(said(await run({ ...other, setup: who.setup }))).toEqual(missing)
    expect(said(await run(who))).not.toContain('MISSING_TOKEN')
    world.clock.now += 600_000
    expect(said(await run(who))).toEqual([400, 'MISSING_TOKEN', 'verification.tokenExpired'])
    const again = await begin('acme-mfa')
    await withServer(world.database, (tx) => sql`update users set password_hash = 'another' where id = 13`.execute(tx))
    expect(said(await run(again))).toEqual(missing)
    await withServer(world.database, (tx) =>
      sql`update users set password_hash = (select password_hash from users where id = 6) where id = 13`.execute(tx),
    )
    expect(await stored(13)).toMatchObject({ email: 'acme-mfa@example.org' })
  },
)

it('T32 lets nobody begin for another, not even who may edit them, nor step in for them', async () => {
  const root = await begin('root')
  for (const path of ['6/authorize/update-mfa', '6/update-mfa', '6/select-mfa', '99999/select-mfa', 'x/update-mfa'])
    expect(said(await post(root, path, { token: root.setup, password: DEMO_PASSWORD })), path).toEqual([
      404,
      'NOT_FOUND',
    ])
  // The session ends, and with it the set-up that was begun in it.
  const { token } = root
  await world.call(token, 'POST', '/api/authentication/logout', {})
  expect(said(await select(root, 'email'))).toEqual([401, 'INVALID_AUTHORIZATION_HEADER'])
})

it('T21 leaves the password and the set-up alone of whom somebody is signed in as, and guesses at neither', async () => {
  const root = await sessionOf('root')
  const { body } = await post(root, '6/impersonate', {})
  const acting = { id: 6, token: (body.data as { token: string }).token, setup: (await begin('acme-admin')).setup }
  const refused = [403, 'SIGNED_IN_AS']
  for (const [step, run] of steps) expect(said(await run(acting)), step).toEqual(refused)
  const change = { password: 'Quatro4Ventos', passwordConfirm: 'Quatro4Ventos' }
  for (const password of ['Wrong1234', 'Wrong1234', 'Wrong1234', DEMO_PASSWORD]) {
    expect(said(await authorize(acting, password))).toEqual(refused)
    expect(said(await world.call(acting.token, 'PATCH', 'users/6', { ...change, oldPassword: password }))).toEqual(
      refused,
    )
  }
  // None of it was counted against the owner of the password.
  const { rows } = await withServer(world.database, (tx) =>
    sql`select failures from sign_in_delays where last_at >= ${new Date(world.clock.now).toISOString()}`.execute(tx),
  )
  expect(rows).toEqual([])
  expect((await authorize(await sessionOf('acme-admin'))).status).toBe(200)
})

it('MFA-10 wants the right password, counts wrong ones with those of a password change, and begins for nobody without one', async () => {
  const who = await sessionOf('acme-admin')
  expect((await authorize(who, '')).body.error?.errors).toEqual([{ field: 'password', message: 'formErrors.required' }])
  for (let n = 0; n < 3; n++)
    expect(said(await authorize(who, 'Wrong1234'))).toEqual([400, 'INVALID_PASSWORD', 'passwords.wrong'])
  const change = { oldPassword: 'Wrong1234', password: 'Quatro4Ventos', passwordConfirm: 'Quatro4Ventos' }
  for (let n = 0; n < 2; n++) await world.call(who.token, 'PATCH', 'users/6', change)
  expect(said(await authorize(who))).toEqual([429, 'TOO_MANY_REQUESTS', 'limits.password'])
  world.clock.now += 1000
  expect((await authorize(who)).status).toBe(200)
  const without = await sessionOf('acme-no-password')
  expect(said(await authorize(without, 'anything'))).toEqual([400, 'PASSWORD_NOT_SET'])
})

it('MFA-24 asks for an address that is one: a phone of 8 to 20 digits behind a plus, one of the two and nothing else', async () => {
  const who = await begin('acme-admin')
  const errors = async (body: object) =>
    (await name(who, body)).body.error?.errors?.map(({ field, message }) => `${field} ${message}`)
  for (const phone of ['+1234567', `+${'1'.repeat(21)}`, '5548999990000', '+55 48 999', 7])
    expect(await errors({ phone }), String(phone)).toEqual(
      ['phone formErrors.phone'].map((text) => (phone === 7 ? 'phone formErrors.type' : text)),
    )
  for (const phone of ['+12345678', `+${'1'.repeat(20)}`]) expect((await name(who, { phone })).status).toBe(200)
  expect(await errors({ email: 'nobody' })).toEqual(['email formErrors.email'])
  expect(await errors({})).toEqual(['email formErrors.required'])
  expect(await errors({ ...NEW })).toEqual(['email formErrors.unknownField'])
  expect(await errors({ email: NEW.email, emailVerified: true })).toEqual(['emailVerified formErrors.unknownField'])
  for (const code of [undefined, null, '', ' ', 7]) {
    const { status, body } = await verify(who, 'email', { code })
    expect([status, body.error?.errors?.[0]?.field]).toEqual([400, 'code'])
  }
  for (const method of ['pigeon', 'EMAIL', '', null, ['email']])
    expect((await select(who, method)).body.error?.errors?.[0]?.field).toBe('mfaMethod')
  expect((await select(who, 'email', 'true')).body.error?.errors?.[0]?.field).toBe('disable')
})

it('T25 counts five wrong codes of 200 at once, and then not even the right one does', async () => {
  const who = await begin('acme-admin')
  await name(who, { email: NEW.email })
  await send(who, 'email', { email: NEW.email })
  const right = await lastCode()
  const given = { code: wrongFor(right), email: NEW.email }
  const answers = await Promise.all(Array.from({ length: 200 }, () => verify(who, 'email', given)))
  expect(new Set(answers.map((answer) => said(answer).slice(0, 2).join()))).toEqual(
    new Set(['400,VERIFICATION_INVALID_CODE']),
  )
  expect(answers.filter(({ body }) => !body.error?.details)).toHaveLength(5)
  expect(said(await verify(who, 'email', { ...given, code: right }))).toEqual([
    400,
    'VERIFICATION_INVALID_CODE',
    'verification.spent',
  ])
  // A text that cannot be a code is no guess.
  world.clock.now += 30_000
  await send(who, 'email', { email: NEW.email })
  const next = await lastCode()
  for (const text of ['ABC123', 'x'.repeat(200), 'ABCDEF0', 'ÀBCDEFG', 'ABCDEFGH', 'abc', '1111111'])
    expect(said(await verify(who, 'email', { ...given, code: text }))).toEqual([400, 'VERIFICATION_INVALID_CODE'])
  expect((await verify(who, 'email', { ...given, code: next })).status).toBe(200)
})

it('T27 takes a code for ten minutes, and once', async () => {
  const early = await begin('acme-admin')
  await send(early, 'email', { email: 'acme-admin@example.org' })
  const first = await lastCode()
  world.clock.now += 599_000
  expect((await verify(early, 'email', { code: first })).status).toBe(200)
  expect(said(await verify(early, 'email', { code: first }))).toEqual([
    400,
    'VERIFICATION_INVALID_CODE',
    'verification.proved',
  ])
  world.clock.now += 60_000
  const late = await begin('acme-admin')
  await send(late, 'email', { email: 'acme-admin@example.org' })
  const second = await lastCode()
  world.clock.now += 300_000
  const later = await begin('acme-mfa').then(async () => {
    const { body } = await authorize(late)
    return { ...late, setup: (body.data as { token: string }).token }
  })
  world.clock.now += 300_000
  expect(said(await verify(later, 'email', { code: second }))).toEqual([
    400,
    'VERIFICATION_INVALID_CODE',
    'verification.late',
  ])
})

it('T28 CONST-03 sends one more code of a hundred asked for at once, thirty seconds after the last, and ten an hour', async () => {
  const who = await begin('acme-admin')
  const again = () => send(who, 'email', { email: 'acme-admin@example.org' })
  expect((await again()).status).toBe(200)
  const first = await lastCode()
  expect(first).toHaveLength(7)
  const soon = await again()
  expect([...said(soon), soon.headers['retry-after']]).toEqual([429, 'TOO_MANY_REQUESTS', 'limits.resend', '30'])
  // Naming an address in between sends none any sooner.
  await name(who, { email: NEW.email })
  expect((await send(who, 'email', { email: NEW.email })).status).toBe(429)
  world.clock.now += 30_000
  const answers = await Promise.all(Array.from({ length: 100 }, again))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(99)
  expect(await deliver(world)).toHaveLength(1)
  expect(said(await verify(who, 'email', { code: first }))).toEqual([400, 'VERIFICATION_INVALID_CODE'])
  for (let n = 0; n < 8; n++) {
    world.clock.now += 30_000
    expect((await again()).status).toBe(200)
  }
  world.clock.now += 30_000
  expect(said(await again())).toEqual([429, 'TOO_MANY_REQUESTS', 'limits.codes'])
})

it('S26 gives back each code that proved an address', async () => {
  for (let round = 0; round < 12; round++) {
    const who = await begin('acme-admin')
    const address = { email: `ana-${round}@example.org` }
    await name(who, address)
    expect(said(await send(who, 'email', address)), `round ${round}`).toEqual([200, undefined])
    const sent = (await deliver(world)).find(({ to }) => to === address.email)
    expect((await verify(who, 'email', { code: codeIn(sent), ...address })).status).toBe(200)
    world.clock.now += 60_000
  }
})

it('T112 counts what a session asks for apart from the codes of sign-ins, and login-as among neither', async () => {
  const who = await begin('acme-mfa')
  const own = users.rows.find(({ username }) => username === 'acme-mfa')!
  const again = () => send(who, 'email', { email: own.email })
  for (let n = 0; n < 10; n++) {
    expect((await again()).status).toBe(200)
    world.clock.now += 30_000
  }
  expect(said(await again())).toEqual([429, 'TOO_MANY_REQUESTS', 'limits.codes'])
  const allowances = async () =>
    (await withServer(world.database, (tx) => sql`select key, taken from allowances order by key`.execute(tx))).rows
  const before = await allowances()
  const { token } = await sessionOf('root')
  const child = await world.call(token, 'POST', `users/${own.id}/impersonate`)
  const acting = { id: own.id, token: (child.body.data as { token: string }).token, setup: who.setup }
  expect(said(await send(acting, 'email', { email: own.email }))).toEqual([403, 'SIGNED_IN_AS'])
  expect(await allowances()).toEqual(before)
  // The owner signs in as ever: ten codes of their own.
  const signIn = () =>
    world.call(null, 'POST', 'authentication/login', { username: 'acme-mfa', password: DEMO_PASSWORD })
  for (let n = 0; n < 10; n++) expect((await signIn()).status).toBe(200)
  expect(said(await signIn())).toEqual([429, 'TOO_MANY_REQUESTS', 'limits.codes'])
})

it('T33 tells the owner of every change, in their language, at the address they had before it', async () => {
  const who = await begin('acme-mfa')
  const pt = { locale: 'pt-BR' }
  await name(who, { phone: NEW.phone })
  await send(who, 'phone', { phone: NEW.phone }, pt)
  const [sms] = await deliver(world)
  expect(sms?.text).toMatch(/^tocsin: [2-9A-Z]{7} é seu código para verificar este telefone/)
  await verify(who, 'phone', { code: codeIn(sms), phone: NEW.phone })
  await name(who, { email: NEW.email })
  await send(who, 'email', { email: NEW.email })
  const codes = await deliver(world)
  expect(codes.map(({ to, subject }) => [to, subject])).toEqual([
    ['acme-mfa@example.org', 'Your phone for tocsin was changed'],
    [NEW.email, 'Your verification code for tocsin'],
  ])
  await verify(who, 'email', { code: codeIn(codes[1]), email: NEW.email })
  await select(who, 'phone', true, pt)
  await select(who, 'email', true)
  await select(who, 'email', true)
  await select(who, 'phone', false, pt)
  const told = await deliver(world)
  expect(told.map(({ to, subject }) => [to, subject])).toEqual([
    ['acme-mfa@example.org', 'Your e-mail for tocsin was changed'],
    [NEW.email, 'Um método de verificação do tocsin foi desligado'],
    [NEW.email, 'Signing in to tocsin asks for no code any more'],
    [NEW.email, 'Entrar no tocsin agora pede um código'],
  ])
  expect(told[1]!.text).toContain('Códigos ainda chegam por: e-mail.')
  expect(told[3]!.text).toContain('Ele chega por: telefone.')
  for (const { text } of told) expect(text).not.toMatch(/\{\{|undefined|null/)
})

it('writes every change into the history of who made it, and no secret anywhere', async () => {
  const who = await begin('acme-admin')
  await name(who, { email: NEW.email })
  await send(who, 'email', { email: NEW.email })
  const right = await lastCode()
  const wrong = wrongFor(right)
  await verify(who, 'email', { code: wrong, email: NEW.email })
  await verify(who, 'email', { code: right, email: NEW.email })
  await select(who, 'email', false)
  await select(who, 'email', true)
  const { rows } = await withServer(world.database, (tx) =>
    sql<object>`select user_id, username, record_id, client_id, verb, changes from audit_events
      order by id desc limit 3`.execute(tx),
  )
  const mine = { user_id: 6, username: 'acme-admin', record_id: 6, client_id: 2 }
  expect(rows).toEqual([
    { ...mine, verb: 'disable-mfa', changes: { mfaMethod: { before: ['email'], after: [] } } },
    { ...mine, verb: 'enable-mfa', changes: { mfaMethod: { before: [], after: ['email'] } } },
    {
      ...mine,
      verb: 'verify-email',
      changes: {
        email: { before: 'acme-admin@example.org', after: NEW.email },
        emailVerified: { before: false, after: true },
      },
    },
  ])
  const { rows: everything } = await withServer(world.database, (tx) =>
    sql`select (select jsonb_agg(to_jsonb(o)) from outbox o), (select jsonb_agg(to_jsonb(c)) from one_time_codes c) as codes,
      (select jsonb_agg(to_jsonb(a)) from audit_events a) as history`.execute(tx),
  )
  const kept = JSON.stringify(everything) + world.logs.join('')
  for (const secret of [right, wrong, who.setup, DEMO_PASSWORD]) expect(kept).not.toContain(secret)
  expect(world.logs.join('')).not.toContain(NEW.email)
})

it('voids what was sent to the address before, once another one took its place', async () => {
  await world.call(null, 'POST', 'authentication/restore-password/request', { username: 'acme-admin' })
  const link = /authorization=(\S+)/.exec((await deliver(world)).at(-1)!.text)![1]
  const who = await begin('acme-admin')
  await name(who, { email: NEW.email })
  await send(who, 'email', { email: NEW.email })
  await verify(who, 'email', { code: await lastCode(), email: NEW.email })
  const password = 'Quatro4Ventos'
  const restored = await world.call(null, 'POST', 'authentication/restore-password', {
    token: link,
    password,
    passwordConfirm: password,
  })
  expect(said(restored)).toEqual([401, 'RESET_TOKEN_USED'])
})

it('A-007 leaves their set-up to the people of a locked client', async () => {
  const who = await begin('borealis-admin')
  await send(who, 'email', { email: 'borealis-admin@example.org' })
  expect((await verify(who, 'email', { code: await lastCode() })).status).toBe(200)
  expect((await select(who, 'email')).status).toBe(200)
})

it('takes an address that somebody else has put there for proved by nobody, and tells the owner at the one before', async () => {
  const admin = await sessionOf('acme-admin')
  const edit = (changes: object) => world.call(admin.token, 'PATCH', 'users/13', changes)
  expect((await edit({ name: 'Maria', email: 'acme-mfa@example.org' })).body.data).toMatchObject({
    mfaMethod: ['email', 'phone'],
    emailVerified: true,
  })
  expect(await deliver(world)).toEqual([])
  expect((await edit({ email: ' ', phone: NEW.phone })).status).toBe(400)
  expect(await stored(13)).toMatchObject({ methods: ['email', 'phone'], phoneVerified: true })
  expect((await edit({ email: NEW.email })).body.data).toMatchObject({
    email: NEW.email,
    mfaMethod: ['phone'],
    emailVerified: false,
    phoneVerified: true,
  })
  expect((await edit({ phone: null })).body.data).toMatchObject({ mfaMethod: [], phoneVerified: false })
  const told = (await deliver(world)).map(({ to, subject }) => [to, subject])
  expect(told).toEqual([
    ['acme-mfa@example.org', 'Your e-mail for tocsin was changed'],
    ['acme-mfa@example.org', 'A verification method for tocsin was switched off'],
    [NEW.email, 'Your phone for tocsin was changed'],
    [NEW.email, 'Signing in to tocsin asks for no code any more'],
  ])
  const { rows } = await withServer(world.database, (tx) =>
    sql<{ changes: object }>`select changes from audit_events order by id desc limit 2`.execute(tx),
  )
  expect(rows[1]?.changes).toEqual({
    email: { before: 'acme-mfa@example.org', after: NEW.email },
    emailVerified: { before: true, after: false },
    mfaMethod: { before: ['email', 'phone'], after: ['phone'] },
  })
})

it('gives a message the seconds that its own code lasts, which are more at a set-up than at a sign-in', async () => {
  const who = await begin('borealis-admin')
  await send(who, 'email', { email: 'borealis-admin@example.org' })
  const { rows } = await withServer(world.database, (tx) =>
    sql<{ code: string; issuedAt: string }>`select id as code, sent_at as "issuedAt" from one_time_codes`.execute(tx),
  )
  expect(await SECRET_MAKERS['setup-code']!(world.parts, rows[0]!)).toMatchObject({ seconds: 600 })
})
