import { createHash } from 'node:crypto'
import { ROLES } from '@tocsin/core/vocabulary/roles'
import type { Token } from '@tocsin/core/resources/tokens/types'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ACME, BOREALIS, CIDADE_VAZIA, PROVIDER } from '../../fixtures/clients'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { API_TOKENS_OF_NETWORK } from '../../server/attempts/limits'
import { withServer } from '../../server/context/actor'
import { EPOCH, startWorld, type TestWorld } from '../world'

const DAY = 86_400_000
const MINUTE = 60_000

let world: TestWorld
let root: string
let acme: string

beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.now = EPOCH
  ;[root, acme] = [await world.token('root'), await world.token('acme-admin')]
})
afterEach(() => Object.assign(world.parts.fences, { code: true, database: true }))

const signIn = async (username: string): Promise<string> => {
  const body = { username, password: DEMO_PASSWORD }
  return ((await world.call(null, 'POST', 'authentication/login', body)).body.data as { token: string }).token
}
type Made = Token & { token: string }
let serial = 0
const make = (session: string, draft: Record<string, unknown> = {}) =>
  world.call(session, 'POST', 'tokens', { name: `cron ${++serial}`, can: ['all'], ...draft })
const made = async (session: string, draft: Record<string, unknown> = {}): Promise<Made> => {
  const reply = await make(session, draft)
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}
const get = (token: string, path: string) => world.call(token, 'GET', path)
const codeOf = async (token: string, path = 'whoami') => {
  const { status, body } = await get(token, path)
  return status === 200 ? 200 : `${status} ${body.error?.message}`
}
const problem = (reply: Awaited<ReturnType<typeof make>>) => {
  const [first] = reply.body.error?.errors ?? []
  return `${reply.status} ${first?.field} ${first?.message}`
}
const query = <R>(statement: ReturnType<typeof sql<R>>) =>
  withServer(world.database, async (tx) => (await statement.execute(tx)).rows)
const userId = async (username: string) =>
  (await query(sql<{ id: number }>`select id from users where username = ${username}`))[0]!.id
const patchUser = async (username: string, changes: Record<string, unknown>) => {
  const reply = await world.call(root, 'PATCH', `users/${await userId(username)}`, changes)
  expect(reply.status, reply.text).toBe(200)
}

