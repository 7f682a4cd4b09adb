import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { deliver } from '../deliver'
import { EPOCH, startWorld, type TestWorld } from '../world'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())
beforeEach(() => {
  world.clock.now = EPOCH
})

const signIn = (username: unknown, password: unknown = DEMO_PASSWORD) =>
  world.call(null, 'POST', 'authentication/login', { username, password })

type SignedIn = { token: string; refreshToken: string; profile: Record<string, unknown>; mfaValues?: string[] }
const signedIn = async (username: string) => (await signIn(username)).body.data as SignedIn

it('signs in by name whatever its case, and answers token, refresh token and profile', async () => {
  const { status, body } = await signIn(' Acme-ADMIN ')
  expect(status).toBe(200)
  const { token, refreshToken, profile } = body.data as SignedIn
  expect(profile).toMatchObject({ id: 6, username: 'acme-admin', userType: 'client', role: 'admin', ClientId: 2 })
  const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>
  expect(claims).toMatchObject({ sub: '6', aud: 'management', iss: 'tocsin', roles: profile['permissions'] })
  expect((claims['exp'] as number) - (claims['iat'] as number)).toBe(300)
  expect(refreshToken.split('.')).toHaveLength(3)
  expect((await world.call(token, 'GET', 'sites?limit=1')).status).toBe(200)
})

it('signs in whoever has a name with letters that not everybody lowers alike, and sends them a link for a new password', async () => {
  const name = { name: 'İpek Ünal', username: 'İpek.Ünal', email: 'ipek@example.org' }
  const secret = { password: 'Segredo12', passwordConfirm: 'Segredo12' }
  const record = { ...name, ...secret, userType: 'client', role: 'admin', ClientId: 2 }
  expect((await world.call(await world.token('root'), 'POST', 'users', record)).status).toBe(201)
  await deliver(world)
  for (const username of ['İpek.Ünal', 'İPEK.ÜNAL']) expect((await signIn(username, 'Segredo12')).status).toBe(200)
  await world.call(null, 'POST', 'authentication/restore-password/request', { username: 'İpek.ünal' })
  expect((await deliver(world)).map(({ to }) => to)).toEqual(['ipek@example.org'])
})

it('signs in twenty at once as one user, each in another language than the one before', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      world.call(
        null,
        'POST',
        'authentication/login',
        { username: 'vazia-admin', password: DEMO_PASSWORD },
        { locale: at % 2 === 0 ? 'en-US' : 'pt-BR' },
      ),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
})

it('PERM-08 PERM-09 answers the permissions of the role as a list, and guest alone to a guest', async () => {
  const { profile, token } = await signedIn('guest')
  expect(profile['permissions']).toEqual(['guest'])
  for (const resource of ['clients', 'sites', 'users', 'apps', 'audit-events'])
    expect((await world.call(token, 'GET', resource)).status, resource).toBe(403)
  expect((await signedIn('acme-approver')).profile['permissions']).toContain('maps:approve')
})

it('T34 ERR-11 answers a wrong password, an unknown, an inactive and a passwordless user alike, after the same work', async () => {
  await withServer(world.database, (tx) => sql`update users set active = false where id = 8`.execute(tx))
  const real = world.parts.passwords
  let work = 0
  world.parts.passwords = { ...real, verify: (...given) => (work++, real.verify(...given)) }
  const answers = [
    await signIn('acme-admin', 'Wrong1234'),
    await signIn('nobody-at-all'),
    await signIn('acme-approver'),
    await signIn('acme-no-password'),
    await signIn('acme-admin\u0000'.slice(0, 10), 'demo1234'),
  ]
  world.parts.passwords = real
  expect(work).toBe(answers.length)
  for (const { status, body, headers } of answers) {
    expect(status).toBe(401)
    expect(body.error).toEqual({ message: 'INVALID_USERNAME_OR_PASSWORD' })
    expect(headers['content-length']).toBe(answers[0]!.headers['content-length'])
  }
  await withServer(world.database, (tx) => sql`update users set active = true where id = 8`.execute(tx))
})

