import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { codeIn, deliver, deliverCode } from '../deliver'
import { startWorld, type Reply, type TestWorld } from '../world'

const HOUR = 3_600_000
const NEW = 'Segredo12'
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
// Later than the limits of the test before, with nothing of it on its way.
beforeEach(async () => {
  world.clock.now += 2 * HOUR
  await deliver(world)
  await withServer(world.database, (tx) =>
    sql`update users set active = true, password_hash = case id when 14 then null else ${original} end`.execute(tx),
  )
  // A user whose address another test has replaced has it no longer proved.
  await withServer(world.database, (tx) =>
    sql`update users set email = 'acme-mfa@example.org', phone = '+5511900000000', email_verified = true,
      phone_verified = true, mfa_method = '["email", "phone"]' where id = 13`.execute(tx),
  )
})

const post = (path: string, body: object, headers = {}) =>
  world.call(null, 'POST', `authentication/${path}`, body, headers)
const request = (username: unknown, headers = {}) => post('restore-password/request', { username }, headers)
const validate = (username: unknown, code: unknown) => post('restore-password/validate-code', { username, code })
const restore = (token: unknown, password: unknown = NEW, passwordConfirm: unknown = password) =>
  post('restore-password', { token, password, passwordConfirm })
const signIn = (username: string, password: string) => post('login', { username, password })
const said = ({ status, body }: Reply) => [status, body.error?.message]
const linkToken = async () => /authorization=(\S+)/.exec((await deliver(world)).at(-1)?.text ?? '')?.[1] ?? ''
const sentCode = () => deliverCode(world)
const asked = async (username: string) => {
  expect(said(await request(username))).toEqual([200, undefined])
  return linkToken()
}

it('RESET-24 LOGIN-16 T39 sets a new password by the mailed link: every session ends, none begins', async () => {
  const before = (await signIn('acme-admin', DEMO_PASSWORD)).body.data as { token: string; refreshToken: string }
  const { status, body } = await request(' Acme-ADMIN ', { locale: 'pt-BR' })
  expect([status, body.data]).toEqual([200, { sentTo: 'email' }])
  const [mail, ...others] = await deliver(world)
  expect(others).toEqual([])
  expect(mail).toMatchObject({ channel: 'mail', to: 'acme-admin@example.org', subject: 'Sua nova senha do tocsin' })
  const [, token = ''] = /https:\/\/console\.example\.org\/password-reset\?authorization=(\S+)/.exec(mail!.text) ?? []
  const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { exp: number; aud: string }
  expect(claims).toMatchObject({ aud: 'password-reset', exp: Math.floor(world.clock.now / 1000) + 1800 })

  const done = await restore(token)
  expect([done.status, done.body.data]).toEqual([200, {}])
  expect((await world.call(before.token, 'GET', 'sites?limit=1')).status).toBe(401)
  expect((await post('refresh-token', { refreshToken: before.refreshToken })).status).toBe(401)
  expect(said(await signIn('acme-admin', DEMO_PASSWORD))).toEqual([401, 'INVALID_USERNAME_OR_PASSWORD'])
  expect((await signIn('acme-admin', NEW)).status).toBe(200)

  const [notice] = await deliver(world)
  expect(notice).toMatchObject({ to: 'acme-admin@example.org', subject: 'Your password for tocsin was changed' })
  const { rows } = await withServer(world.database, (tx) =>
    sql`select noun, record_id, verb, client_id, username, changes from audit_events
      where verb <> 'signIn' and verb <> 'signInFailed' order by id desc limit 1`.execute(tx),
  )
  expect(rows).toEqual([
    {
      noun: 'users',
      record_id: 6,
      verb: 'reset-password',
      client_id: 2,
      username: 'acme-admin',
      changes: {
        password: { before: '***', after: '***' },
        agent: { before: null, after: 'other' },
        network: { before: null, after: expect.stringMatching(/^[\w-]{12}$/) as string },
      },
    },
  ])
})

it('RESET-07 RESET-27 ENT-USER-07 GAP-05 A-020 sets a new password by the code from the phone, and still asks for the second step', async () => {
  expect((await request('acme-mfa', { locale: 'pt-BR' })).body.data).toEqual({ sentTo: 'phone' })
  const [sms] = await deliver(world)
  expect(sms).toMatchObject({ channel: 'sms', to: '+5511900000000' })
  const code = codeIn(sms)
  const { status, body } = await validate('ACME-MFA', ` ${code.toLowerCase()} `)
  expect(status).toBe(200)
  const { token } = body.data as { token: string }
  expect(said(await restore(token))).toEqual([200, undefined])
  const signedIn = (await signIn('acme-mfa', NEW)).body.data as Record<string, unknown>
  expect(Object.keys(signedIn).sort()).toEqual(['mfaValues', 'token'])
  // Each once.
  expect(said(await validate('acme-mfa', code))).toEqual([400, 'VERIFICATION_INVALID_CODE'])
  expect(said(await restore(token))).toEqual([401, 'RESET_TOKEN_USED'])
})

