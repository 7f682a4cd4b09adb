import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { withScope } from '../../server/db/scope'
import { deliver } from '../deliver'
import { freshToken } from '../fresh-token'
import { startWorld, type Reply, type TestWorld } from '../world'

const HOUR = 3_600_000
const NEW = 'uma senha nova'
let world: TestWorld
let root: string
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())
// Later than the limits of the test before, with nothing of it on its way.
beforeEach(async () => {
  world.clock.now += 2 * HOUR
  await deliver(world)
  root = await signIn('root')
})

const signIn = (username: string) => freshToken(world, username)
const restore = (body: object, headers = {}) => world.call(null, 'POST', '/mobile/restore-password', body, headers)
const byPost = (token: string, body: object) => world.call(token, 'POST', '/mobile/reset-password', body)
const byPatch = (token: string, body: object) =>
  world.call(null, 'PATCH', '/mobile/v2/config', body, { authorization: token })
const twice = (password: unknown, passwordConfirm: unknown = password) => ({ password, passwordConfirm })
const said = ({ status, body }: Reply) => [status, body.error?.message]
const fieldsOf = ({ body }: Reply) => body.error?.errors?.map(({ field, message }) => [field, message])
const tokenIn = (text = '') => /\/static\/reset-password\/(\S+)/.exec(text)?.[1] ?? ''
/** Returns the token of a link that staff make. */
async function linkFor(id: number): Promise<string> {
  const { body } = await world.call(root, 'POST', `mobile-users/${id}/reset-link`, {})
  return tokenIn((body.data as { link: string }).link)
}
const stored = async (id: number) =>
  (
    await withServer(world.database, (tx) =>
      sql<{ hash: string | null; generation: number }>`select p.password_hash as hash, u.token_generation as generation
        from mobile_users u left join mobile_passwords p on p.mobile_user_id = u.id where u.id = ${id}`.execute(tx),
    )
  ).rows[0]!

it('PUB-14 A-036 A-148 sets a mobile password by the mailed link, once, and ends the tokens of phones', async () => {
  const before = await stored(1)
  const asked = await restore({ email: 'Direcao-1@example.org' }, { locale: 'pt-BR' })
  expect([asked.status, asked.body.data]).toEqual([200, {}])
  const [mail, ...others] = await deliver(world)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ channel: 'mail', to: 'direcao-1@example.org', subject: 'Sua nova senha do aplicativo' })
  const token = tokenIn(mail!.text)
  expect(mail!.text).toContain(`https://console.example.org/static/reset-password/${token}`)

  const done = await byPost(token, twice(NEW))
  expect([done.status, done.body.data, done.headers['set-cookie']]).toEqual([200, {}, undefined])
  const after = await stored(1)
  expect(await world.parts.passwords.verify(after.hash, NEW)).toBe(true)
  expect(after.generation).toBe(before.generation + 1)
  expect(said(await byPost(token, twice('outra senha')))).toEqual([401, 'RESET_TOKEN_USED'])
  expect(await stored(1)).toEqual(after)
  const [notice] = await deliver(world)
  expect(notice).toMatchObject({ to: 'direcao-1@example.org', subject: 'Your password for the app was changed' })
})

it('PUB-15 A-036 sets it by PATCH of the v2 config as well, with the bare token as the authorization', async () => {
  const token = await linkFor(4)
  expect(said(await byPatch(`Bearer ${token}`, twice(NEW)))).toEqual([401, 'INVALID_AUTHORIZATION_HEADER'])
  expect(said(await byPost('', twice(NEW)))).toEqual([401, 'INVALID_AUTHORIZATION_HEADER'])
  expect(said(await byPatch(token, twice(NEW)))).toEqual([200, undefined])
  expect(await world.parts.passwords.verify((await stored(4)).hash, NEW)).toBe(true)
  expect(said(await byPatch(token, twice(NEW)))).toEqual([401, 'RESET_TOKEN_USED'])
  // The other base takes what this one has used.
  expect(said(await byPost(token, twice(NEW)))).toEqual([401, 'RESET_TOKEN_USED'])
})

