import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { DEMO_PASSWORD, users } from '../../fixtures/users'
import { withServer } from '../../server/context/actor'
import { deliver } from '../deliver'
import { startWorld, type Reply, type TestWorld } from '../world'

const DAY = 24 * 3_600_000
const NEW = 'Quatro4Ventos'
let world: TestWorld
let original: string
beforeAll(async () => {
  world = await startWorld()
  const { rows } = await withServer(world.database, (tx) =>
    sql<{ hash: string }>`select password_hash as hash from users where id = 6`.execute(tx),
  )
  original = rows[0]!.hash
})
afterAll(() => world.close())
// Past the memory of any limit, with everybody's first password and nothing on its way.
beforeEach(async () => {
  world.clock.now += 2 * DAY
  await deliver(world)
  await withServer(world.database, (tx) =>
    sql`update users set password_hash = case id when 14 then null else ${original} end`.execute(tx),
  )
})

const said = ({ status, body }: Reply) => [
  status,
  body.error?.message,
  ...(body.error?.details?.['reason'] ? [body.error.details['reason']] : []),
]

/** Returns a session of a user without a sign-in, also for users who need a code for one, or have no password. */
async function sessionOf(id: number): Promise<string> {
  const sid = `session-${id}-${world.clock.now}-${++count}`
  const now = new Date(world.clock.now)
  const { user_type: userType } = await withServer(world.database, async (tx) => {
    await sql`insert into sessions (id, user_id, created_at, rotated_at, expires_at)
      values (${sid}, ${id}, ${now.toISOString()}, ${now.toISOString()}, ${new Date(+now + 3_600_000).toISOString()})`.execute(
      tx,
    )
    const { rows } = await sql<{ user_type: string }>`select user_type from users where id = ${id}`.execute(tx)
    return rows[0]!
  })
  return world.parts.tokens.sign('access', { sub: String(id), sid, userType }, world.clock.now)
}
let count = 0

const twice = (password: string) => ({ password, passwordConfirm: password })
const patch = (token: string, id: number, body: object, headers = {}) =>
  world.call(token, 'PATCH', `users/${id}`, body, headers)
const signIn = (username: string, password: string) =>
  world.call(null, 'POST', 'authentication/login', { username, password })

const everybody = users.rows.map(({ id, username, hasPassword }) => ({ id, username, hasPassword }))

it.each(everybody)(
  'PROFILE-02 PROFILE-04 PROFILE-06 GAP-06 A-124 lets $username read themselves, and change their name and their password',
  async ({ id, hasPassword }) => {
    const token = await sessionOf(id)
    const read = await world.call(token, 'GET', `users/${id}`)
    expect([read.status, read.body.data]).toMatchObject([200, { id, hasPassword }])
    const renamed = await patch(token, id, { name: '  Novo Nome ' })
    expect([renamed.status, renamed.body.data]).toMatchObject([200, { name: 'Novo Nome' }])
    const changed = await patch(token, id, { ...(hasPassword ? { oldPassword: DEMO_PASSWORD } : {}), ...twice(NEW) })
    expect([changed.status, changed.body.data]).toMatchObject([200, { hasPassword: true }])
    expect((await world.call(token, 'GET', `users/${id}`)).status).toBe(200)
    for (const beyond of [{ email: 'x@example.org' }, { phone: '+5511911111111' }, { active: false }])
      expect(said(await patch(token, id, beyond)), JSON.stringify(beyond)).toEqual([400, 'VALIDATION_FAILED'])
    for (const field of ['mfaMethod', 'emailVerified', 'phoneVerified', 'hasPassword'])
      expect((await patch(token, id, { [field]: ['x'] })).body.error?.errors).toEqual([
        { field, message: 'formErrors.readonly' },
      ])
  },
)

it('PROFILE-03 PROFILE-12 refuses a name that is none, a wrong current password, and a new one that is no password', async () => {
  const token = await sessionOf(8)
  expect((await patch(token, 8, { name: '   ' })).body.error?.errors).toEqual([
    { field: 'name', message: 'formErrors.required' },
  ])
  for (const oldPassword of [undefined, null, '', 'Wrong1234', 7, ['Demo1234'], 'x'.repeat(5000)]) {
    const { status, body } = await patch(token, 8, { oldPassword, ...twice(NEW) })
    expect([status, body.error], String(oldPassword)).toEqual([
      400,
      { message: 'INVALID_OLD_PASSWORD', details: { reason: 'passwords.wrong', field: 'oldPassword' } },
    ])
  }
  const withOld = (given: object) => patch(token, 8, { oldPassword: DEMO_PASSWORD, ...given })
  expect((await withOld({ password: NEW, passwordConfirm: 'Outra4Coisa' })).body.error?.errors).toEqual([
    { field: 'passwordConfirm', message: 'formErrors.passwordsDontMatch' },
  ])
  const short = (await withOld(twice('curta1'))).body.error?.errors
  expect(short?.map(({ message }) => message)).toContain('formErrors.tooShort')
  expect(short?.map(({ code }) => code)).toEqual(['INVALID_LENGTH'])
  expect((await signIn('acme-approver', DEMO_PASSWORD)).status).toBe(200)
})