it('lets who never had a password set one, as the welcome mail promises', async () => {
  const token = await asked('acme-no-password')
  expect(said(await restore(token))).toEqual([200, undefined])
  expect((await signIn('acme-no-password', NEW)).status).toBe(200)
})

it('T35 T111 answers an unknown name as one with or without a phone, the same each time, writes as much and sends nothing', async () => {
  await withServer(world.database, (tx) => sql`update users set active = false where id in (8, 13)`.execute(tx))
  const names = ['nobody-so-called', 'nobody-of-this-name', 'a\u0000b', 'x'.repeat(5000), "' or 1=1"]
  const answers = new Map<string, unknown>()
  for (let round = 0; round < 3; round++) {
    world.clock.now += HOUR
    for (const name of names) {
      const before = await waiting()
      const { status, body } = await request(round === 1 ? name.toUpperCase() : name)
      expect([status, body.success], name.slice(0, 20)).toEqual([200, true])
      expect(body.data, name.slice(0, 20)).toEqual(answers.get(name) ?? body.data)
      answers.set(name, body.data)
      expect(await waiting()).toBe(before + 1)
    }
  }
  expect(new Set([...answers.values()].map((one) => (one as { sentTo: string }).sentTo))).toEqual(
    new Set(['phone', 'email']),
  )
  // Somebody inactive is answered as ever, and written to no more.
  expect((await request('acme-approver')).body.data).toEqual({ sentTo: 'email' })
  expect((await request('acme-mfa')).body.data).toEqual({ sentTo: 'phone' })
  expect(await deliver(world)).toEqual([])
  expect(await waiting()).toBe(0)
  // Code after code for a name that nobody has reads as for one that somebody has.
  for (const name of ['nobody-of-this-name', 'vazia-admin'])
    for (let round = 0; round < 8; round++)
      expect((await validate(name, 'ABCDEFG')).body.error).toEqual({ message: 'VERIFICATION_INVALID_CODE' })
})

it('T111 answers unknown names as one with a phone about as often as as one without', async () => {
  let phones = 0
  for (let n = 0; n < 50; n++) {
    world.clock.now += 11 * 60_000
    const { body } = await request(`nobody-${n}`)
    if ((body.data as { sentTo: string }).sentTo === 'phone') phones++
  }
  expect(phones).toBeGreaterThan(12)
  expect(phones).toBeLessThan(38)
  // A digest under the server's own key decides: nobody else can tell beforehand.
  const { tokens } = world.parts
  world.parts.tokens = { ...tokens, digest: (purpose, text) => tokens.digest(purpose, `another key ${text}`) }
  let others = 0
  for (let n = 0; n < 50; n++) {
    world.clock.now += 11 * 60_000
    const before = tokens.digest('reset-decoy', `nobody-${n}`)
    const { body } = await request(`nobody-${n}`)
    if (((body.data as { sentTo: string }).sentTo === 'phone') !== Buffer.from(before, 'base64url')[0]! < 128) others++
  }
  world.parts.tokens = tokens
  expect(others).toBeGreaterThan(5)
})

const waiting = async () => {
  const { rows } = await withServer(world.database, (tx) =>
    sql<{ n: number }>`select count(*)::int as n from outbox where sent_at is null and failed_at is null`.execute(tx),
  )
  return rows[0]?.n ?? 0
}

it('LOGIN-15 RESET-09 GAP-01 A-021 asks for what is missing, and for no other field', async () => {
  const missing = (fields: string[]) => fields.map((field) => ({ field, message: 'formErrors.required' }))
  for (const nothing of [undefined, null, '', ' ', 7, ['x']]) {
    expect((await request(nothing)).body.error?.errors).toEqual(missing(['username']))
    expect((await validate(nothing, nothing)).body.error?.errors).toEqual(missing(['username', 'code']))
    if (typeof nothing !== 'string' || nothing === '')
      expect(said(await restore(nothing))).toEqual([400, 'MISSING_TOKEN'])
  }
})