it('VAL-08 A-037 takes 8 to 64 characters without two blanks in a row, twice the same, and asks nothing else of it', async () => {
  const token = await linkFor(2)
  const tried = async (password: unknown, again: unknown = password) =>
    fieldsOf(await byPost(token, twice(password, again)))
  expect(await tried('1234567')).toEqual([['password', 'formErrors.tooShort']])
  expect(await tried('x'.repeat(65))).toEqual([['password', 'formErrors.tooLong']])
  expect(await tried('uma  senha')).toEqual([['password', 'formErrors.consecutiveBlanks']])
  expect(await tried('uma \tsenha')).toEqual([['password', 'formErrors.consecutiveBlanks']])
  expect(await tried(NEW, 'outra senha')).toEqual([['passwordConfirm', 'formErrors.passwordsDontMatch']])
  expect(await tried('')).toEqual([['password', 'formErrors.required']])
  expect(await tried(12_345_678, 12_345_678)).toEqual([
    ['password', 'formErrors.type'],
    ['passwordConfirm', 'formErrors.type'],
  ])
  expect(fieldsOf(await byPost(token, { ...twice(NEW), name: 'x' }))).toEqual([['name', 'formErrors.unknownField']])
  expect((await stored(2)).hash).toBeNull()
  // Neither letters and digits nor an uncommon password are asked for.
  expect(said(await byPost(token, twice('12345678')))).toEqual([200, undefined])
  expect(said(await byPost(await linkFor(2), twice('🐢'.repeat(64))))).toEqual([200, undefined])
})

it('A-148 counts a link for 30 minutes, and voids every other link by the first that is used', async () => {
  const [late, first, other] = [await linkFor(3), await linkFor(3), await linkFor(3)]
  world.clock.now += 30 * 60_000 - 1000
  expect(said(await byPost(first, twice(NEW)))).toEqual([200, undefined])
  expect(said(await byPost(other, twice(NEW)))).toEqual([401, 'RESET_TOKEN_USED'])
  world.clock.now += 1000
  expect(said(await byPost(late, twice(NEW)))).toEqual([401, 'JWT_EXPIRED'])
})

