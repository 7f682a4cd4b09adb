import { claimsOf } from '@tocsin/core/api/session'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { OutboundError } from '../../server/outbound/outbound'
import { signatureOf } from '../../server/outbox/webhooks'
import { deliver } from '../deliver'
import { freshToken } from '../fresh-token'
import { startWorld, type Reply, type TestWorld } from '../world'

let world: TestWorld
let root: string
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())
beforeEach(async () => {
  world.clock.now += 2 * 3_600_000
  root = await signIn('root')
})

const signIn = (username: string) => freshToken(world, username)
const register = (body: object) => world.call(null, 'POST', '/mobile/register', body)
const ana = { name: 'Ana Ipê', phone: '+5511955550001' }
const said = ({ status, body }: Reply) => [status, body.error?.message]
const fieldsOf = ({ body }: Reply) => body.error?.errors?.map(({ field, message }) => [field, message])
type Registered = {
  token: string
  seconds: number
  profile: { id: number; status: string; ClientId: number; SiteId: number | null }
}
const registered = ({ body }: Reply) => body.data as Registered
const asRoot = async (method: string, path: string, body: object) => {
  const reply = await world.call(root, method, path, body)
  expect(reply.status, reply.text).toBeLessThan(300)
  return reply.body.data as { id: number }
}
/** The options of a field that takes one image. */
const oneImage = {
  attachmentTypes: ['image'],
  attachmentQty: 1,
  attachmentMandatory: 'none',
  attachmentSizes: { image: 1 },
}
const termOfAcme = async () => (await asRoot('POST', 'terms', { title: 'Uso', content: '<p>x</p>', ClientId: 2 })).id
/** Runs SQL as the server. */
const query = async <T>(text: ReturnType<typeof sql<T>>) =>
  (await withServer(world.database, (tx) => text.execute(tx))).rows
const people = (phone: string) => query(sql<{ id: number }>`select id from mobile_users where phone = ${phone}`)

it('joins a phone to the place of its code: one person, one profile, a token for one hour', async () => {
  const made = await register({ code: 'pa07lv', ...ana, email: 'ana@example.org', appVersion: '2.4.1' })
  expect([made.status, made.headers['set-cookie']]).toEqual([201, undefined])
  const { token, seconds, profile } = registered(made)
  expect([seconds, profile]).toEqual([
    3600,
    { id: profile.id, name: 'Ana Ipê', status: 'pending', role: 'worker', ClientId: 2, SiteId: 1 },
  ])
  expect(claimsOf(token)).toMatchObject({ aud: 'mobile', sub: String(profile.id), gen: 1 })
  expect(Number(claimsOf(token)['exp'])).toBe(Math.floor(world.clock.now / 1000) + 3600)
  const { data } = (await world.call(root, 'GET', `maps/${profile.id}`)).body
  expect(data).toMatchObject({
    name: 'Ana Ipê',
    SiteId: 1,
    appVersion: '2.4.1',
    profileProps: { email: 'ana@example.org', phone: '+5511955550001', job: null },
  })
  // Again, it is the same person in the same place, however the phone is written.
  const again = await register({ code: 'PA07LV', name: 'Outro nome', phone: '55 (11) 95555-0001', appVersion: '2.5.0' })
  expect([again.status, registered(again).profile]).toEqual([200, profile])
  // In another place, it is another profile of the same person.
  const elsewhere = registered(await register({ code: 'MZ31TT', ...ana })).profile
  expect([elsewhere.id === profile.id, elsewhere.SiteId]).toEqual([false, 2])
  expect(await people('+5511955550001')).toHaveLength(1)
  const events = (await world.call(root, 'GET', `audit-events?noun=maps&recordId=${profile.id}`)).body.data as object[]
  expect(events.at(-1)).toMatchObject({
    verb: 'register',
    username: null,
    UserId: null,
    ClientId: 2,
    SiteId: 1,
    changes: { actor: { before: null, after: 'phone' }, profile: { before: null, after: profile.id } },
  })
})

