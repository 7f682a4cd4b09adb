import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { FILE_ADDRESS } from '@tocsin/core/vocabulary/files'
import { sweep } from '../../server/auth/sweep'
import { withClient, withServer } from '../../server/context/actor'
import { pdf, png } from '../images'
import { sendFile } from '../phones'
import { startWorld, type Reply, type TestWorld } from '../world'

/** The survey channel of the fixtures' first app, and surveys of Acme: answered, open, closed. */
const CHANNEL = 14
const DRILL = 1
const CLIMATE = 2
let world: TestWorld
let root: string
beforeAll(async () => {
  world = await startWorld()
  root = await world.token('root')
  await query(sql`update registration_codes set config = '{"autoApprove": true}' where id in (1, 3)`)
})
afterAll(() => world.close())

/** Runs SQL as the server. */
const query = async <T>(text: RawBuilder<T>) => (await withServer(world.database, (tx) => text.execute(tx))).rows
const asRoot = async <T>(method: string, path: string, body?: object): Promise<T> => {
  const reply = await world.call(root, method, path, body)
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`)
  return reply.body.data
}
const said = ({ status, body }: Reply) => [status, body.error?.message]
const problems = ({ status, body }: Reply) => [
  status,
  body.error?.errors?.map(({ field, message }) => [field, message]),
]

type Listed = {
  answeredAt: string | null
  id: number
  name: string
  active: boolean
  config: { fields: object[] }
  pages: object[]
}
type Config = {
  channels: { id: number; name: string; displayOrder: number; parentId: number | null; Surveys: Listed[] }[]
  profiles: { id: number; name: string; status: string; Surveys: Listed[] }[]
}

let phones = 0
/** Registers a phone that is let in, and returns its profile with the token. */
async function phone(code = 'PA07LV', more: object = {}): Promise<{ id: number; token: string }> {
  const number = `+55119444${String(++phones).padStart(5, '0')}`
  const { body } = await world.call(null, 'POST', '/mobile/register', {
    code,
    name: `P ${phones}`,
    phone: number,
    ...more,
  })
  const { token, profile } = body.data as { token: string; profile: { id: number } }
  return { id: profile.id, token }
}
const link = async (survey = DRILL) => (await asRoot<{ token: string }>('POST', `surveys/${survey}/link`, {})).token
/** Makes a survey of these questions on the fixtures' channel. */
const survey = async (fields: object[], more: object = {}) =>
  (
    await asRoot<{ id: number }>('POST', 'surveys', {
      name: 'Nova',
      ClientId: 2,
      Channels: [CHANNEL],
      config: { fields },
      ...more,
    })
  ).id
const publish = () => asRoot('POST', 'apps/1/publish', { versionComment: 'x' })

const read = (path: string, token: string | null) =>
  world.call(null, 'GET', path, undefined, token === null ? {} : { token })
const configOf = async (one: { id: number; token: string }, base = '/mobile/config') =>
  (await read(`${base}?profileId=${one.id}`, one.token)).body.data as Config
const byLink = (id: number, token: string, body: object | string) =>
  world.call(null, 'POST', `surveys/${id}/result`, body, { token })
const byPhone = (id: number, token: string, body: object) =>
  world.call(null, 'POST', `/mobile/v2/surveys/${id}/result`, body, { token })
const resultsOf = (id: number) =>
  query(
    sql<{
      data: object
      map_id: number | null
      channel_id: number
      channel: object
      mobile_profile: object
    }>`select data, map_id, channel_id, channel, mobile_profile
    from survey_results where survey_id = ${id} order by id`,
  )

const drill = { em_ordem: 'sim', sinal: 4, minutos: 5 }

it('A-130 PUB-10 tells a phone the published channels with their surveys, and the surveys that wait for its answer', async () => {
  const one = await phone()
  // The published version has no survey channel yet, whatever the draft has.
  const before = await configOf(one)
  expect(before.channels.map(({ id }) => id)).not.toContain(CHANNEL)
  expect(before.profiles).toEqual([{ id: one.id, name: 'P 1', status: 'active', Surveys: [] }])
  await publish()
  const { channels, profiles } = await configOf(one)
  const channel = channels.find(({ id }) => id === CHANNEL)!
  expect(channel).toMatchObject({ id: CHANNEL, name: 'Pesquisa de clima', channelType: 'survey' })
  expect(channel.Surveys.map(({ id }) => id)).toEqual([CLIMATE, DRILL])
  const [, found] = channel.Surveys
  expect(found).toMatchObject({
    name: 'Simulado de evacuação',
    active: true,
    clientName: 'Acme Educação',
    siteName: 'Escola Municipal Aurora Lima 1',
    config: { title: 'Simulado de evacuação' },
  })
  expect(found!.config.fields).toHaveLength(5)
  // The same for reading, in the words of A-085.
  expect(found!.pages).toMatchObject([
    { elements: [{ name: 'em_ordem', type: 'radios', isRequired: true, choices: [{ value: 'sim' }, {}, {}] }] },
    { elements: [{ name: 'sinal', isRequired: false }, { name: 'minutos' }] },
    { elements: [{ name: 'atrapalhou', visibleIf: { combinator: 'or' } }, { name: 'comentario' }] },
  ])
  expect(channels.filter(({ id }) => id !== CHANNEL).every(({ Surveys }) => Surveys.length === 0)).toBe(true)
  expect(profiles[0]!.Surveys.map(({ id }) => id)).toEqual([CLIMATE, DRILL])
  expect((await configOf(one, '/mobile/v2/config')).channels).toEqual(channels)
  expect((await read('/mobile/config', one.token)).status).toBe(200)
  // Nobody is told who watches a channel or who sees it.
  const { text, headers } = await read(`/mobile/config?profileId=${one.id}`, one.token)
  expect(text).not.toMatch(/MonitoringProviders|visibilityQuery|Portaria/)
  expect([headers['cache-control'], headers['set-cookie']]).toEqual(['no-store', undefined])
})

it('A-130 PUB-10 tells a phone all that it draws of a channel, as it was published', async () => {
  const one = await phone()
  const { channels } = await configOf(one)
  const [emergency, , group, police] = channels
  expect(emergency).toEqual({
    id: 1,
    name: 'Emergência',
    label: 'Emergência',
    title: 'Emergência',
    channelType: 'alert',
    primary: true,
    parentId: null,
    displayOrder: 0,
    config: expect.objectContaining({
      icon: 'warning',
      bgColor1: expect.stringMatching(/^#/),
      bgColor2: expect.stringMatching(/^#/),
      disclaimer: 'Trote é crime.',
      sendNowTitle: 'Enviar agora',
    }),
    Surveys: [],
    BroadcastMessages: [],
  })
  expect([group!.id, group!.parentId, police]).toEqual([
    3,
    null,
    expect.objectContaining({ parentId: 3, displayOrder: 3, config: expect.objectContaining({ phone: '190' }) }),
  ])
  expect(channels.map(({ displayOrder }) => displayOrder)).toEqual(channels.map((_, at) => at))
  await asRoot('PATCH', 'channels/4', { label: 'Rascunho', config: { phone: '191' } })
  expect((await configOf(one)).channels).toEqual(channels)
  await publish()
  const now = (await configOf(one)).channels.find(({ id }) => id === 4)
  expect(now).toMatchObject({ title: 'Rascunho', name: 'Polícia', config: { phone: '191' } })
})

it('A-086 A-139 shows a channel by the role, the site, the tags and the properties of the profile', async () => {
  const show = async (rule: object) => {
    await asRoot('PATCH', 'channels/1', {
      config: { visibilityQuery: { combinator: 'and', rules: [rule] } },
    })
    await publish()
  }
  const sees = async (one: { id: number; token: string }) => (await configOf(one)).channels.some(({ id }) => id === 1)
  const [one, other] = [await phone('PA07LV', { job: 'Porteiro' }), await phone('ACME01')]
  await show({ field: 'site', operator: 'contains', value: 'aurora' })
  expect([await sees(one), await sees(other)]).toEqual([true, false])
  // The rule itself is told to nobody.
  expect((await read('/mobile/config', one.token)).text).not.toContain('aurora')
  await show({ field: 'role', operator: 'equals', value: 'manager' })
  expect([await sees(one), await sees(other)]).toEqual([false, false])
  await asRoot('PUT', `maps/${other.id}`, { role: 'manager' })
  expect([await sees(one), await sees(other)]).toEqual([false, true])
  await show({ field: 'profileProps.job', operator: 'equals', value: 'porteiro' })
  expect([await sees(one), await sees(other)]).toEqual([true, false])
  // The client's registration data of the person with that phone.
  const [schema] = await query(
    sql<{ id: number }>`select id from registration_data_schemas where client_id = 2 limit 1`,
  )
  const [{ phone: number } = { phone: '' }] = await query(
    sql<{ phone: string }>`select profile_props ->> 'phone' as phone from maps where id = ${other.id}`,
  )
  await query(sql`insert into registration_data (client_id, key, tags, profile_props, registration_data_schema_id)
    values (2, ${number}, '["brigada"]', '{"turno": "noite"}', ${schema!.id})`)
  await show({ field: 'tags', operator: 'anyOf', value: ['Brigada'] })
  expect([await sees(one), await sees(other)]).toEqual([false, true])
  await show({ field: 'profileProps.turno', operator: 'equals', value: 'noite' })
  expect([await sees(one), await sees(other)]).toEqual([false, true])
  await asRoot('PATCH', 'channels/1', { config: { visibilityQuery: null } })
  await publish()
})

it('PUB-10 A-146 opens by a link the survey of the link alone, for its channel', async () => {
  const { status, body } = await read('/api/public/config', await link())
  const { channels, profiles } = body.data as Config
  expect([status, profiles]).toEqual([200, []])
  expect(channels.map(({ id, name, Surveys }) => [id, name, Surveys.map((one) => one.id)])).toEqual([
    [CHANNEL, 'Pesquisa de clima', [DRILL]],
  ])
})

it('PUB-11 A-146 takes an answer by a link once, and tells a second one the time of the first', async () => {
  const id = await survey([{ name: 'nota', type: 'rating', required: true }])
  const token = await link(id)
  const sent = { data: { nota: 4 }, latitude: -23.5, longitude: -46.6, ChannelId: CHANNEL }
  const first = await byLink(id, token, sent)
  const { createdAt } = first.body.data as { createdAt: string }
  expect([first.status, first.body.data]).toEqual([201, { id: expect.any(Number), createdAt }])
  expect(createdAt).toBe(new Date(world.clock.now).toISOString())
  world.clock.now += 60_000
  const again = await byLink(id, token, { ...sent, data: { nota: 1 } })
  expect([again.status, again.body.data]).toEqual([200, { ...(first.body.data as object), again: true }])
  // Another link is another person.
  expect((await byLink(id, await link(id), sent)).status).toBe(201)
  expect(await resultsOf(id)).toEqual([
    {
      data: { nota: 4 },
      map_id: null,
      channel_id: CHANNEL,
      channel: { name: 'Pesquisa de clima', label: 'Pesquisa de clima', channelType: 'survey' },
      mobile_profile: null,
    },
    expect.objectContaining({ data: { nota: 4 } }),
  ])
  const [listed] = await asRoot<object[]>('GET', `survey-results?SurveyId=${id}&order=id ASC`)
  expect(listed).toMatchObject({ latitude: -23.5, longitude: -46.6, MobileProfile: null })
})

it('PUB-12 A-146 takes an answer of a profile once for each survey, with who and where they were', async () => {
  const one = await phone('PA07LV', { email: 'p@example.org', job: 'Porteiro' })
  const sent = { data: drill, profileId: one.id, ChannelId: CHANNEL }
  const first = await byPhone(DRILL, one.token, sent)
  expect(first.status).toBe(201)
  expect((await byPhone(DRILL, one.token, { data: drill })).body.data).toMatchObject({ again: true })
  const stored = (await resultsOf(DRILL)).find(({ map_id }) => map_id === one.id)!
  expect(stored).toMatchObject({
    data: drill,
    channel_id: CHANNEL,
    mobile_profile: { email: 'p@example.org', job: 'Porteiro', integrationId: null },
  })
  // The next survey takes one as well, and neither waits for an answer any more.
  expect((await byPhone(CLIMATE, one.token, { data: { clima: 'boa' } })).status).toBe(201)
  expect((await configOf(one)).profiles[0]!.Surveys.map(({ id }) => id)).not.toEqual(
    expect.arrayContaining([DRILL, CLIMATE]),
  )
  expect(problems(await byPhone(CLIMATE, one.token, { ...sent, profileId: 1 }))).toEqual([
    400,
    [['profileId', 'formErrors.notFound']],
  ])
  expect(problems(await byPhone(CLIMATE, (await phone()).token, { data: {}, ChannelId: 1 }))).toEqual([
    400,
    [['ChannelId', 'formErrors.notFound']],
  ])
})

it('A-145 fixes the questions with the first answer, in its transaction, and says so in the history', async () => {
  const id = await survey([{ name: 'nota', type: 'rating' }])
  expect(await asRoot('GET', `surveys/${id}`)).toMatchObject({ locked: false })
  // A refused answer fixes nothing.
  expect((await byLink(id, await link(id), { data: { nota: 'x' } })).status).toBe(400)
  expect(await asRoot('GET', `surveys/${id}`)).toMatchObject({ locked: false })
  await byLink(id, await link(id), { data: { nota: 3 } })
  expect(await asRoot('GET', `surveys/${id}`)).toMatchObject({ locked: true })
  const events = await asRoot<object[]>('GET', `audit-events?noun=surveys&recordId=${id}&order=id DESC`)
  expect(events[0]).toMatchObject({
    verb: 'update',
    username: null,
    changes: { locked: { before: false, after: true }, actor: { before: null, after: 'link' } },
  })
  const written = await asRoot<object[]>('GET', 'audit-events?noun=survey-results&order=id DESC&limit=1')
  expect(written).toMatchObject([{ verb: 'create', ClientId: 2, changes: { SurveyId: { before: null, after: id } } }])
})

it('A-145 lets a save of other questions and a first answer at once both be right: one waits for the other', async () => {
  for (let round = 0; round < 6; round++) {
    const id = await survey([{ name: 'a', type: 'text', required: true }])
    const config = { fields: [{ name: 'b', type: 'text', required: true }] }
    const [answered, saved] = await Promise.all([
      byLink(id, await link(id), { data: { a: 'sim' } }),
      world.call(root, 'PATCH', `surveys/${id}`, { config }),
    ])
    const [row] = await resultsOf(id)
    // Either the answer came first, and the questions stay, or the questions changed, and the answer is none to them.
    if (saved.status === 200) expect([said(answered), row]).toEqual([[400, 'VALIDATION_FAILED'], undefined])
    else expect([said(saved), answered.status, row?.data]).toEqual([[409, 'SURVEY_LOCKED'], 201, { a: 'sim' }])
  }
})

it('A-146 stores one of many answers that one link or one profile sends at once', async () => {
  const id = await survey([{ name: 'nota', type: 'rating' }])
  const token = await link(id)
  const many = <T>(send: () => Promise<T>) => Promise.all(Array.from({ length: 8 }, send))
  const statuses = (replies: Reply[]) => replies.map(({ status }) => status).filter((status) => status !== 200)
  expect(statuses(await many(() => byLink(id, token, { data: { nota: 2 } })))).toEqual([201])
  const one = await phone()
  expect(statuses(await many(() => byPhone(id, one.token, { data: { nota: 3 } })))).toEqual([201])
  expect(await resultsOf(id)).toHaveLength(2)
  // The first answers of several people at once are all stored.
  const other = await survey([{ name: 'nota', type: 'rating' }])
  const links = await Promise.all(Array.from({ length: 6 }, () => link(other)))
  const replies = await Promise.all(links.map((own) => byLink(other, own, { data: { nota: 1 } })))
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 201))
})

it('A-146 says in the config when a link and a profile have answered', async () => {
  const id = await survey([{ name: 'nota', type: 'rating' }])
  const [token, one] = [await link(id), await phone()]
  const ofLink = async () => ((await read('/api/public/config', token)).body.data as Config).channels[0]!.Surveys[0]
  const ofPhone = async () =>
    (await configOf(one)).channels.flatMap(({ Surveys }) => Surveys).find((found) => found.id === id)
  expect([(await ofLink())?.answeredAt, (await ofPhone())?.answeredAt]).toEqual([null, null])
  const first = await byLink(id, token, { data: { nota: 5 } })
  expect([(await ofLink())?.answeredAt, (await ofPhone())?.answeredAt]).toEqual([first.body.data['createdAt'], null])
  const second = await byPhone(id, one.token, { data: { nota: 4 } })
  expect((await ofPhone())?.answeredAt).toBe(second.body.data['createdAt'])
})

it('A-147 takes no answer while the client is off, as its page says', async () => {
  const id = await survey([{ name: 'nota', type: 'rating' }])
  const token = await link(id)
  await asRoot('PATCH', 'clients/2', { active: false })
  const shown = ((await read('/api/public/config', token)).body.data as Config).channels[0]!.Surveys
  const reply = await byLink(id, token, { data: { nota: 5 } })
  await asRoot('PATCH', 'clients/2', { active: true })
  expect([shown[0]?.active, said(reply)]).toEqual([false, [410, 'SURVEY_CLOSED']])
  expect((await byLink(id, token, { data: { nota: 5 } })).status).toBe(201)
})

it('A-147 says of an inactive and of a deleted survey that it is closed, and never that it is not found', async () => {
  const id = await survey([{ name: 'nota', type: 'rating' }])
  const one = await phone()
  const token = await link(id)
  const answered = await link(id)
  const first = await byLink(id, answered, { data: { nota: 5 } })
  for (const close of [
    () => asRoot('PATCH', `surveys/${id}`, { active: false }),
    async () => {
      await asRoot('PATCH', `surveys/${id}`, { active: true })
      await asRoot('DELETE', `surveys/${id}`)
    },
  ]) {
    await close()
    expect(said(await byLink(id, token, { data: { nota: 5 } }))).toEqual([410, 'SURVEY_CLOSED'])
    expect(said(await byPhone(id, one.token, { data: { nota: 5 } }))).toEqual([410, 'SURVEY_CLOSED'])
    const shown = ((await read('/api/public/config', token)).body.data as Config).channels[0]!.Surveys
    expect(shown).toMatchObject([{ id, name: 'Nova', active: false, config: { fields: [] }, pages: [] }])
    const { channels, profiles } = await configOf(one)
    const listed = channels.find((channel) => channel.id === CHANNEL)!.Surveys.find((found) => found.id === id)
    expect(listed).toMatchObject({ active: false, config: { fields: [] } })
    expect(profiles[0]!.Surveys.map((found) => found.id)).not.toContain(id)
    // A person who has answered is told when.
    expect((await byLink(id, answered, { data: {} })).body.data).toEqual({
      ...(first.body.data as object),
      again: true,
    })
  }
  expect(await resultsOf(id)).toHaveLength(1)
})

it('A-140 validates again: drops the answer of a hidden question, wants each required one, and names what is wrong', async () => {
  const token = await link()
  const hidden = { ...drill, atrapalhou: ['portao'], desconhecido: 'x' }
  expect((await byLink(DRILL, token, { data: hidden })).status).toBe(201)
  expect((await resultsOf(DRILL)).at(-1)!.data).toEqual(drill)
  const other = await link()
  const count = (await resultsOf(DRILL)).length
  expect(problems(await byLink(DRILL, other, { data: { minutos: 500 } }))).toEqual([
    400,
    [
      ['data.em_ordem', 'formErrors.required'],
      ['data.minutos', 'formErrors.maxValue'],
    ],
  ])
  expect(problems(await byLink(DRILL, other, {}))).toEqual([400, [['data', 'formErrors.required']]])
  for (const data of ['x', ['x'], 7])
    expect(problems(await byLink(DRILL, other, { data }))).toEqual([400, [['data', 'formErrors.record']]])
  expect(problems(await byLink(DRILL, other, { data: drill, status: 'x' }))).toEqual([
    400,
    [['status', 'formErrors.unknownField']],
  ])
  expect(problems(await byLink(DRILL, other, { data: { ...drill, comentario: 'a\u0000b' } }))).toEqual([
    400,
    [['data', 'formErrors.characters']],
  ])
  expect(await resultsOf(DRILL)).toHaveLength(count)
  // A refused answer may still be put right.
  expect((await byLink(DRILL, other, { data: drill })).status).toBe(201)
})

it('takes an answer to a survey without questions, and of a pattern that takes no time to try', async () => {
  const empty = await asRoot<{ id: number }>('POST', 'surveys', { name: 'Vazia', ClientId: 2, Channels: [CHANNEL] })
  expect((await byLink(empty.id, await link(empty.id), { data: { x: 1 } })).status).toBe(201)
  expect(await resultsOf(empty.id)).toMatchObject([{ data: {} }])
  const validators = [{ type: 'regex', regex: '^(a+)+$', text: 'Só a letra a.' }]
  const id = await survey([{ name: 'letras', type: 'text', options: { validators } }])
  const reply = await byLink(id, await link(id), { data: { letras: `${'a'.repeat(9_000)}!` } })
  expect(reply.body.error?.errors).toMatchObject([
    { field: 'data.letras', message: 'formErrors.regex', values: { said: 'Só a letra a.' } },
  ])
})

it('takes a place on Earth or none', async () => {
  const token = await link()
  const at = async (latitude: unknown, longitude: unknown) =>
    problems(await byLink(DRILL, token, { data: drill, latitude, longitude }))[1]
  expect(await at(90.1, 0)).toEqual([['latitude', 'formErrors.maxValue']])
  expect(await at(0, -180.5)).toEqual([['longitude', 'formErrors.minValue']])
  expect(await at(1, null)).toEqual([['longitude', 'formErrors.required']])
  expect(await at('1', 2)).toEqual([['latitude', 'formErrors.number']])
  expect((await byLink(DRILL, token, { data: drill, latitude: null, longitude: null })).status).toBe(201)
})

it('says of a text that is too long that it is, at its question, as an answer and as a body', async () => {
  const id = await survey([{ name: 'comentario', type: 'textarea', options: { limit: 500 } }])
  const token = await link(id)
  const say = (length: number) => byLink(id, token, { data: { comentario: 'x'.repeat(length) } })
  expect(problems(await say(501))).toEqual([400, [['data.comentario', 'formErrors.maxLength']]])
  expect(problems(await say(70_000))).toEqual([400, [['data', 'formErrors.maxJson']]])
  const large = await say(1_048_576)
  expect([...said(large), large.body.error?.details]).toEqual([413, 'PAYLOAD_TOO_LARGE', { max: 1_048_576 }])
  expect(await resultsOf(id)).toEqual([])
  expect((await say(500)).status).toBe(201)
})

/** Makes a survey that asks for pictures of 1 MB, and beside a text for recordings and files. */
const surveyWithFiles = () =>
  survey([
    {
      name: 'foto',
      type: 'attachment',
      options: {
        attachmentTypes: ['image'],
        attachmentQty: 2,
        attachmentMandatory: 'none',
        attachmentSizes: { image: 1 },
        allowCamera: true,
      },
    },
    {
      name: 'nota',
      type: 'text',
      options: {
        allowAttachments: true,
        attachmentTypes: ['audio', 'file'],
        attachmentQty: 3,
        attachmentMandatory: 'none',
        attachmentSizes: { audio: 1, file: 10 },
      },
    },
    { name: 'texto', type: 'text' },
  ])
/** Sends a file for a question. */
const attach = (base: string, id: number, token: string, field: string, bytes: Uint8Array) =>
  sendFile(world, `${base}/surveys/${id}/files`, token, { field, bytes })
const attachByLink = (id: number, token: string, field: string, bytes: Uint8Array) =>
  attach('/api', id, token, field, bytes)
type Attached = { type: string; url: string }
const attachedIn = (reply: Reply): Attached => {
  expect(reply.status, reply.text).toBe(201)
  return reply.body.data
}
const filesKept = async () => (await query(sql<{ n: number }>`select count(*)::int as n from files`))[0]!.n

it('A-149 ENT-FIELD-05 stores a file for an answer, by link and by profile, and tells it by a signed address alone', async () => {
  const id = await surveyWithFiles()
  const token = await link(id)
  const photo = attachedIn(await attachByLink(id, token, 'foto', png()))
  expect(photo).toEqual({ type: 'image', url: expect.stringMatching(FILE_ADDRESS) })
  const sound = attachedIn(await attachByLink(id, token, 'nota', Buffer.from('ID3\x04')))
  const file = attachedIn(await attachByLink(id, token, 'nota', pdf()))
  expect([sound.type, file.type]).toEqual(['audio', 'file'])
  const data = { foto: [photo], nota: 'ok', 'nota-files': [sound, file] }
  expect((await byLink(id, token, { data })).status).toBe(201)
  // The result keeps the bare addresses, which open nothing.
  expect((await resultsOf(id))[0]!.data).toEqual(data)
  expect((await read(photo.url, null)).status).toBe(404)
  const [told] = await asRoot<{ id: number; data: { foto: Attached[] } }[]>('GET', `survey-results?SurveyId=${id}`)
  const signed = told!.data.foto[0]!.url
  expect(await asRoot('GET', `survey-results/${told!.id}`)).toMatchObject({ data: told!.data })
  const shown = await read(signed, null)
  expect([shown.status, shown.headers['content-type'], shown.headers['cache-control']]).toEqual([
    200,
    'image/png',
    'private, max-age=300, immutable',
  ])
  expect(shown.headers['content-security-policy']).toContain('sandbox')
  expect(shown.headers['x-content-type-options']).toBe('nosniff')
  // A signature opens one file, for five minutes, and no later time that somebody writes into it.
  const { searchParams } = new URL(signed, 'https://x')
  const [expires, signature] = [searchParams.get('expires')!, searchParams.get('signature')!]
  for (const wrong of [
    `${sound.url}?expires=${expires}&signature=${signature}`,
    `${photo.url}?expires=${Number(expires) + 600}&signature=${signature}`,
    `${photo.url}?expires=${expires}&signature=${signature.slice(1)}`,
    `${photo.url}?expires=${expires}`,
  ])
    expect([wrong, (await read(wrong, null)).status]).toEqual([wrong, 404])
  world.clock.now += 5 * 60_000
  expect((await read(signed, null)).status).toBe(404)
  world.clock.now -= 5 * 60_000

  const one = await phone()
  const own = attachedIn(await attach('/mobile/v2', id, one.token, 'foto', png()))
  expect((await byPhone(id, one.token, { data: { foto: [own] } })).status).toBe(201)
})

it('A-149 reads a part of a recording, as players ask for it', async () => {
  const id = await surveyWithFiles()
  const token = await link(id)
  const sound = attachedIn(await attachByLink(id, token, 'nota', Buffer.from('ID3456789')))
  await byLink(id, token, { data: { 'nota-files': [sound] } })
  const [told] = await asRoot<{ data: { 'nota-files': Attached[] } }[]>('GET', `survey-results?SurveyId=${id}`)
  const part = async (range: string) => {
    const { status, text, headers } = await world.call(null, 'GET', told!.data['nota-files'][0]!.url, undefined, {
      range,
    })
    return [status, text, headers['content-range']]
  }
  expect(await part('bytes=0-')).toEqual([206, 'ID3456789', 'bytes 0-8/9'])
  expect(await part('bytes=3-4')).toEqual([206, '45', 'bytes 3-4/9'])
  expect(await part('bytes=7-99')).toEqual([206, '89', 'bytes 7-8/9'])
  for (const whole of ['bytes=9-', 'bytes=5-4', 'bytes=-2', 'bytes=0-1,3-4', 'lines=0-1'])
    expect(await part(whole)).toEqual([200, 'ID3456789', undefined])
})

it('A-149 FIELD-12 stores no file that its question does not take, whatever its name says', async () => {
  const id = await surveyWithFiles()
  const token = await link(id)
  const before = await filesKept()
  const page = Buffer.from('<!doctype html><script>alert(1)</script>')
  const large = (bytes: Uint8Array, size: number) => Buffer.concat([bytes, Buffer.alloc(size)])
  for (const [field, bytes, at, said] of [
    ['foto', page, 'file', 'fileType'],
    ['foto', Buffer.from('ID3\x04'), 'file', 'fileType'],
    ['foto', pdf(), 'file', 'fileType'],
    ['foto', Buffer.alloc(0), 'file', 'fileEmpty'],
    ['foto', png(0, 1), 'file', 'imageBroken'],
    ['foto', png(10_000, 10_000), 'file', 'imageTooLarge'],
    ['foto', large(png(), 2 ** 20), 'file', 'fileTooLarge'],
    ['nota', page, 'file', 'fileType'],
    ['texto', png(), 'field', 'notFound'],
    ['nota-files', pdf(), 'field', 'notFound'],
    ['outra', png(), 'field', 'notFound'],
    ['constructor', png(), 'field', 'notFound'],
  ] as const)
    expect([field, ...problems(await attachByLink(id, token, field, bytes))]).toEqual([
      field,
      400,
      [[at, `formErrors.${said}`]],
    ])
  // A field of 10 MB takes no larger file than the server does.
  const huge = await attachByLink(id, token, 'nota', large(pdf(), 8 * 2 ** 20))
  expect(said(huge)).toEqual([413, 'PAYLOAD_TOO_LARGE'])
  expect(said(await world.call(null, 'POST', `/api/surveys/${id}/files`, {}, { token }))).toEqual([
    415,
    'UNSUPPORTED_MEDIA_TYPE',
  ])
  expect(await filesKept()).toBe(before)
})

it('T24 A-147 A-146 stores no file with a token that opens nothing, of a closed survey or of one that was answered', async () => {
  const id = await surveyWithFiles()
  const [token, other] = [await link(id), await link()]
  const one = await phone()
  const before = await filesKept()
  const toLink = (wrong: string) => attachByLink(id, wrong, 'foto', png())
  for (const wrong of ['', 'x.y.z', one.token, root, other])
    expect(said(await toLink(wrong))).toEqual([401, 'INVALID_AUTHORIZATION_HEADER'])
  const toPhone = (wrong: string, survey = id) => attach('/mobile/v2', survey, wrong, 'foto', png())
  for (const wrong of ['', token, root]) expect(said(await toPhone(wrong))[0]).toBe(401)
  expect(said(await toPhone((await phone('MZ31TT')).token))).toEqual([403, 'FORBIDDEN'])
  expect(said(await toPhone(one.token, 4))).toEqual([404, 'NOT_FOUND'])
  await asRoot('PATCH', `surveys/${id}`, { active: false })
  expect(said(await toLink(token))).toEqual([410, 'SURVEY_CLOSED'])
  await asRoot('PATCH', `surveys/${id}`, { active: true })
  expect((await byLink(id, token, { data: {} })).status).toBe(201)
  expect(said(await toLink(token))).toEqual([409, 'SURVEY_ANSWERED'])
  expect(await filesKept()).toBe(before)
})

it('A-149 takes in an answer the files alone that its own token sent for its survey, for such a question', async () => {
  const [id, elsewhere] = [await surveyWithFiles(), await surveyWithFiles()]
  const [token, stranger] = [await link(id), await link(id)]
  const own = attachedIn(await attachByLink(id, token, 'foto', png()))
  const theirs = attachedIn(await attachByLink(id, stranger, 'foto', png()))
  const ofOther = attachedIn(await attachByLink(elsewhere, await link(elsewhere), 'foto', png()))
  const large = attachedIn(await attachByLink(id, token, 'nota', Buffer.concat([pdf(), Buffer.alloc(2 ** 20)])))
  // A file of a record is public, and no answer.
  await query(sql`insert into files (client_id, name, type, bytes, created_at)
    values (2, repeat('a', 32), 'image/png', '\\x89', now())`)
  const send = (data: object) => byLink(id, token, { data })
  for (const url of [
    'https://example.org/x.png',
    'javascript:alert(1)',
    theirs.url,
    ofOther.url,
    `/api/files/${'a'.repeat(32)}`,
    `/api/files/${'c'.repeat(32)}`,
    large.url,
  ])
    expect([url, ...problems(await send({ foto: [{ type: 'image', url }] }))]).toEqual([
      url,
      400,
      [['data.foto', 'formErrors.noFile']],
    ])
  // Of the type that it was stored as, and no other.
  const asSound = { 'nota-files': [{ type: 'audio', url: large.url }] }
  expect(problems(await send(asSound))).toEqual([400, [['data.nota-files', 'formErrors.noFile']]])
  // And once.
  expect(problems(await send({ foto: [own, own] }))).toEqual([400, [['data.foto', 'formErrors.noFile']]])
  expect(await resultsOf(id)).toEqual([])
  expect((await send({ foto: [own], 'nota-files': [large] })).status).toBe(201)
})

it('T85 A-149 makes no public copy of an attachment, whoever names it', async () => {
  const id = await surveyWithFiles()
  const { url } = attachedIn(await attachByLink(id, await link(id), 'foto', png()))
  const copied = await world.call(root, 'PATCH', 'apps/1', { config: { banner: { url } } })
  expect(problems(copied)).toEqual([400, [['config.banner.url', 'formErrors.noFile']]])
  // The function that copies files of other clients knows none that is private.
  for (const client of [2, 4])
    expect(
      await withClient(
        world.parts,
        client,
        async (tx) => (await sql`select from tocsin_file(${url.slice('/api/files/'.length)})`.execute(tx)).rows,
      ),
    ).toEqual([])
})

it('T85 A-149 keeps the files of answers, and sweeps after a day those that no answer names', async () => {
  const id = await surveyWithFiles()
  const token = await link(id)
  const [kept, dropped, late] = [
    attachedIn(await attachByLink(id, token, 'foto', png())).url,
    attachedIn(await attachByLink(id, token, 'foto', png())).url,
    attachedIn(await attachByLink(id, token, 'foto', png())).url,
  ]
  const are = async () =>
    (
      await query(
        sql<{ url: string }>`select '/api/files/' || name as url from files
          where sender like ${`survey ${id} %`} order by created_at, url`,
      )
    ).map(({ url }) => url)
  const hasAll = (urls: string[]) => expect(new Set(urls))
  await sweep(world.parts)
  world.clock.now += 12 * 3_600_000
  await sweep(world.parts)
  hasAll(await are()).toEqual(new Set([kept, dropped, late]))
  expect((await byLink(id, token, { data: { foto: [{ type: 'image', url: kept }] } })).status).toBe(201)
  world.clock.now += 12 * 3_600_000
  // An answer that is being stored takes the mark off its files, and a sweep at that moment leaves them alone.
  const { sweeping } = await withServer(world.database, async (tx) => {
    await sql`update files set unused_since = null where '/api/files/' || name = ${late}`.execute(tx)
    const sweeping = sweep(world.parts)
    await new Promise((resolve) => setTimeout(resolve, 300))
    return { sweeping }
  })
  await sweeping
  hasAll(await are()).toEqual(new Set([kept, late]))
  world.clock.now -= 24 * 3_600_000
})

it('A-149 keeps so many files of one token, and no more of many that come at once', async () => {
  const id = await surveyWithFiles()
  const token = await link(id)
  const { jti } = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { jti: string }
  const sender = `survey ${id} link ${jti}`
  const { url } = attachedIn(await attachByLink(id, token, 'foto', png()))
  const plant = (more: number, bytes: number) =>
    query(sql`insert into files (client_id, name, type, bytes, created_at, sender)
      select 2, rpad('p' || n || ${`s${bytes}n${id}x`}, 32, 'x'), 'image/png', decode(repeat('00', ${bytes}::int), 'hex'), now(), ${sender}
      from generate_series(1, ${more}::int) n`)
  await plant(98, 1)
  // Another one is being stored, and is counted once it is.
  const { second } = await withServer(world.database, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`files 2 ${sender}`}, 0))`.execute(tx)
    const second = attachByLink(id, token, 'foto', png())
    await new Promise((resolve) => setTimeout(resolve, 300))
    await sql`insert into files (client_id, name, type, bytes, created_at, sender)
      values (2, ${`last${id}`.padEnd(32, 'x')}, 'image/png', '\\x89', now(), ${sender})`.execute(tx)
    return { second }
  })
  expect(problems(await second)).toEqual([400, [['file', 'formErrors.sentFiles']]])
  const full = await attachByLink(id, token, 'foto', png())
  expect(problems(full)).toEqual([400, [['file', 'formErrors.sentFiles']]])
  // Their bytes are counted as well, and another token has its own.
  await query(sql`delete from files where sender = ${sender} and '/api/files/' || name <> ${url}`)
  await plant(12, 8 * 2 ** 20 - 2)
  expect(problems(await attachByLink(id, token, 'foto', png()))).toEqual([400, [['file', 'formErrors.sentFiles']]])
  expect((await attachByLink(id, await link(id), 'foto', png())).status).toBe(201)
  await query(sql`delete from files where sender = ${sender}`)
})