describe('making', () => {
  it('C06 tells the text once and keeps its digest alone, in no answer, event, log or stored key', async () => {
    const reply = await world.call(
      root,
      'POST',
      'tokens',
      { name: 'once', can: ['sites:view'], ClientId: ACME },
      {
        'idempotency-key': 'token-once',
      },
    )
    const { token, ...told } = reply.body.data as Made
    expect(token).toMatch(/^tocsin_pat_[\w-]{43}$/)
    expect(told).toMatchObject({
      name: 'once',
      can: ['sites:view'],
      ClientId: ACME,
      UserId: 1,
      prefix: token.slice(0, 17),
      lastUsedAt: null,
      active: true,
      expiresAt: new Date(EPOCH + 90 * DAY).toISOString(),
    })
    expect(await codeOf(token)).toBe(200)
    const secret = token.slice(17)
    for (const path of [`tokens/${told.id}`, 'tokens', 'audit-events?noun=tokens', 'users/1'])
      expect((await get(root, path)).text).not.toContain(secret)
    expect(world.logs.join('\n')).not.toContain(secret)
    const tables = await query(sql<{ name: string }>`select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace`)
    const dump: string[] = []
    await world.database.transaction(async (tx) => {
      await sql`select set_config('app.scope', 'all', true)`.execute(tx)
      for (const { name } of tables)
        dump.push(
          ...(
            await sql<{ row: string }>`select to_jsonb(r)::text as row from ${sql.table(name)} r`.execute(tx)
          ).rows.map(({ row }) => row),
        )
    })
    // The dump has the digest, so that the search for the text can find something.
    expect(dump.join('\n')).toContain(world.parts.tokens.digest('user-token', token))
    expect(dump.join('\n')).not.toContain(secret)
    expect(dump.join('\n')).not.toContain(createHash('sha256').update(token).digest('hex'))
  })

  it('C06 wants a free name, permissions of one’s own, and an end within a year', async () => {
    const name = 'wanted'
    await made(acme, { name })
    expect(problem(await make(acme, { name }))).toBe('400 name formErrors.taken')
    expect(problem(await make(acme, { can: undefined }))).toBe('400 can formErrors.required')
    expect(problem(await make(acme, { can: [] }))).toBe('400 can formErrors.required')
    expect(problem(await make(acme, { can: ['sites:erase'] }))).toBe('400 can formErrors.tokenPermission')
    expect(problem(await make(acme, { can: ['clients:create'] }))).toBe('400 can formErrors.notYours')
    // Staff have it, but a token for one client cannot use it.
    expect(problem(await make(root, { can: ['sites:view', 'clients:create'], ClientId: ACME }))).toBe(
      '400 can formErrors.beyondClient',
    )
    expect((await make(root, { can: ['sites:view', 'clients:create'] })).status).toBe(201)
    expect(problem(await make(root, { can: ['login_as:user:client'] }))).toBe('400 can formErrors.tokenPermission')
    expect(problem(await make(root, { can: ['tokens:create'] }))).toBe('400 can formErrors.tokenPermission')
    for (const expires of ['0d', '366d', '2026-03-03', '2027-03-06', 'soon', '-1d', '1e3d'])
      expect([expires, problem(await make(acme, { expires }))]).toEqual([expires, '400 expires formErrors.expiry'])
    expect((await made(acme, { expires: '365d' })).expiresAt).toBe('2027-03-04T12:00:00.000Z')
    expect((await made(acme, { expires: '2026-03-31' })).expiresAt).toBe('2026-04-01T00:00:00.000Z')
    // Another user may use the name, and so may the same one after the token is over.
    await made(root, { name })
    world.clock.now += 91 * DAY
    expect((await made(await signIn('acme-admin'), { name })).active).toBe(true)
  })

  it('C06 is one of a hundred in use at most, of which none has expired', async () => {
    const operator = await world.token('monitor-operator')
    for (let n = 0; n < 100; n++) await made(operator, { expires: '1d' })
    const { body } = await make(operator)
    expect(body.error?.details).toEqual({ reason: 'resources.tokens.tooMany', max: 100 })
    world.clock.now += DAY
    expect((await make(await signIn('monitor-operator'))).status).toBe(201)
  })

  it('C06 is for a client of staff, and always for their own of a client’s users', async () => {
    expect(await made(acme)).toMatchObject({ ClientId: ACME })
    expect(problem(await make(acme, { ClientId: BOREALIS }))).toBe('400 ClientId formErrors.notFound')
    expect(await made(root)).toMatchObject({ ClientId: null })
    expect(problem(await make(root, { ClientId: PROVIDER }))).toBe('400 ClientId formErrors.notApplicable')
    const manager = await world.token('client-manager')
    expect(await made(manager, { ClientId: CIDADE_VAZIA })).toMatchObject({ ClientId: CIDADE_VAZIA })
    expect(problem(await make(manager, { ClientId: BOREALIS }))).toBe('400 ClientId formErrors.notFound')
    expect(await made(await world.token('monitor-admin'))).toMatchObject({ ClientId: null })
    // A user who is bound to a site makes their own as well.
    const site = await made(await world.token('acme-site-manager'), { can: ['sites:view'] })
    expect((await get(site.token, 'sites')).body.total).toBe(1)
  })

  it('C06 is refused to whoever is signed in as somebody else, and to a guest', async () => {
    const { body } = await world.call(root, 'POST', `users/${await userId('acme-admin')}/impersonate`)
    expect((await make((body.data as { token: string }).token)).body.error?.message).toBe('SIGNED_IN_AS')
    expect((await make(await world.token('guest'))).status).toBe(403)
  })
})