it.each([
  [undefined, undefined],
  ['', DEMO_PASSWORD],
  ['   ', DEMO_PASSWORD],
  ['acme-admin', ''],
  [42, DEMO_PASSWORD],
  [{ $ne: null }, DEMO_PASSWORD],
  ['acme-admin', ['Demo1234']],
])('ERR-10 misses a name or a password in %j and %j', async (username, password) => {
  const { status, body } = await world.call(null, 'POST', 'authentication/login', { username, password })
  expect([status, body.error?.message]).toEqual([401, 'MISSING_USERNAME_OR_PASSWORD'])
})

it('compares the whole password: neither its first part nor more than it will do', async () => {
  for (const password of ['Demo123', 'Demo12345', 'Demo1234\u0000', `Demo1234${' '.repeat(2000)}`])
    expect((await signIn('broadcast-operator', password)).status).toBe(401)
})

it('T24 gives an account with MFA a token that opens nothing, and no kind of token passes for another', async () => {
  const { body } = await signIn('acme-mfa')
  const { token: mfa, mfaValues, refreshToken } = body.data as SignedIn
  expect(mfaValues).toEqual(['email', 'phone'])
  expect(refreshToken).toBeUndefined()
  const { token: access, refreshToken: refresh } = await signedIn('acme-admin')
  const tokens = { access, refresh, mfa }
  const opened: string[] = []
  for (const [kind, token] of Object.entries(tokens)) {
    if ((await world.call(token, 'GET', 'sites?limit=1')).status === 200) opened.push(`${kind} opens the API`)
    const again = await world.call(null, 'POST', 'authentication/refresh-token', { refreshToken: token })
    if (again.status === 200) opened.push(`${kind} refreshes`)
    for (const wanted of ['access', 'refresh', 'mfa'] as const)
      await world.parts.tokens.verify(wanted, token).then(
        () => opened.push(`${kind} is ${wanted}`),
        () => undefined,
      )
  }
  expect(opened.sort()).toEqual([
    'access is access',
    'access opens the API',
    'mfa is mfa',
    'refresh is refresh',
    'refresh refreshes',
  ])
})

it('T17 lets a demotion act at the next request, whatever the token remembers', async () => {
  const { token } = await signedIn('admin')
  expect((await world.call(token, 'GET', 'users')).status).toBe(200)
  await withServer(world.database, (tx) => sql`update users set role = 'broadcastOperator' where id = 2`.execute(tx))
  const refused = await world.call(token, 'GET', 'users')
  expect(refused.status).toBe(403)
  expect(refused.body.error).toEqual({
    message: 'FORBIDDEN',
    details: { permission: 'users:view | users:view:admins' },
  })
  await withServer(world.database, (tx) => sql`update users set role = 'admin' where id = 2`.execute(tx))
})

it('T18 lets a deactivation act at the next request and end what was begun', async () => {
  const { token, refreshToken } = await signedIn('acme-approver')
  const idle = await signedIn('acme-approver')
  const admin = await world.token('acme-admin')
  expect((await world.call(token, 'GET', 'sites?limit=1')).status).toBe(200)
  expect((await world.call(await world.token('root'), 'POST', 'users/8/deactivate')).status).toBe(200)
  expect((await world.call(token, 'GET', 'sites?limit=1')).status).toBe(401)
  expect((await world.call(null, 'POST', 'authentication/refresh-token', { refreshToken })).status).toBe(401)
  expect((await signIn('acme-approver')).status).toBe(401)
  expect((await world.call(admin, 'POST', 'users/8/activate')).status).toBe(200)
  // Active again, but ended sessions stay ended, also where nobody tried anything meanwhile.
  for (const one of [token, idle.token]) expect((await world.call(one, 'GET', 'sites?limit=1')).status).toBe(401)
  expect((await signIn('acme-approver')).status).toBe(200)
})