it('sends nothing for a name with U+0000, which nobody has', async () => {
  const name = 'acme admin'
  await withServer(world.database, (tx) => sql`update users set username = ${name} where id = 6`.execute(tx))
  expect(said(await request('acme\u0000admin'))).toEqual([200, undefined])
  const sent = await deliver(world)
  expect(said(await request(name))).toEqual([200, undefined])
  const ofTheName = await deliver(world)
  await withServer(world.database, (tx) => sql`update users set username = 'acme-admin' where id = 6`.execute(tx))
  expect([sent.length, ofTheName.length]).toEqual([0, 1])
})

it('S22 RESET-28 names what a new password lacks by the codes of the forms, beside the sentence', async () => {
  const token = await asked('acme-admin')
  const codes = async (password: string) =>
    (await restore(token, password, password)).body.error?.errors?.map(({ code }) => code)
  expect(await codes('Abc1')).toEqual(['INVALID_LENGTH'])
  expect(await codes('abcdefg1')).toEqual(['NO_UPPERCASE'])
  expect(await codes('Abcdefgh')).toEqual(['NO_NUMBER'])
  expect(await codes(`Ab1${'x'.repeat(62)}`)).toEqual(['INVALID_LENGTH'])
  expect(await codes('ABCDEFG1')).toEqual(['NO_LOWERCASE'])
})

it('VAL-04 VAL-05 VAL-06 RESET-29 says what a new password lacks, and spends nothing on it', async () => {
  const token = await asked('acme-admin')
  const problems = async (password: unknown, confirm: unknown = password) =>
    (await restore(token, password, confirm)).body.error?.errors?.map(({ message }) => message)
  expect(await problems('Abc1234')).toEqual(['formErrors.tooShort'])
  expect(await problems(`Ab1${'x'.repeat(62)}`)).toEqual(['formErrors.tooLong'])
  expect(await problems('abcdefg1')).toEqual(['formErrors.atLeastOneUppercase'])
  expect(await problems('ABCDEFG1')).toEqual(['formErrors.atLeastOneLowercase'])
  expect(await problems('Abcdefgh')).toEqual(['formErrors.atLeastOneNumber'])
  expect(await problems('Abcdefg1', 'Abcdefg2')).toEqual(['formErrors.passwordsDontMatch'])
  expect(await problems(null)).toEqual(['formErrors.required'])
  expect(await problems({ $ne: 1 })).toContain('formErrors.type')
  // Two blanks in a row are a rule of the phones' passwords alone (A-037).
  expect(said(await restore(token, 'Abc  defg1'))).toEqual([200, undefined])
})

it('T36 T128 RESET-26 gives one clear answer each to a token used, expired, foreign or made up, and lets each that was mailed set one password', async () => {
  const older = await asked('acme-admin')
  world.clock.now += 31_000
  const newer = await asked('acme-admin')
  // Somebody else's request takes nothing from a user with a link; the first used one voids the others.
  expect(said(await restore(older))).toEqual([200, undefined])
  expect(said(await restore(older))).toEqual([401, 'RESET_TOKEN_USED'])
  expect(said(await restore(newer))).toEqual([401, 'RESET_TOKEN_USED'])
  world.clock.now += 60_000
  const late = await asked('acme-admin')
  world.clock.now += 1_800_000
  expect(said(await restore(late))).toEqual([401, 'JWT_EXPIRED'])
  const { now } = world.clock
  const foreign = [
    'x.y.z',
    await world.parts.tokens.sign('mfa', { sub: '6', jti: 'x' }, now),
    await world.parts.tokens.sign('refresh', { sub: '6', sid: 'x', gen: 1 }, now),
    ((await signIn('root', DEMO_PASSWORD)).body.data as { token: string }).token,
  ]
  for (const token of foreign) expect(said(await restore(token))).toEqual([401, 'INVALID_RESET_TOKEN'])
  const [mine] = [await asked('acme-site-manager')]
  const { jti } = JSON.parse(Buffer.from(mine.split('.')[1]!, 'base64url').toString()) as { jti: string }
  expect(said(await restore(await world.parts.tokens.sign('reset', { sub: '1', jti }, now)))).toEqual([
    401,
    'RESET_TOKEN_USED',
  ])
})

type Step = 'ask' | 'use newest' | 'use older' | 'change own password' | 'deactivate' | 'wait'
const step = fc.constantFrom<Step>(
  'ask',
  'ask',
  'use newest',
  'use newest',
  'use older',
  'change own password',
  'deactivate',
  'wait',
)