it('T24 A-148 refuses a token that is forged, of another survey or kind, or older than the password, and stores nothing', async () => {
  const one = await phone()
  const token = await link()
  const count = async () => (await query(sql<{ n: number }>`select count(*)::int as n from survey_results`))[0]!.n
  const before = await count()
  const sign = (kind: 'survey' | 'mobile', claims: object) =>
    world.parts.tokens.sign(kind, { sub: '1', ...claims }, world.clock.now)
  const refused = { data: drill }
  for (const [what, wrong] of [
    ['none', ''],
    ['nonsense', 'x.y.z'],
    ['one bit', `${token.slice(0, -3)}${token.at(-3) === 'A' ? 'B' : 'A'}${token.slice(-2)}`],
    ['a phone’s', one.token],
    ['a user’s', root],
    ['without a channel', await sign('survey', { jti: 'x' })],
    ['without an id', await sign('survey', { channel: CHANNEL })],
    ['of a survey that is no number', await sign('survey', { sub: '1 or 1=1', channel: CHANNEL, jti: 'x' })],
  ] as const) {
    expect([what, ...said(await byLink(DRILL, wrong, refused))]).toEqual([what, 401, 'INVALID_AUTHORIZATION_HEADER'])
    expect([what, (await read('/api/public/config', wrong)).status]).toEqual([what, 401])
  }
  // Before a byte of the body is read.
  expect(said(await byLink(DRILL, one.token, '{'.repeat(2_000_000)))).toEqual([401, 'INVALID_AUTHORIZATION_HEADER'])
  expect(said(await byLink(CLIMATE, token, refused))).toEqual([401, 'INVALID_AUTHORIZATION_HEADER'])
  for (const [what, wrong] of [
    ['none', ''],
    ['a link’s', token],
    ['a user’s', root],
    ['of an earlier password', await sign('mobile', { sub: String(one.id), gen: 0 })],
    ['of nobody', await sign('mobile', { sub: '999999', gen: 1 })],
    ['of a number beyond every one', await sign('mobile', { sub: '99999999999', gen: 1 })],
    ['of a name without a person', await sign('mobile', { sub: '20', gen: 1 })],
  ] as const) {
    expect([what, ...said(await byPhone(DRILL, wrong, refused))]).toEqual([what, 401, 'INVALID_AUTHORIZATION_HEADER'])
    expect([what, (await read('/mobile/config', wrong)).status]).toEqual([what, 401])
  }
  expect((await read('/mobile/config?profileId=1', one.token)).status).toBe(400)
  expect((await read('/mobile/config?surprise=1', one.token)).body.error?.message).toBe('UNKNOWN_PARAMETER')
  world.clock.now += 3_600_000
  expect(said(await byPhone(DRILL, one.token, refused))).toEqual([401, 'JWT_EXPIRED'])
  world.clock.now += 30 * 24 * 3_600_000
  expect(said(await byLink(DRILL, token, refused))).toEqual([401, 'JWT_EXPIRED'])
  world.clock.now -= 30 * 24 * 3_600_000 + 3_600_000
  expect(await count()).toBe(before)
})