it('ends the other sessions of whoever changes their password, and keeps the one that did', async () => {
  const [here, there] = [await signedIn('vazia-admin'), await signedIn('vazia-admin')]
  const change = { oldPassword: DEMO_PASSWORD, password: 'Another123', passwordConfirm: 'Another123' }
  const refused = await world.call(here.token, 'PATCH', 'users/10', { ...change, oldPassword: 'Wrong1234' })
  expect([refused.status, refused.body.error?.message]).toEqual([400, 'INVALID_OLD_PASSWORD'])
  expect((await world.call(here.token, 'PATCH', 'users/10', change)).status).toBe(200)
  expect((await world.call(here.token, 'GET', 'users/10')).status).toBe(200)
  expect((await world.call(there.token, 'GET', 'users/10')).status).toBe(401)
  expect(
    (await world.call(null, 'POST', 'authentication/refresh-token', { refreshToken: there.refreshToken })).status,
  ).toBe(401)
  expect((await signIn('vazia-admin')).status).toBe(401)
  expect((await signIn('vazia-admin', 'Another123')).status).toBe(200)
})

it('T36 begins no session under a password that is changed while it is compared', async () => {
  const change = (id: number, hash: string) =>
    withServer(world.database, (tx) => sql`update users set password_hash = ${hash} where id = ${id}`.execute(tx))
  const real = world.parts.passwords
  for (const [username, id] of [
    ['borealis-admin', 9],
    ['acme-mfa', 13],
  ] as const) {
    const before = await withServer(world.database, (tx) =>
      sql<{ hash: string }>`select password_hash as hash from users where id = ${id}`.execute(tx),
    )
    world.parts.passwords = {
      ...real,
      verify: async (...given) => {
        const right = await real.verify(...given)
        await change(id, await real.hash('Segredo12'))
        return right
      },
    }
    const { status, body } = await signIn(username)
    world.parts.passwords = real
    expect([status, body.error?.message]).toEqual([401, 'INVALID_USERNAME_OR_PASSWORD'])
    await change(id, before.rows[0]!.hash)
    expect((await signIn(username)).status).toBe(200)
  }
})

it('ERR-02 says of an access token after five minutes that it expired, and of none that there is none', async () => {
  const { token } = await signedIn('acme-admin')
  world.clock.now = EPOCH + 299_000
  expect((await world.call(token, 'GET', 'users/6')).status).toBe(200)
  world.clock.now = EPOCH + 301_000
  expect((await world.call(token, 'GET', 'users/6')).body.error?.message).toBe('JWT_EXPIRED')
  for (const authorization of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    `Basic ${token}`,
    `Bearer  ${token}`,
    `Bearer ${token} x`,
    token,
  ]) {
    const { status, body } = await world.call(
      null,
      'GET',
      'users/6',
      undefined,
      authorization === undefined ? {} : { authorization },
    )
    expect([authorization, status, body.error?.message]).toEqual([authorization, 401, 'INVALID_AUTHORIZATION_HEADER'])
  }
})

it('T43 ends a session by its own id: signed out, the token is refused in whatever spelling', async () => {
  const { token, refreshToken } = await signedIn('acme-admin')
  const other = await signedIn('acme-admin')
  expect((await world.call(token, 'POST', 'authentication/logout')).status).toBe(200)
  const [head = '', payload = '', signature = ''] = token.split('.')
  for (const spelling of [
    token,
    `${token}=`,
    `${token}==`,
    `${head}=.${payload}.${signature}`,
    `${token}%3D`,
    `${token}\t`,
  ])
    expect((await world.call(spelling, 'GET', 'users/6')).status, spelling.slice(-8)).toBe(401)
  expect((await world.call(null, 'POST', 'authentication/refresh-token', { refreshToken })).status).toBe(401)
  expect((await world.call(other.token, 'GET', 'users/6')).status).toBe(200)
})

it('signs out by an expired token and by the refresh token alone', async () => {
  for (const kind of ['token', 'refreshToken'] as const) {
    world.clock.now = EPOCH
    const session = await signedIn('acme-admin')
    world.clock.now = EPOCH + 600_000
    expect((await world.call(session[kind], 'POST', 'authentication/logout')).status).toBe(200)
    const { refreshToken } = session
    expect((await world.call(null, 'POST', 'authentication/refresh-token', { refreshToken })).status).toBe(401)
  }
  expect((await world.call('no.such.token', 'POST', 'authentication/logout')).status).toBe(401)
})