it('A-148 lets exactly one of many who show a link at once set the password', async () => {
  const token = await linkFor(3)
  const { generation } = await stored(3)
  const tried = Array.from({ length: 12 }, (_, index) => `a senha ${index} de todos`)
  const replies = await Promise.all(
    tried.map((password, index) => (index % 2 ? byPost : byPatch)(token, twice(password))),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  const won = tried[replies.findIndex(({ status }) => status === 200)]!
  const after = await stored(3)
  expect([await world.parts.passwords.verify(after.hash, won), after.generation]).toEqual([true, generation + 1])
})

it('T35 gives known, unknown and inactive people one answer, and sends only to those who are there', async () => {
  const answers = []
  for (const body of [
    { email: 'yuri@example.org' },
    { email: 'nobody@example.org' },
    { email: 'zuleica@example.org' },
    { phone: '+5511987650007' },
    { phone: '+5511000000000' },
  ]) {
    const { meta, ...rest } = (await restore(body)).body
    expect(meta.id).toMatch(/^req-/)
    answers.push(rest)
  }
  expect(new Set(answers.map((one) => JSON.stringify(one)))).toEqual(
    new Set([JSON.stringify({ success: true, data: {} })]),
  )
  // A message was queued for everybody.
  const { rows } = await withServer(world.database, (tx) =>
    sql<{
      count: number
    }>`select count(*)::int as count from outbox where template like 'mobile-reset-link%' and sent_at is null
      and failed_at is null`.execute(tx),
  )
  expect(rows[0]!.count).toBe(5)
  const sent = await deliver(world)
  expect(sent.map(({ channel, to }) => [channel, to])).toEqual([
    ['mail', 'yuri@example.org'],
    ['sms', '+5511987650007'],
  ])
  expect(said(await byPost(tokenIn(sent[1]!.text), twice(NEW)))).toEqual([200, undefined])
})

it('asks for an e-mail or a phone that can be one, and for one of them alone', async () => {
  expect(fieldsOf(await restore({}))).toEqual([['email', 'formErrors.required']])
  expect(fieldsOf(await restore({ email: 'nobody' }))).toEqual([['email', 'formErrors.email']])
  expect(fieldsOf(await restore({ phone: 'x' }))?.[0]?.[0]).toBe('phone')
  expect(fieldsOf(await restore({ email: 'a@example.org', phone: '+5511987650007' }))).toEqual([
    ['phone', 'resources.mobile-users.oneAddress'],
  ])
  expect(fieldsOf(await restore({ email: ['a@example.org'] }))).toEqual([['email', 'formErrors.type']])
  expect(fieldsOf(await restore({ username: 'root' }))).toEqual([['username', 'formErrors.unknownField']])
  expect(await deliver(world)).toEqual([])
})

it('T37 limits how often one address is asked for, by each network and by all, and says when to try again', async () => {
  expect((await restore({ email: 'yuri@example.org' })).status).toBe(200)
  const { status, headers, body } = await restore({ email: 'YURI@example.org' })
  expect([status, body.error?.message, body.error?.details?.['reason']]).toEqual([
    429,
    'TOO_MANY_REQUESTS',
    'limits.reset',
  ])
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  // Another address, known or not, is not slowed by it.
  expect((await restore({ email: 'nobody@example.org' })).status).toBe(200)
  let sent = 2
  for (; sent < 100; sent++) {
    const reply = await restore({ email: `nobody-${sent}@example.org` })
    if (reply.status === 429) break
  }
  expect(sent).toBe(60)
})

it('A-148 makes a link for staff who may, says so in the history, and gives it to nobody twice', async () => {
  const key = { 'idempotency-key': 'link-1' }
  const made = await world.call(root, 'POST', 'mobile-users/1/reset-link', {}, key)
  const { link } = made.body.data as { link: string }
  expect(link).toMatch(/^https:\/\/console\.example\.org\/static\/reset-password\/[\w.-]+$/)
  // No answer with a secret is stored: the same key makes another link.
  const again = await world.call(root, 'POST', 'mobile-users/1/reset-link', {}, key)
  expect((again.body.data as { link: string }).link).not.toBe(link)
  const events = await world.call(root, 'GET', 'audit-events?noun=mobile-users&recordId=1&verb=resetLink')
  expect(events.text).not.toContain(tokenIn(link))
  expect((events.body.data as { username: string }[])[0]).toMatchObject({ username: 'root', verb: 'resetLink' })
  for (const username of ['client-manager', 'acme-admin', 'broadcast-operator', 'guest', 'monitor-admin'])
    expect([
      username,
      (await world.call(await signIn(username), 'POST', 'mobile-users/1/reset-link', {})).status,
    ]).toEqual([username, 403])
  expect(said(await world.call(root, 'POST', 'mobile-users/5/reset-link', {}))).toEqual([400, 'BLOCKED'])
  expect(said(await world.call(root, 'POST', 'mobile-users/999/reset-link', {}))).toEqual([404, 'NOT_FOUND'])
})

it('A-148 shows the password of a mobile user in no list, record, export, history or select of a request', async () => {
  await byPost(await linkFor(1), twice(NEW))
  const { hash } = await stored(1)
  for (const path of [
    'mobile-users',
    'mobile-users/1',
    'mobile-users?showInactive=true&limit=1000',
    'audit-events?noun=mobile-users&limit=1000',
    'search-index',
    'maps/1',
  ]) {
    const { status, text } = await world.call(root, 'GET', path)
    expect(status, path).toBe(200)
    expect(text, path).not.toMatch(/\$argon2id|passwordHash|password_hash|tokenGeneration/)
    expect(text, path).not.toContain(hash!)
  }
  const events = await world.call(root, 'GET', 'audit-events?noun=mobile-users&recordId=1&verb=reset-password')
  expect((events.body.data as { changes: object; username: null }[])[0]).toMatchObject({
    username: null,
    changes: { password: { before: '***', after: '***' } },
  })
  // Not even a request of root can select it.
  const scope = { kind: 'all', clientIds: [], siteId: null, providerId: null, userId: 1 } as const
  const { rows } = await withScope(world.database, { ...scope, clientIds: [] }, (tx) =>
    sql`select * from mobile_passwords`.execute(tx),
  )
  expect(rows).toEqual([])
})

it('answers an unknown path and a wrong method below /mobile as JSON, and sets no cookie', async () => {
  expect(said(await world.call(null, 'GET', '/mobile/anything'))).toEqual([404, 'NOT_FOUND'])
  expect(said(await world.call(null, 'GET', '/mobile'))).toEqual([404, 'NOT_FOUND'])
  const wrong = await world.call(null, 'GET', '/mobile/reset-password')
  expect([wrong.status, wrong.headers['allow'], wrong.headers['cache-control']]).toEqual([405, 'POST', 'no-store'])
})