it('A-148 ends the tokens of phones with a new password, a deactivation and a person or a client that is off', async () => {
  const one = await phone()
  const opens = async () => (await read('/mobile/config', one.token)).status
  expect(await opens()).toBe(200)
  await asRoot('PUT', `maps/${one.id}`, { status: 'deactivated' })
  expect(await opens()).toBe(401)
  await asRoot('PUT', `maps/${one.id}`, { status: 'active' })
  expect(await opens()).toBe(200)
  const person = sql`uuid = (select mobile_user_uuid from maps where id = ${one.id})`
  const [row] = await query(sql<{ id: number }>`update mobile_users set active = false where ${person} returning id`)
  expect(await opens()).toBe(401)
  await query(sql`update mobile_users set active = true where ${person}`)
  await query(sql`update clients set active = false where id = 2`)
  expect(await opens()).toBe(401)
  await query(sql`update clients set active = true where id = 2`)
  const { link: address } = await asRoot<{ link: string }>('POST', `mobile-users/${row!.id}/reset-link`, {})
  const password = 'uma senha nova'
  const reset = { password, passwordConfirm: password }
  expect((await world.call(address.split('/').at(-1)!, 'POST', '/mobile/reset-password', reset)).status).toBe(200)
  expect(await opens()).toBe(401)
})