it('T36 voids what was sent to an address that somebody else replaces: the link, and the codes', async () => {
  const change = async (id: number, body: object) => {
    const { token } = (await signIn('root', DEMO_PASSWORD)).body.data as { token: string }
    expect((await world.call(token, 'PATCH', `users/${id}`, body)).status).toBe(200)
  }
  const link = await asked('acme-admin')
  await change(6, { email: 'ana.lima@example.org' })
  expect(said(await restore(link))).toEqual([401, 'RESET_TOKEN_USED'])
  await change(6, { name: 'Ana Lima' })
  world.clock.now += HOUR
  const again = await asked('acme-admin')
  await change(6, { name: 'Ana Acme' })
  expect(said(await restore(again))).toEqual([200, undefined])

  expect((await request('acme-mfa')).body.data).toEqual({ sentTo: 'phone' })
  const code = await sentCode()
  await change(13, { phone: '+5511911111111' })
  expect(said(await validate('acme-mfa', code))).toEqual([400, 'VERIFICATION_INVALID_CODE'])
  await change(13, { phone: '+5511900000000' })

  // A link to the former address does not leave either, if it was still on its way.
  world.clock.now += HOUR
  await request('acme-admin')
  await change(6, { email: 'ana@example.org' })
  expect((await deliver(world)).filter(({ text }) => text.includes('authorization='))).toEqual([])
  await change(6, { email: 'acme-admin@example.org' })
})

it('T36 lets tokens through once, under the password they were asked for and while they count, in whatever order things happen', async () => {
  const real = world.parts.passwords
  let made = 0
  // The real work has its tests; here each password has a hash of its own at once.
  world.parts.passwords = { ...real, hash: async () => `hash-${++made}` }
  let won = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (story) => {
      world.clock.now += 2 * HOUR
      await withServer(world.database, (tx) =>
        sql`update users set active = true, password_hash = ${`hash-${++made}`} where id = 10`.execute(tx),
      )
      const tokens: { token: string; until: number }[] = []
      // Those asked for since the password was last changed.
      let open = 0
      for (const one of story) {
        world.clock.now += 31_000
        if (one === 'ask') {
          const token = await asked('vazia-admin')
          if (token !== '') {
            tokens.push({ token, until: world.clock.now + 1_800_000 })
            open++
          }
        } else if (one === 'use newest' || one === 'use older') {
          const back = one === 'use newest' ? 1 : 2
          const used = tokens.at(-back)
          if (used === undefined) continue
          const { status } = await restore(used.token)
          const good = back <= open && world.clock.now < used.until
          expect(status).toBe(good ? 200 : 401)
          if (good) {
            open = 0
            won++
          }
        } else if (one === 'wait') {
          world.clock.now += 1_800_000
        } else {
          await withServer(world.database, (tx) =>
            one === 'deactivate'
              ? sql`update users set active = false where id = 10`.execute(tx)
              : sql`update users set password_hash = ${`hash-${++made}`} where id = 10`.execute(tx),
          )
          open = 0
        }
      }
    }),
    { numRuns: 80, seed: 36 },
  )
  world.parts.passwords = real
  expect(won).toBeGreaterThan(10)
}, 120_000)

it('T37 T128 counts ten wrong reset codes of 200 at once from one network, and takes neither the code nor the sign-in from its owner', async () => {
  await request('acme-mfa')
  const code = await sentCode()
  const wrong = (code.startsWith('A') ? 'B' : 'A') + code.slice(1)
  const answers = await Promise.all(Array.from({ length: 200 }, () => validate('acme-mfa', wrong)))
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(190)
  world.clock.now += 1000
  const refused = await validate('acme-mfa', code)
  expect([refused.status, refused.body.error?.message, refused.headers['retry-after']]).toEqual([
    429,
    'TOO_MANY_REQUESTS',
    '599',
  ])
  // Elsewhere the code is as good as it was.
  expect((await from('10.7.7.7', 'restore-password/validate-code', { username: 'acme-mfa', code })).status).toBe(200)
  for (let round = 0; round < 12; round++) {
    world.clock.now += 31_000
    expect((await request('acme-mfa')).status).toBe(round < 9 ? 200 : 429)
  }
  await deliver(world)
  const begun = await signIn('acme-mfa', DEMO_PASSWORD)
  expect(begun.status).toBe(200)
  const signInCode = await sentCode()
  const { token } = begun.body.data as { token: string }
  expect((await world.call(token, 'POST', 'authentication/mfa/verify', { code: signInCode })).status).toBe(200)
})