describe('acting', () => {
  it('C06 acts as its user, within their scope and its own permissions and client alone, by each fence', async () => {
    const one = await made(root, { can: ['sites:view', 'clients:view'], ClientId: ACME })
    const whole = await made(root, { can: ['sites:view'] })
    for (const fences of [{}, { database: false }, { code: false }]) {
      Object.assign(world.parts.fences, { code: true, database: true }, fences)
      const clientsOf = async (token: string) =>
        new Set(
          ((await get(token, 'sites?limit=1000')).body.data as { ClientId: number }[]).map(({ ClientId }) => ClientId),
        )
      expect(await clientsOf(one.token)).toEqual(new Set([ACME]))
      expect((await get(one.token, `sites?ClientId=${BOREALIS}`)).body.total).toBe(0)
      expect((await get(whole.token, `sites?ClientId=${BOREALIS}`)).body.total).toBeGreaterThan(0)
      expect(((await get(one.token, 'clients')).body.data as { id: number }[]).map(({ id }) => id)).toEqual([ACME])
    }
    Object.assign(world.parts.fences, { code: true, database: true })
    const elsewhere = (await query(sql<{ id: number }>`select id from sites where client_id = ${BOREALIS} limit 1`))[0]!
    expect((await get(one.token, `sites/${elsewhere.id}`)).status).toBe(404)
    const refusal = await world.call(one.token, 'PATCH', `sites/${elsewhere.id}`, { name: 'x' })
    expect([refusal.status, refusal.body.error?.details]).toEqual([
      403,
      { permission: 'sites:update', reason: 'notices.tokenLacks' },
    ])
    // A token for one client makes no other client.
    const all = await made(root, { can: ['all'], ClientId: ACME })
    expect((await world.call(all.token, 'POST', 'clients', { name: 'x', nickname: 'x' })).status).toBe(403)
    expect((await get(one.token, 'alerts')).status).toBe(403)
  })

  it('C06 says of whom it is, and names the token in the history of what it did', async () => {
    const { token, id, name } = await made(acme, { can: ['sites:update', 'sites:view'] })
    const { body } = await get(token, 'whoami')
    expect(body.data).toMatchObject({
      profile: { username: 'acme-admin', role: 'admin', permissions: ['sites:view', 'sites:update'] },
      token: { id, name, ClientId: ACME },
    })
    const changed = await world.call(token, 'PATCH', 'sites/1', { name: 'Por um token' })
    expect(changed.status, changed.text).toBe(200)
    const { body: events } = await get(acme, `audit-events?noun=sites&recordId=1&limit=1`)
    expect(events.data).toMatchObject([
      { username: 'acme-admin', verb: 'update', changes: { token: { before: null, after: name } } },
    ])
    const { body: own } = await get(acme, `audit-events?noun=tokens&recordId=${id}`)
    expect(own.data).toMatchObject([{ verb: 'create', username: 'acme-admin', ClientId: ACME }])
    expect(
      (await get(await world.token('borealis-admin'), `audit-events?noun=tokens&recordId=${id}`)).body.data,
    ).toEqual([])
  })

  it('C06 never manages tokens, the password, the profile, the verification or sessions, nor signs in as somebody', async () => {
    const { token, id } = await made(root)
    const session = [
      'GET users/1/sessions',
      'POST users/1/end-sessions',
      'POST users/1/authorize/update-mfa',
      'POST users/1/update-mfa',
      'POST users/1/select-mfa',
      'POST users/email/send-verifying-code',
      'POST users/phone/verify',
      'POST users/6/sign-in-link',
    ]
    const more = [
      'GET tokens',
      `GET tokens/${id}`,
      'POST tokens',
      `POST tokens/${id}/revoke`,
      'POST users/6/impersonate',
    ]
    for (const line of [...session, ...more]) {
      const [method = '', path = ''] = line.split(' ')
      const { status, body } = await world.call(token, method, path, method === 'GET' ? undefined : {})
      expect([line, status, body.error?.details?.['reason']]).toEqual([line, 403, 'notices.notForTokens'])
    }
    for (const changes of [{ name: 'x' }, { password: 'Abcdef12', oldPassword: 'x' }, { email: 'x@example.org' }])
      expect((await world.call(token, 'PATCH', 'users/1', changes)).body.error?.details).toEqual({
        reason: 'notices.notForTokens',
      })
    // Without the permission even one's own record is closed.
    const narrow = await made(acme, { can: ['sites:view'] })
    expect((await get(narrow.token, `users/${await userId('acme-admin')}`)).status).toBe(403)
    for (const path of ['authentication/logout', 'authentication/refresh-token'])
      expect((await world.call(token, 'POST', path, { refreshToken: token })).status).toBe(401)
  })

  it('C06 makes and changes users, who hold nothing beyond it', async () => {
    const { token } = await made(acme)
    const draft = {
      name: 'Novo',
      username: 'novo-por-token',
      email: 'novo@example.org',
      role: 'approver',
      userType: 'client',
      password: 'Quatro4Ventos',
      passwordConfirm: 'Quatro4Ventos',
    }
    const reply = await world.call(token, 'POST', 'users', draft)
    expect(reply.status, reply.text).toBe(201)
    const narrow = await made(acme, { can: ['users:view', 'users:update'] })
    const refused = await world.call(narrow.token, 'POST', 'users', { ...draft, username: 'maior', role: 'admin' })
    expect(problem(refused)).toBe('400 userType formErrors.notGrantable')
  })

  it('C06 loses what its user’s role loses, at once', async () => {
    const { token } = await made(await world.token('acme-approver'), { can: ['all'] })
    await patchUser('acme-approver', { role: 'admin' })
    expect(await codeOf(token, 'audit-events?limit=1')).toBe(200)
    await patchUser('acme-approver', { role: 'approver' })
    expect(await codeOf(token, 'audit-events?limit=1')).toBe('403 FORBIDDEN')
    expect(await codeOf(token, 'sites?limit=1')).toBe(200)
    const listed = await made(await world.token('acme-admin'), { can: ['apps:view'] })
    expect(await codeOf(listed.token, 'apps?limit=1')).toBe(200)
    expect(await codeOf(listed.token, 'sites?limit=1')).toBe('403 FORBIDDEN')
  })
})