it('lets a profile that waits for approval see and answer nothing', async () => {
  const waiting = await phone('MZ31TT')
  expect(await configOf(waiting)).toMatchObject({ channels: [], profiles: [{ status: 'pending', Surveys: [] }] })
  const reply = await byPhone(DRILL, waiting.token, { data: drill })
  expect([...said(reply), reply.body.error?.details?.['reason']]).toEqual([
    403,
    'FORBIDDEN',
    'resources.maps.is.pending',
  ])
})

it('T01 tells and takes nothing of another client, whatever a phone or a link names', async () => {
  const one = await phone()
  // Survey 4 is Borealis's.
  expect(said(await byPhone(4, one.token, { data: { plantao: 'sim' } }))).toEqual([404, 'NOT_FOUND'])
  expect(said(await byPhone(999, one.token, { data: {} }))).toEqual([404, 'NOT_FOUND'])
  const { text } = await read('/mobile/config', one.token)
  expect(text).not.toMatch(/Plantão da enfermagem|Borealis/)
  // With the fence of the code alone.
  world.parts.fences.database = false
  expect(said(await byPhone(4, one.token, { data: { plantao: 'sim' } }))).toEqual([404, 'NOT_FOUND'])
  expect((await read('/mobile/config', one.token)).text).not.toMatch(/Plantão da enfermagem|Borealis/)
  world.parts.fences.database = true
  // And with that of the database alone.
  for (const table of [
    'surveys',
    'survey_results',
    'maps',
    'app_versions',
    'registration_data',
    'mobile_passwords',
    'users',
  ]) {
    const { rows } = await withClient(world.parts, 2, (tx) =>
      sql<{
        id: number
      }>`select distinct ${sql.ref(table === 'mobile_passwords' ? 'mobile_user_id' : 'client_id')} as id
        from ${sql.table(table)}`.execute(tx),
    )
    expect([table, rows.filter(({ id }) => id !== 2)]).toEqual([table, []])
  }
})