it('lets in at once whoever has a code that approves, and a pending profile with it, but nobody who was put out', async () => {
  await world.call(root, 'PATCH', 'registration-codes/3', { config: { autoApprove: true } })
  const bia = { name: 'Bia Jatobá', phone: '+5511955550002' }
  expect(registered(await register({ code: 'PA07LV', ...bia })).profile.status).toBe('active')
  const { profile } = registered(await register({ code: 'PA07LV', ...ana }))
  expect(profile.status).toBe('active')
  await world.call(root, 'PUT', `maps/${profile.id}`, { status: 'deactivated' })
  const refused = await register({ code: 'PA07LV', ...ana })
  expect([...said(refused), refused.body.error?.details?.['reason']]).toEqual([
    400,
    'BLOCKED',
    'resources.maps.is.deactivated',
  ])
  await world.call(root, 'PATCH', 'registration-codes/3', { config: { autoApprove: false } })
})

it('refuses a code that is unknown, of a locked client, of a place that is off or of another app, in words, and makes nobody', async () => {
  const zeca = { name: 'Zeca', phone: '+5511955550009' }
  expect(fieldsOf(await register({ code: 'ZZZZZZ', ...zeca }))).toEqual([
    ['code', 'resources.registration-codes.unknown'],
  ])
  expect(fieldsOf(await register({ code: 'x', ...zeca }))).toEqual([['code', 'formErrors.code']])
  expect(said(await register({ code: 'BORE01', ...zeca }))).toEqual([401, 'CLIENT_LOCKED'])
  await world.call(root, 'PUT', 'sites/2', { active: false })
  expect(fieldsOf(await register({ code: 'MZ31TT', ...zeca }))).toEqual([
    ['code', 'resources.registration-codes.closed'],
  ])
  await world.call(root, 'PUT', 'sites/2', { active: true })
  expect(fieldsOf(await register({ code: 'ACME01', ...zeca, appId: 2 }))).toEqual([
    ['code', 'resources.registration-codes.otherApp'],
  ])
  expect(await people(zeca.phone)).toEqual([])
  expect(registered(await register({ code: 'ACME01', ...zeca, appId: 1 })).profile.SiteId).toBeNull()
  // A person whom staff have switched off registers nowhere.
  await query(sql`update mobile_users set active = false where phone = ${zeca.phone}`)
  expect(said(await register({ code: 'PA07LV', ...zeca }))).toEqual([400, 'BLOCKED'])
})

it('asks what the form of the code asks, tells each wrong answer at its field, and keeps what was asked alone', async () => {
  const caio = { code: 'AB7K2Q', name: 'Caio', phone: '+5511955550003' }
  expect(fieldsOf(await register(caio))).toEqual([
    ['answers.nome', 'formErrors.required'],
    ['answers.cpf', 'formErrors.required'],
    ['answers.turno', 'formErrors.required'],
  ])
  const wrong = { nome: 'Caio', cpf: '111.111.111-11', turno: 'x' }
  expect(fieldsOf(await register({ ...caio, answers: wrong }))).toEqual([
    ['answers.cpf', 'formErrors.cpf'],
    ['answers.turno', 'formErrors.choice'],
  ])
  expect(fieldsOf(await register({ ...caio, answers: ['a'] }))).toEqual([['answers', 'formErrors.record']])
  expect(await people(caio.phone)).toEqual([])
  const right = { nome: 'Caio Umbu', cpf: '529.982.247-25', turno: 'm', admin: true }
  const { profile } = registered(await register({ ...caio, answers: right }))
  const [stored] = await query(sql<{ answers: object }>`select answers from maps where id = ${profile.id}`)
  expect(stored).toEqual({ answers: { nome: 'Caio Umbu', cpf: '529.982.247-25', turno: 'm' } })
  // A handler decides who is let in, not the code.
  expect(profile.status).toBe('pending')
})