describe('refusing', () => {
  it('C06 refuses a token that has expired, at its time', async () => {
    const { token } = await made(acme, { expires: '1d' })
    world.clock.now = EPOCH + DAY - 1
    expect(await codeOf(token)).toBe(200)
    world.clock.now = EPOCH + DAY
    expect(await codeOf(token)).toBe('401 TOKEN_EXPIRED')
  })

  it('C06 refuses a token that is revoked, and one that nobody has', async () => {
    const { token, id } = await made(acme)
    const reply = await world.call(acme, 'POST', `tokens/${id}/revoke`)
    expect(reply.body.data).toMatchObject({ active: false, revokedAt: new Date(EPOCH).toISOString() })
    expect(await codeOf(token)).toBe('401 TOKEN_REVOKED')
    expect((await world.call(acme, 'POST', `tokens/${id}/revoke`)).body.error?.message).toBe('BLOCKED')
    const near = `${token.slice(0, -1)}${token.endsWith('A') ? 'Q' : 'A'}`
    for (const text of [
      near,
      'tocsin_pat_',
      `${token}x`,
      token.toUpperCase(),
      world.parts.tokens.digest('user-token', token),
    ])
      expect([text, await codeOf(text)]).toEqual([text, '401 INVALID_AUTHORIZATION_HEADER'])
  })

  it('C06 refuses a token while its client is locked, and for good once its user is deactivated or deleted', async () => {
    const vazia = await made(await world.token('vazia-admin'))
    await query(sql`update clients set locked = true where id = ${CIDADE_VAZIA}`)
    expect(await codeOf(vazia.token)).toBe('401 TOKEN_SUSPENDED')
    await query(sql`update clients set locked = false where id = ${CIDADE_VAZIA}`)
    expect(await codeOf(vazia.token)).toBe(200)
    await query(sql`update users set active = false where username = 'vazia-admin'`)
    expect(await codeOf(vazia.token)).toBe('401 TOKEN_SUSPENDED')
    await query(sql`update users set active = true where username = 'vazia-admin'`)
    await patchUser('vazia-admin', { active: false })
    await patchUser('vazia-admin', { active: true })
    expect(await codeOf(vazia.token)).toBe('401 TOKEN_REVOKED')

    const draft = {
      name: 'De passagem',
      username: 'passagem',
      email: 'p@example.org',
      role: 'admin',
      userType: 'client',
      ClientId: ACME,
      password: 'Quatro4Ventos',
      passwordConfirm: 'Quatro4Ventos',
    }
    const { id } = (await world.call(root, 'POST', 'users', draft)).body.data as { id: number }
    const login = await world.call(null, 'POST', 'authentication/login', {
      username: 'passagem',
      password: 'Quatro4Ventos',
    })
    const theirs = await made((login.body.data as { token: string }).token)
    expect(await codeOf(theirs.token)).toBe(200)
    expect((await world.call(root, 'DELETE', `users/${id}`)).status).toBe(200)
    expect(await codeOf(theirs.token)).toBe('401 INVALID_AUTHORIZATION_HEADER')
  })

  it('C06 refuses a manager’s token for a client that is not theirs any more', async () => {
    const { token } = await made(await world.token('client-manager'), { ClientId: CIDADE_VAZIA })
    expect(await codeOf(token)).toBe(200)
    await query(sql`update users set client_ids = ${JSON.stringify([ACME])}::jsonb where username = 'client-manager'`)
    expect(await codeOf(token)).toBe('401 TOKEN_SUSPENDED')
    await query(
      sql`update users set client_ids = ${JSON.stringify([ACME, CIDADE_VAZIA])}::jsonb where username = 'client-manager'`,
    )
  })

  it('C06 counts unknown tokens of a network, without stopping a right one', async () => {
    const { token } = await made(acme)
    const codes: unknown[] = []
    for (let n = 0; n <= API_TOKENS_OF_NETWORK.limit; n++)
      codes.push(await codeOf(`tocsin_pat_${String(n).padStart(43, 'x')}`))
    expect(codes.at(-1)).toBe('429 TOO_MANY_REQUESTS')
    expect(await codeOf(token)).toBe(200)
  })
})