it('counts wrong current passwords, also all at once, and keeps nobody from signing in by that', async () => {
  const token = await sessionOf(6)
  const wrong = () => patch(token, 6, { oldPassword: 'Wrong1234', ...twice(NEW) })
  const answers = await Promise.all(Array.from({ length: 40 }, wrong))
  const compared = answers.filter(({ status }) => status === 400).length
  // Two are compared at a time: the sixth may have begun before the fifth was counted.
  expect([5, 6]).toContain(compared)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(40 - compared)
  const late = await patch(token, 6, { oldPassword: DEMO_PASSWORD, ...twice(NEW) })
  expect(said(late)).toEqual([429, 'TOO_MANY_REQUESTS', 'limits.password'])
  expect(Number(late.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  // Not from another session either, and nobody else is held up.
  expect((await patch(await sessionOf(6), 6, { oldPassword: DEMO_PASSWORD, ...twice(NEW) })).status).toBe(429)
  expect((await patch(await sessionOf(8), 8, { oldPassword: DEMO_PASSWORD, ...twice(NEW) })).status).toBe(200)
  expect((await signIn('acme-admin', DEMO_PASSWORD)).status).toBe(200)
  expect((await patch(token, 6, { name: 'Ana Acme' })).status).toBe(200)
  world.clock.now += 4_000
  expect((await patch(token, 6, { oldPassword: DEMO_PASSWORD, ...twice(NEW) })).status).toBe(200)
  // The right password makes earlier wrong ones forgotten.
  for (let n = 0; n < 5; n++) expect(said(await wrong())[1]).toBe('INVALID_OLD_PASSWORD')
})

it('tells who has changed their password, in their language, and every session but that one ends', async () => {
  const [here, there] = [await sessionOf(8), await sessionOf(8)]
  const change = { oldPassword: DEMO_PASSWORD, ...twice(NEW) }
  expect((await patch(here, 8, change, { locale: 'pt-BR' })).status).toBe(200)
  expect((await world.call(here, 'GET', 'users/8')).status).toBe(200)
  expect((await world.call(there, 'GET', 'users/8')).status).toBe(401)
  const mails = await deliver(world)
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    ['acme-approver@example.org', 'Sua senha do tocsin foi trocada'],
  ])
  expect(mails[0]!.text).toContain('acme-approver')
  const { rows } = await withServer(world.database, (tx) =>
    sql<{ changes: object }>`select user_id, verb, changes from audit_events order by id desc limit 1`.execute(tx),
  )
  expect(rows[0]).toMatchObject({
    user_id: 8,
    verb: 'update',
    changes: { password: { before: '***', after: '***' } },
  })
  const kept = JSON.stringify(rows) + world.logs.join('')
  for (const secret of [NEW, DEMO_PASSWORD]) expect(kept).not.toContain(secret)
})

it('tells whose password somebody else has set, in the language they read, and every session of theirs ends', async () => {
  const theirs = await sessionOf(8)
  await withServer(world.database, (tx) => sql`update users set locale = 'pt-BR' where id = 8`.execute(tx))
  expect((await patch(await sessionOf(6), 8, twice(NEW), { locale: 'en-US' })).status).toBe(200)
  expect((await world.call(theirs, 'GET', 'users/8')).status).toBe(401)
  expect((await deliver(world)).map(({ to, subject }) => [to, subject])).toEqual([
    ['acme-approver@example.org', 'Sua senha do tocsin foi trocada'],
  ])
})

it('changes a password once of two at once that both knew the one before', async () => {
  const tokens = [await sessionOf(10), await sessionOf(10)]
  const answers = await Promise.all(
    tokens.map((token, n) => patch(token, 10, { oldPassword: DEMO_PASSWORD, ...twice(`${NEW}${n}`) })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const [won] = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []))
  expect((await signIn('vazia-admin', `${NEW}${won}`)).status).toBe(200)
})

it('takes no password that anybody would try first, or that says whose it is, wherever one is set', async () => {
  const root = await sessionOf(1)
  const refused = (reason: string) => [400, 'INVALID_PASSWORD', reason]
  const draft = (username: string, password: string) => ({
    name: 'Nova',
    username,
    email: 'nova@example.org',
    userType: 'client',
    ClientId: 2,
    role: 'approver',
    ...twice(password),
  })
  expect(said(await world.call(root, 'POST', 'users', draft('nova', 'Senha2026')))).toEqual(refused('passwords.common'))
  expect(said(await world.call(root, 'POST', 'users', draft('Nova.Pessoa', '7nova.PESSOA')))).toEqual(
    refused('passwords.personal'),
  )
  expect((await world.call(root, 'POST', 'users', draft('nova', NEW))).status).toBe(201)
  expect(said(await patch(root, 8, twice('Brasil2026')))).toEqual(refused('passwords.common'))
  const own = await sessionOf(8)
  const mine = (password: string) => patch(own, 8, { oldPassword: DEMO_PASSWORD, ...twice(password) })
  expect(said(await mine('Tocsin2026'))).toEqual(refused('passwords.personal'))
  expect((await mine('Password1')).body.error).toEqual({
    message: 'INVALID_PASSWORD',
    details: { reason: 'passwords.common', field: 'password' },
  })
  // A missing requirement is told before that.
  expect((await mine('senha123')).body.error?.errors?.map(({ message }) => message)).toEqual([
    'formErrors.atLeastOneUppercase',
  ])
  await world.call(null, 'POST', 'authentication/restore-password/request', { username: 'acme-approver' })
  const token = /authorization=(\S+)/.exec((await deliver(world)).at(-1)!.text)![1]
  const restore = (password: string) =>
    world.call(null, 'POST', 'authentication/restore-password', { token, ...twice(password) })
  expect(said(await restore('Acme-Approver7'))).toEqual(refused('passwords.personal'))
  expect((await restore(NEW)).status).toBe(200)
})