it('says where a code leads, what is asked with it and agreed to, and nothing of a code that nobody may use', async () => {
  const look = (query: string) => world.call(null, 'GET', `/mobile/register?${query}`)
  const { status, body } = await look('code=ab7k2q')
  expect([status, body.data]).toEqual([
    200,
    {
      clientName: 'Acme Educação',
      siteName: 'Escola Municipal Aurora Lima 1',
      form: { title: 'Quem é você?', fields: [expect.anything(), expect.anything(), expect.anything()] },
      pages: [
        { elements: [expect.anything(), expect.anything()] },
        { elements: [expect.objectContaining({ name: 'turno' })] },
      ],
      term: null,
    },
  ])
  await asRoot('PATCH', 'registration-codes/3', { TermId: await termOfAcme() })
  expect((await look('code=PA07LV')).body.data).toMatchObject({ form: null, pages: [], term: { title: 'Uso' } })
  expect(fieldsOf(await look('code=ZZZZZZ'))).toEqual([['code', 'resources.registration-codes.unknown']])
  expect(fieldsOf(await look(''))).toEqual([['code', 'formErrors.required']])
  expect(said(await look('code=BORE01'))).toEqual([401, 'CLIENT_LOCKED'])
  expect(said(await look('code=PA07LV&x=1'))).toEqual([400, 'UNKNOWN_PARAMETER'])
  // Two codes are no code.
  expect((await look('code=PA07LV&code=ACME01')).status).toBe(400)
})

it('names every field that is wrong or unknown, and takes nothing that a phone may not say', async () => {
  const reply = await register({ code: 'PA07LV', name: ' ', phone: 'x', email: 'y', status: 'active', role: 'manager' })
  expect(fieldsOf(reply)?.map(([field]) => field)).toEqual(['name', 'phone', 'email', 'status', 'role'])
  for (const body of [null, [], 'x', 7]) expect((await register(body as never)).status).toBe(400)
  expect(fieldsOf(await register({ code: 'PA07LV', name: 'a\u0000b', phone: '+5511955550004' }))).toEqual([
    ['name', 'formErrors.characters'],
  ])
})

it('A-148 asks for the password of a person who has set one, and slows down whoever guesses', async () => {
  const phone = '+5511987650004'
  const link = (await world.call(root, 'POST', 'mobile-users/4/reset-link', {})).body.data as { link: string }
  const password = 'a senha do Yuri'
  const token = link.link.split('/').at(-1)!
  await world.call(token, 'POST', '/mobile/reset-password', { password, passwordConfirm: password })
  const yuri = { code: 'MZ31TT', name: 'Yuri', phone }
  expect(said(await register(yuri))).toEqual([401, 'INVALID_USERNAME_OR_PASSWORD'])
  expect(said(await register({ ...yuri, password: 'outra senha' }))).toEqual([401, 'INVALID_USERNAME_OR_PASSWORD'])
  const { token: opened, profile } = registered(await register({ ...yuri, password }))
  expect([profile.id, claimsOf(opened)['gen']]).toEqual([4, 2])
  // The third of twenty was right.
  for (let tried = 3; tried < 20; tried++) expect((await register({ ...yuri, password: `x${tried}` })).status).toBe(401)
  const slowed = await register({ ...yuri, password })
  expect([slowed.status, Number(slowed.headers['retry-after']) > 0]).toEqual([429, true])
})

it('slows down a network that guesses codes, and no other', async () => {
  const guess = (index: number, from = '203.0.113.7') =>
    world.app.inject({
      method: 'POST',
      url: '/mobile/register',
      remoteAddress: from,
      payload: {
        code: `Q${String(index).padStart(5, '0')}`,
        name: 'X',
        phone: `+551195556${String(index).padStart(4, '0')}`,
      },
    })
  const statuses: number[] = []
  for (let index = 0; index < 102; index++) statuses.push((await guess(index)).statusCode)
  expect(statuses).toEqual([...Array.from({ length: 100 }, () => 400), 429, 429])
  expect((await guess(103, '198.51.100.9')).statusCode).toBe(400)
})