it('takes answers while the client is locked: that stops its staff and not its people', async () => {
  const [channel] = await query(sql<{ id: number }>`select channel_id as id from survey_channels where survey_id = 5`)
  const token = await world.parts.tokens.sign(
    'survey',
    { sub: '5', channel: channel!.id, jti: 'locked' },
    world.clock.now,
  )
  expect(await attachByLink(5, token, 'x', png())).toMatchObject({ status: 400 })
  expect((await byLink(5, token, { data: {} })).status).toBe(201)
  expect(await query(sql`select locked from surveys where id = 5`)).toEqual([{ locked: true }])
})

it('slows down a link and a phone that send again and again', async () => {
  const token = await link()
  const statuses: number[] = []
  for (let sent = 0; sent < 61; sent++) statuses.push((await byLink(DRILL, token, { data: {} })).status)
  expect(statuses.slice(-2)).toEqual([400, 429])
  expect((await byLink(DRILL, await link(), { data: drill })).status).toBe(201)
})

it('answers what is unknown below /api/public as JSON 404 to everybody', async () => {
  expect(said(await world.call(null, 'GET', '/api/public/anything'))).toEqual([404, 'NOT_FOUND'])
  expect(said(await world.call(null, 'GET', '/mobile/v2/anything'))).toEqual([404, 'NOT_FOUND'])
  expect((await world.call(null, 'POST', '/api/public/config', {})).status).toBe(405)
})