/** Asks from another address. */
async function from(remoteAddress: string, path: string, payload: object) {
  const { statusCode: status, body } = await world.app.inject({
    method: 'POST',
    url: `/api/authentication/${path}`,
    remoteAddress,
    payload,
  })
  const answer = JSON.parse(body) as Reply['body']
  return { status, message: answer.error?.message, data: answer.data as Record<string, string> | undefined }
}

it('T128 leaves the owner’s reset open, whatever somebody else asks for and guesses under the name', async () => {
  const ask = (address: string, username: string) => from(address, 'restore-password/request', { username })
  // Ten requests an hour are enough for a stranger; the owner has not asked at all.
  for (const username of ['acme-admin', 'acme-mfa']) {
    for (let n = 0; n < 12; n++) {
      expect((await ask('10.66.0.1', username)).status).toBe(n < 10 ? 200 : 429)
      world.clock.now += 31_000
    }
    expect((await ask('10.77.0.1', username)).status).toBe(200)
  }
  const sent = await deliver(world)
  const link = /authorization=(\S+)/.exec(sent.findLast(({ channel }) => channel === 'mail')?.text ?? '')?.[1]
  const code = codeIn(sent.findLast(({ channel }) => channel === 'sms'))
  // Guesses do not spend the code either, and further requests do not void the mail in the mailbox.
  for (let n = 0; n < 12; n++) {
    await from(`10.66.1.${n}`, 'restore-password/validate-code', { username: 'acme-mfa', code: 'AAAAAAA' })
    expect((await ask(`10.66.1.${n}`, n % 2 ? 'acme-mfa' : 'acme-admin')).status).toBe(200)
  }
  await deliver(world)
  expect(said(await restore(link))).toEqual([200, undefined])
  const validated = await from('10.77.0.1', 'restore-password/validate-code', { username: 'acme-mfa', code })
  expect(validated.status).toBe(200)
  expect(said(await restore(validated.data?.['token']))).toEqual([200, undefined])
})

it('T128 still bounds what all together may ask for and guess under one name in an hour', async () => {
  let asked = 0
  for (let n = 0; n < 70; n++)
    if ((await from(`10.88.0.${n}`, 'restore-password/request', { username: 'monitor-admin' })).status === 200) asked++
  expect(asked).toBe(60)
  let guessed = 0
  for (let n = 0; n < 1010; n++) {
    const guess = { username: 'monitor-admin', code: 'AAAAAAA' }
    const { status } = await from(`10.${89 + (n >> 8)}.0.${n & 255}`, 'restore-password/validate-code', guess)
    if (status === 400) guessed++
  }
  expect(guessed).toBe(1000)
}, 60_000)

it('asks for patience between two requests, of whom nobody knows as of whom somebody does', async () => {
  for (const name of ['acme-admin', 'nobody-of-this-name']) {
    expect((await request(name)).status).toBe(200)
    const { status, headers, body } = await request(name.toUpperCase())
    expect([status, headers['retry-after'], body.error]).toEqual([
      429,
      '30',
      { message: 'TOO_MANY_REQUESTS', details: { reason: 'limits.reset', seconds: 30 } },
    ])
  }
})

it('T38 writes the address of the configuration into a link, whatever the request says of hosts', async () => {
  await request('acme-admin', {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'http',
    forwarded: 'host=evil.example',
    origin: 'https://evil.example',
    referer: 'https://evil.example/login',
  })
  const [mail] = await deliver(world)
  expect(mail!.text).toContain('https://console.example.org/password-reset?authorization=')
  expect(JSON.stringify(mail)).not.toContain('evil')
})

it('keeps no token, no code and no name that somebody typed', async () => {
  const token = await asked('acme-admin')
  await request('typed-by-mistake')
  await request('acme-mfa')
  const code = await sentCode()
  await validate('acme-mfa', code)
  await restore(token)
  const { rows } = await withServer(world.database, (tx) =>
    sql`select (select jsonb_agg(to_jsonb(o)) from outbox o) as outbox,
      (select jsonb_agg(to_jsonb(r)) from password_resets r) as resets,
      (select jsonb_agg(to_jsonb(c)) from one_time_codes c) as codes,
      (select jsonb_agg(to_jsonb(a)) from allowances a) as allowances,
      (select jsonb_agg(to_jsonb(e)) from audit_events e) as events`.execute(tx),
  )
  const everything = JSON.stringify(rows) + world.logs.join('')
  expect(everything).toContain('reset-link')
  for (const secret of [token, code, 'typed-by-mistake', NEW]) expect(everything).not.toContain(secret)
})