it('makes one person and one profile of many registrations at once', async () => {
  for (let round = 0; round < 4; round++) {
    const phone = `+551195555007${round}`
    // From several networks: those of one take turns.
    const send = async (index: number) => {
      const { statusCode, json } = await world.app.inject({
        method: 'POST',
        url: '/mobile/register',
        remoteAddress: `203.0.113.${100 + index}`,
        payload: { code: 'PA07LV', name: 'Duda', phone },
      })
      return { status: statusCode, id: json<{ data: Registered }>().data.profile.id }
    }
    const replies = await Promise.all(Array.from({ length: 8 }, (_, index) => send(index)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(replies.map(({ id }) => id)).size).toBe(1)
    expect(await people(phone)).toHaveLength(1)
  }
})

it('HAND-03 HAND-04 ENT-REG-04 T64 asks the handler of a code about who registers, signed, and does as it answers', async () => {
  // Earlier tests have asked as well.
  await query(sql`update outbox set failed_at = now()`)
  const { body: renewed } = await world.call(root, 'POST', 'registration-handlers/2/renew-secret', {})
  const { secret } = renewed.data as { secret: string }
  const form = { fields: [{ name: 'turma', type: 'text' }] }
  const { id: formId } = await asRoot('POST', 'registration-forms', { name: 'H', ClientId: 2, schema: form })
  const handlerV2 = { name: 'V2', description: 'd', url: 'https://v2.example.org/x', clientId: 2 }
  const second = await asRoot('POST', 'v2/registration-handlers', {
    ...handlerV2,
    schema: { matchConfig: { by: 'cpf' } },
  })
  const ofFirst = { code: 'HAND01', mode: 'site', ClientId: 2, SiteId: 1, RegistrationHandlerId: 2 }
  await asRoot('POST', 'registration-codes', { ...ofFirst, RegistrationFormId: formId })
  await asRoot('POST', 'registration-codes', { code: 'HAND02', mode: 'client', ClientId: 2, regHandlerId: second.id })
  type Asked = { id: string; event: string; data: { profile: { id: number }; answers: object; handler: object } }
  const asked: { url: string; body: string; headers: Record<string, string> }[] = []
  let answer: string | OutboundError = '{"approved":true,"more":1}'
  let meanwhile: (() => Promise<unknown>) | undefined
  const before = world.parts.outbound
  world.parts.outbound = {
    ...before,
    post: async (url, body, headers) => {
      asked.push({ url, body, headers })
      await meanwhile?.()
      if (typeof answer !== 'string') throw answer
      return { status: 200, text: answer }
    },
  }
  const statusOf = async (id: number) =>
    (await query(sql<{ status: string }>`select status from maps where id = ${id}`))[0]!.status
  const join = async (code: string, phone: string, more: object = {}) => {
    const { profile } = registered(await register({ code, name: 'Rui', phone, ...more }))
    expect(profile.status).toBe('pending')
    return profile.id
  }
  const later = async () => {
    world.clock.now += 3_600_000
    await deliver(world)
  }
  try {
    const approvedId = await join('HAND01', '+5511955560001', { email: 'rui@example.org', answers: { turma: '2 B' } })
    // Nothing of the person lies in the outbox.
    const [queued] = await query(sql<{ data: object }>`select data from outbox where failed_at is null`)
    expect(JSON.stringify(queued)).not.toMatch(/Rui|2 B|5511955560001/)
    await deliver(world)
    const [{ url, body, headers }] = asked as [(typeof asked)[0]]
    expect(url).toBe('https://rh.acme.example.org/cadastro')
    const { id, event, data } = JSON.parse(body) as Asked
    expect([event, data]).toEqual([
      'registration.requested',
      {
        handler: { id: 2, name: 'Folha de pagamento', mode: 'client' },
        profile: {
          id: approvedId,
          name: 'Rui',
          phone: '+5511955560001',
          email: 'rui@example.org',
          job: null,
          ClientId: 2,
          SiteId: 1,
        },
        answers: { turma: '2 B' },
      },
    ])
    expect(headers).toMatchObject({
      'tocsin-delivery': id,
      'tocsin-signature': signatureOf(secret, Number(headers['tocsin-timestamp']), body),
    })
    expect(await statusOf(approvedId)).toBe('active')
    const told = await query(
      sql`select verb, changes from audit_events where noun = 'maps' and record_id = ${approvedId} order by id desc limit 1`,
    )
    expect(told).toEqual([
      {
        verb: 'approve',
        changes: { status: { before: 'pending', after: 'active' }, actor: { before: null, after: 'handler' } },
      },
    ])

    answer = '{"approved":false}'
    const refusedId = await join('HAND02', '+5511955560002')
    await deliver(world)
    expect(asked).toHaveLength(2)
    expect((JSON.parse(asked[1]!.body) as Asked).data.handler).toEqual({
      id: second.id,
      name: 'V2',
      matchConfig: { by: 'cpf' },
    })
    expect(await statusOf(refusedId)).toBe('deactivated')

    // Any other answer decides nothing, and the handler is asked again.
    const waits = await join('HAND02', '+5511955560003')
    for (answer of ['', '[]', '{"approved":"true"}', new OutboundError('TIMEOUT'), new OutboundError('REFUSED', 500)]) {
      await later()
      expect([answer, await statusOf(waits)]).toEqual([answer, 'pending'])
    }
    expect(asked).toHaveLength(7)
    // Nor does an answer after somebody has decided: it is not asked for any more.
    answer = '{"approved":false}'
    root = await signIn('root')
    await asRoot('POST', `maps/${waits}/approve`, {})
    await later()
    expect([asked.length, await statusOf(waits)]).toEqual([7, 'active'])
    // The handler is asked again about somebody whose answers change while it thinks. Approved answers stay.
    answer = '{"approved":true}'
    const phone = '+5511955560005'
    const anew = await join('HAND01', phone, { answers: { turma: 'A' } })
    const answersOf = (turma: string) => register({ code: 'HAND01', name: 'Rui', phone, answers: { turma } })
    meanwhile = async () => {
      meanwhile = undefined
      await answersOf('B')
    }
    await deliver(world)
    expect(asked.splice(7).map(({ body }) => (JSON.parse(body) as { data: { answers: object } }).data.answers)).toEqual(
      [{ turma: 'A' }, { turma: 'B' }],
    )
    expect(await statusOf(anew)).toBe('active')
    expect((await answersOf('C')).status).toBe(200)
    expect(await query(sql`select answers, status from maps where id = ${anew}`)).toEqual([
      { answers: { turma: 'B' }, status: 'active' },
    ])
    // A code without a handler asks nobody.
    await join('MZ31TT', '+5511955560004')
    await later()
    expect(asked).toHaveLength(7)
  } finally {
    world.parts.outbound = before
  }
})

it('makes a token for whoever may sign in as users of the client, of an active profile with a person, and tells it in the history', async () => {
  const { body } = await world.call(root, 'POST', 'maps/1/token', {})
  const { token } = body.data as { token: string }
  expect(claimsOf(token)).toMatchObject({ aud: 'mobile', sub: '1' })
  const events = await world.call(root, 'GET', 'audit-events?noun=maps&recordId=1&verb=token')
  expect((events.body.data as object[])[0]).toMatchObject({ username: 'root', verb: 'token' })
  expect(events.text).not.toContain(token)
  expect(said(await world.call(root, 'POST', 'maps/2/token', {}))).toEqual([400, 'BLOCKED'])
  expect(said(await world.call(root, 'POST', 'maps/20/token', {}))).toEqual([400, 'BLOCKED'])
  for (const username of ['acme-admin', 'acme-approver', 'broadcast-operator', 'guest'])
    expect([username, (await world.call(await signIn(username), 'POST', 'maps/1/token', {})).status]).toEqual([
      username,
      403,
    ])
})

it('asks for no attachment of somebody who registers, who has no token yet to send a file with', async () => {
  const fields = [
    { name: 'foto', type: 'attachment', required: true, options: { ...oneImage, attachmentMandatory: 'all' } },
    { name: 'cargo', type: 'text', options: { ...oneImage, allowAttachments: true } },
  ]
  const { id } = await asRoot('POST', 'registration-forms', { name: 'F', ClientId: 2, schema: { fields } })
  await asRoot('POST', 'registration-codes', { code: 'FOTO01', mode: 'client', ClientId: 2, RegistrationFormId: id })
  const { form } = (await world.call(null, 'GET', '/mobile/register?code=FOTO01')).body.data as {
    form: { fields: { name: string; options: { allowAttachments?: boolean } }[] }
  }
  expect(form.fields.map(({ name, options }) => [name, options.allowAttachments])).toEqual([['cargo', false]])
  const made = await register({
    code: 'FOTO01',
    name: 'Lia',
    phone: '+5511955570001',
    answers: { cargo: 'x', foto: [] },
  })
  expect(made.status).toBe(201)
  expect(await query(sql`select answers from maps where id = ${registered(made).profile.id}`)).toEqual([
    { answers: { cargo: 'x' } },
  ])
})