describe('who sees tokens', () => {
  it('C06 shows people their own, and those of the users that they manage', async () => {
    const approver = await made(await world.token('acme-approver'), { can: ['sites:view'] })
    const borealis = { id: 3 }
    const boss = await made(root)
    for (const fences of [{}, { database: false }, { code: false }]) {
      Object.assign(world.parts.fences, { code: true, database: true }, fences)
      const users = async (username: string) =>
        new Set(
          ((await get(await world.token(username), 'tokens?limit=1000&showInactive=true')).body.data as Token[]).map(
            ({ UserId }) => UserId,
          ),
        )
      expect(await users('acme-approver')).toEqual(new Set([8]))
      expect([...(await users('acme-admin'))].every((id) => [6, 7, 8, 13, 14].includes(id) || id > 14)).toBe(true)
      expect((await users('root')).size).toBeGreaterThan(4)
      expect(await users('broadcast-operator')).toEqual(new Set())
      expect((await get(acme, `tokens/${approver.id}`)).status).toBe(200)
      for (const id of [borealis.id, boss.id]) expect((await get(acme, `tokens/${id}`)).status).toBe(404)
    }
    Object.assign(world.parts.fences, { code: true, database: true })
    const theirs = await get(acme, `tokens?UserId=8`)
    expect((theirs.body.data as Token[]).map(({ id }) => id)).toContain(approver.id)
    expect((await world.call(acme, 'POST', `tokens/${approver.id}/revoke`)).status).toBe(200)
    expect(await codeOf(approver.token)).toBe('401 TOKEN_REVOKED')
    expect((await world.call(acme, 'POST', `tokens/${borealis.id}/revoke`)).status).toBe(404)
    // Nobody revokes the token of somebody above them.
    expect((await world.call(await world.token('admin'), 'POST', `tokens/${boss.id}/revoke`)).status).toBe(403)
    expect(await codeOf(boss.token)).toBe(200)
  })

  it('C06 notes the last use, once a minute at most', async () => {
    const { token, id } = await made(acme)
    const used = async () => ((await get(acme, `tokens/${id}`)).body.data as Token).lastUsedAt
    await codeOf(token)
    const first = await used()
    world.clock.now += MINUTE - 1
    await codeOf(token)
    expect(await used()).toBe(first)
    world.clock.now += 1
    await codeOf(token)
    expect([first, await used()]).toEqual([EPOCH, EPOCH + MINUTE].map((time) => new Date(time).toISOString()))
  })

  it('C06 outlives a change of the password', async () => {
    const { token } = await made(acme)
    await patchUser('acme-admin', { password: 'Outra4Senha', passwordConfirm: 'Outra4Senha' })
    expect(await codeOf(token)).toBe(200)
  })

  it('C06 belongs to everybody but guests', () => {
    for (const roles of Object.values(ROLES))
      for (const [role, permissions] of Object.entries(roles))
        expect([role, permissions.includes('tokens:create')]).toEqual([role, role !== 'guest'])
  })
})
