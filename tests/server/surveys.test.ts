import type { SurveySummary } from '@tocsin/core/form/summary'
import type { FormField } from '@tocsin/core/form/types'
import type { SurveyResult } from '@tocsin/core/resources/survey-results/types'
import type { Survey } from '@tocsin/core/resources/surveys/types'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACME, BOREALIS } from '../../fixtures/clients'
import { users } from '../../fixtures/users'
import { withServer } from '../../server/context/actor'
import { withScope } from '../../server/db/scope'
import { serveResources } from '../../server/resources/index'
import { summaryOf } from '../../server/resources/surveys/summary'
import { startWorld, type Reply, type TestWorld } from '../world'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const send = async (method: string, path: string, body?: object, as = 'acme-admin'): Promise<Reply> =>
  world.call(await world.token(as), method, path, body)
async function data<T>(method: string, path: string, body?: object, as?: string): Promise<T> {
  const reply = await send(method, path, body, as)
  if (reply.status >= 300) throw new Error(`${method} ${path}: ${reply.text}`)
  return reply.body.data
}
const problems = ({ status, body }: Reply) => [
  status,
  body.error?.errors?.map(({ field, message }) => [field, message]),
]

const DRILL = 1
const OPEN = 2
const CHANNEL = 14
const fields: FormField[] = [{ name: 'nota', type: 'rating', title: 'Que nota?', required: true }]
const made = (more: object = {}) =>
  data<Survey>('POST', 'surveys', { name: 'Nova', ClientId: ACME, Channels: [CHANNEL], config: { fields }, ...more })

/** Writes an answer as a phone does. */
const answer = (survey: Survey, answers: object, more: { site?: number; map?: number } = {}) =>
  withServer(world.database, (tx) =>
    sql`insert into survey_results (client_id, survey_id, site_id, map_id, data)
      values (${survey.ClientId}, ${survey.id}, ${more.site ?? null}, ${more.map ?? null}, ${JSON.stringify(answers)}::jsonb)`.execute(
      tx,
    ),
  )

const about = (field: string) => ({ combinator: 'and', rules: [{ field, operator: 'isEmpty' }] })

describe('a survey', () => {
  it('ENT-SURV-01 API-22 A-144 has a name, a switch, its questions, a lock and channels, and is read back as it was made', async () => {
    const survey = await made()
    expect(survey).toMatchObject({
      name: 'Nova',
      active: true,
      locked: false,
      Channels: [{ id: CHANNEL, name: 'Pesquisa de clima', appName: 'Alerta Escolar' }],
      config: { fields },
      deletedAt: null,
    })
    expect(await data('GET', `surveys/${survey.id}`)).toEqual(survey)
    const listed = (await data<Survey[]>('GET', 'surveys?order=id DESC'))[0]!
    expect(listed).toMatchObject({ id: survey.id, Channels: [{ id: CHANNEL }] })
    expect(listed.config).not.toHaveProperty('fields')
    expect((await data<Survey[]>('GET', 'surveys?withSchema=true&order=id DESC'))[0]!.config).toEqual({ fields })
  })

  it('SURV-05 SURV-06 A-115 needs a name, and is active unless it says otherwise; an edit needs both', async () => {
    expect(problems(await send('POST', 'surveys', { ClientId: ACME }))).toEqual([
      400,
      [['name', 'formErrors.required']],
    ])
    const survey = await data<Survey>('POST', 'surveys', { name: 'Só o nome', ClientId: ACME })
    expect(survey).toMatchObject({ active: true, Channels: [], config: { fields: [] } })
    for (const [change, field] of [
      [{ name: '' }, 'name'],
      [{ active: null }, 'active'],
    ] as const)
      expect(problems(await send('PATCH', `surveys/${survey.id}`, change))).toEqual([
        400,
        [[field, 'formErrors.required']],
      ])
  })

  it('PERM-30 is read with surveys:view and changed with surveys:update', async () => {
    for (const [method, path, body, needed] of [
      ['GET', 'surveys', undefined, 'surveys:view'],
      ['GET', `surveys/${OPEN}/summary`, undefined, 'surveys:view'],
      ['GET', 'survey-results', undefined, 'surveys:view'],
      ['POST', 'surveys', { name: 'x', ClientId: ACME }, 'surveys:update'],
      ['PATCH', `surveys/${OPEN}`, { name: 'x' }, 'surveys:update'],
      ['DELETE', `surveys/${OPEN}`, undefined, 'surveys:update'],
      ['POST', `surveys/${OPEN}/link`, {}, 'surveys:update'],
      ['POST', `surveys/${OPEN}/copy`, { name: 'x' }, 'surveys:update'],
    ] as const) {
      const refused = await send(method, path, body, 'acme-site-manager')
      expect([method, path, refused.status, refused.body.error?.details]).toEqual([
        method,
        path,
        403,
        { permission: needed },
      ])
    }
    expect((await send('GET', 'surveys', undefined, 'client-manager')).status).toBe(200)
  })

  it('A-084 takes channels of the kind survey of its own client, and no others', async () => {
    for (const [id, reason] of [
      [1, 'resources.surveys.noSurveyChannel'],
      [414, 'formErrors.notFound'],
      [999, 'formErrors.notFound'],
    ] as const) {
      const refused = await send('POST', 'surveys', { name: 'x', ClientId: ACME, Channels: [id] }, 'root')
      expect(problems(refused)).toEqual([400, [['Channels', reason]]])
    }
  })

  it('A-131 outlives its channels', async () => {
    const { id } = await data<{ id: number }>('POST', 'channels', {
      name: 'Some',
      channelType: 'survey',
      appId: 1,
      clientId: ACME,
    })
    const survey = await made({ Channels: [id, CHANNEL] })
    expect((await send('DELETE', `channels/${id}`)).status).toBe(200)
    expect((await data<Survey>('GET', `surveys/${survey.id}`)).Channels.map((one) => one.id)).toEqual([CHANNEL])
  })

  it.each([
    [
      'a rule about a later field',
      [
        { name: 'a', type: 'text', options: { visibleIfQuery: about('b') } },
        { name: 'b', type: 'text' },
      ],
    ],
    [
      'two fields of one name',
      [
        { name: 'a', type: 'text' },
        { name: 'a', type: 'text' },
      ],
    ],
    ['a name with a blank', [{ name: 'a b', type: 'text' }]],
    ['a name that no answer can have', [{ name: 'constructor', type: 'text' }]],
    [
      'a pattern with look-ahead',
      [{ name: 'a', type: 'text', options: { validators: [{ type: 'regex', regex: '(?=a)' }] } }],
    ],
  ])('FIELD-06 A-139 A-141 refuses %s in its questions, as any form does', async (_, wrong) => {
    const refused = await send('POST', 'surveys', { name: 'x', ClientId: ACME, config: { fields: wrong } })
    expect(refused.status).toBe(400)
    expect(refused.body.error?.errors?.[0]?.field).toMatch(/^config\.fields/)
  })
})

describe('A-145 an answered survey', () => {
  it('keeps its questions, takes another name and is switched off and on', async () => {
    const survey = await made()
    await answer(survey, { nota: 4 })
    const path = `surveys/${survey.id}`
    expect(await data('GET', path)).toMatchObject({ locked: true })
    const other = [{ ...fields[0]!, title: 'Outra' }]
    // The save was begun before the answer, so that it has the version from before.
    const late = await send('PUT', path, { ...survey, config: { fields: other } })
    expect([late.status, late.body.error?.message]).toEqual([409, 'SURVEY_LOCKED'])
    expect(await data('PATCH', path, { name: 'Outro nome', active: false })).toMatchObject({
      name: 'Outro nome',
      active: false,
      locked: true,
      config: { fields },
    })
    // The same questions are no change.
    expect(await data('PUT', path, { ...survey, version: undefined, name: 'Mais um', locked: true })).toMatchObject({
      name: 'Mais um',
    })
  })

  it('is kept by the database where the code forgets', async () => {
    for (const change of [sql`config = '{"fields": []}'`, sql`locked = false`])
      await expect(
        withServer(world.database, (tx) => sql`update surveys set ${change} where id = ${DRILL}`.execute(tx)),
      ).rejects.toMatchObject({ constraint: 'surveys_questions' })
  })

  it('is copied: another name, the same questions and channels, without a lock', async () => {
    const before = await data<Survey>('GET', `surveys/${DRILL}`)
    const copy = await data<Survey>('POST', `surveys/${DRILL}/copy`, { name: 'Simulado de maio' })
    expect(copy).toMatchObject({ name: 'Simulado de maio', locked: false, active: true, Channels: before.Channels })
    expect(copy.config).toEqual(before.config)
    expect(copy.id).not.toBe(DRILL)
    expect(await data('PATCH', `surveys/${copy.id}`, { config: { fields: [] } })).toMatchObject({
      config: { fields: [] },
    })
    const [event] = await data<{ verb: string }[]>('GET', `audit-events?noun=surveys&recordId=${copy.id}&order=id ASC`)
    expect(event).toMatchObject({ verb: 'copy' })
    expect(problems(await send('POST', `surveys/${DRILL}/copy`, {}))).toEqual([400, [['name', 'formErrors.required']]])
  })

  it('is answered while its client is locked, which stops its staff alone', async () => {
    const survey = await data<Survey>('GET', 'surveys/5', undefined, 'root')
    expect(survey).toMatchObject({ ClientId: BOREALIS, locked: false })
    await answer(survey, { nota: 1 })
    expect(await data('GET', 'surveys/5', undefined, 'root')).toMatchObject({ locked: true })
    expect((await send('PATCH', 'surveys/5', { name: 'x' }, 'root')).body.error?.message).toBe('CLIENT_LOCKED')
  })
})

describe('A-146 a public link', () => {
  it('opens the survey for a channel for 30 days, and each is another one', async () => {
    const [one, other] = [
      await data<Link>('POST', `surveys/${OPEN}/link`, {}),
      await data<Link>('POST', `surveys/${OPEN}/link`, {}),
    ]
    const url = new URL(one.link)
    expect([url.pathname, url.searchParams.get('ChannelId'), url.searchParams.get('token')]).toEqual([
      `/static/surveys/${OPEN}`,
      String(CHANNEL),
      one.token,
    ])
    const claims = await world.parts.tokens.verify('survey', one.token)
    expect(claims).toMatchObject({ sub: String(OPEN), channel: CHANNEL })
    const { iat, exp } = claims as unknown as { iat: number; exp: number }
    expect(exp - iat).toBe(30 * 24 * 3600)
    expect((await world.parts.tokens.verify('survey', other.token)).jti).not.toBe(claims.jti)
  })

  it('needs an active survey with a channel, and the choice of one where there are several', async () => {
    const link = (id: number, body: object = {}) => send('POST', `surveys/${id}/link`, body)
    expect((await link(3)).body.error?.details).toMatchObject({ reason: 'resources.surveys.notActive' })
    const bare = await made({ Channels: [] })
    expect((await link(bare.id)).body.error?.details).toMatchObject({ reason: 'resources.surveys.noChannel' })
    const { id } = await data<{ id: number }>('POST', 'channels', {
      name: 'Outro',
      channelType: 'survey',
      appId: 1,
      clientId: ACME,
    })
    const both = await made({ Channels: [CHANNEL, id] })
    expect(problems(await link(both.id))).toEqual([400, [['ChannelId', 'resources.surveys.whichChannel']]])
    expect(
      new URL((await data<Link>('POST', `surveys/${both.id}/link`, { ChannelId: id })).link).searchParams.get(
        'ChannelId',
      ),
    ).toBe(String(id))
    expect(problems(await link(OPEN, { ChannelId: id }))).toEqual([
      400,
      [['ChannelId', 'resources.surveys.otherChannel']],
    ])
  })
})
type Link = { link: string; token: string }

it('A-147 is deleted by a mark, with its answers kept, and restored', async () => {
  const survey = await made()
  await answer(survey, { nota: 5 })
  expect((await send('DELETE', `surveys/${survey.id}`)).status).toBe(200)
  const ids = async (query: string) => (await data<Survey[]>('GET', `surveys?${query}`)).map(({ id }) => id)
  expect(await ids('')).not.toContain(survey.id)
  expect(await ids('showDeleted=true')).toContain(survey.id)
  expect(await data<SurveyResult[]>('GET', `survey-results?SurveyId=${survey.id}`)).toHaveLength(1)
  expect((await send('PATCH', `surveys/${survey.id}`, { name: 'x' })).status).toBe(400)
  expect(await data('POST', `surveys/${survey.id}/restore`, {})).toMatchObject({ deletedAt: null })
})

describe('results', () => {
  it('ENT-SURV-02 SURV-09 API-22 are listed by survey, newest first, with their person, channel and answers', async () => {
    const reply = await send('GET', `survey-results?SurveyId=${DRILL}&limit=2`)
    expect(reply.body).toMatchObject({ total: 4 })
    expect(reply.body.data).toMatchObject([
      {
        createdAt: '2026-01-20T14:12:00.000Z',
        SurveyId: DRILL,
        Survey: { name: 'Simulado de evacuação' },
        MobileProfile: {
          name: 'Mirtes Sabiá',
          phone: '+5511910000000',
          email: 'direcao-1@example.org',
          job: 'Direção',
          integrationId: null,
        },
        Channel: { name: 'Pesquisa de clima', channelType: 'survey' },
        data: { em_ordem: 'sim', sinal: 4, minutos: 5 },
      },
      { createdAt: '2026-01-20T14:10:00.000Z' },
    ])
    expect(await data('GET', `survey-results?SurveyId=${DRILL}&q=zuleica`)).toMatchObject([{ id: 2 }])
    expect((await send('GET', 'survey-results?SurveyId=4')).body).toMatchObject({ data: [], total: 0 })
  })

  it('API-24 are changed by nobody', async () => {
    for (const [method, path] of [
      ['POST', 'survey-results'],
      ['PATCH', 'survey-results/1'],
      ['DELETE', 'survey-results/1'],
    ] as const)
      expect((await send(method, path, method === 'DELETE' ? undefined : {}, 'root')).status).toBe(405)
  })

  it('A-161 those of a site are what its people read, and all that they count', async () => {
    // No role of a site has the permission: what its scope shows is read in that.
    const seen = await withScope(
      world.database,
      { kind: 'clients', clientIds: [ACME], siteId: 1, providerId: null, userId: null },
      (tx) => sql<{ id: number }>`select id from survey_results order by id`.execute(tx),
    )
    expect(seen.rows.map((row) => row.id)).toEqual([1])
    // The code counts no others, also where the database would show all.
    const results = (await serveResources()).get('survey-results')!
    const manager = users.rows.find(({ username }) => username === 'acme-site-manager')!
    const summary = await withServer(world.database, async (tx) => {
      const context = { tx, actor: { ...manager, permissions: [] }, parts: { fences: { code: true } } }
      return summaryOf(context as never, results, await data<Survey>('GET', `surveys/${DRILL}`))
    })
    expect(summary.total).toBe(1)
  })
})

describe('the summary', () => {
  it('counts every result: choices in the order of the form, means, medians, bands and the latest text', async () => {
    const summary = await data<SurveySummary>('GET', `surveys/${DRILL}/summary`)
    expect(summary.total).toBe(4)
    const of = (name: string) => summary.questions.find((one) => one.name === name)
    expect(summary.questions.map(({ name, answered }) => [name, answered])).toEqual([
      ['em_ordem', 4],
      ['sinal', 4],
      ['minutos', 4],
      ['atrapalhou', 2],
      ['comentario', 2],
    ])
    expect(of('em_ordem')!.choices).toEqual([
      { value: 'sim', count: 2 },
      { value: 'em_parte', count: 1 },
      { value: 'não', count: 1 },
    ])
    expect(of('sinal')).toMatchObject({
      mean: 3.5,
      choices: [5, 4, 3, 2, 1].map((value) => ({ value, count: value > 1 ? 1 : 0 })),
    })
    expect(of('minutos')).toMatchObject({
      median: 6.5,
      bands: [
        { from: 4, to: 6, count: 2 },
        { from: 7, to: 9, count: 1 },
        { from: 10, to: 12, count: 0 },
        { from: 13, to: 14, count: 1 },
      ],
    })
    expect(of('atrapalhou')!.choices).toEqual([
      { value: 'portao', count: 1 },
      { value: 'corredor', count: 1 },
      { value: 'sinal', count: 1 },
    ])
    expect(of('comentario')!.latest).toBe('Corredor do segundo andar travou com as mochilas.')
  })

  it('counts other answers, boxes and levels, and nothing where nobody answered', async () => {
    const choices = [{ text: 'Pará', value: 'pa', choices: [{ text: 'Belém', value: 'bel' }] }]
    const survey = await made({
      config: {
        fields: [
          { name: 'um', type: 'radios', options: { choices: [{ text: 'A', value: 'a' }], hasOther: true } },
          { name: 'dois', type: 'checkbox' },
          { name: 'tres', type: 'multilayer_dropdown', options: { choices } },
          { name: 'quatro', type: 'text', options: { fieldType: 'number' } },
        ],
      },
    })
    expect(await data('GET', `surveys/${survey.id}/summary`)).toEqual({
      total: 0,
      questions: ['um', 'dois', 'tres', 'quatro'].map((name) => ({ name, answered: 0 })),
    })
    await answer(survey, { um: 'a', dois: true, tres: ['pa', 'bel'], quatro: 1.5 })
    await answer(survey, { um: 'Lua', tres: ['pa'] })
    expect(await data('GET', `surveys/${survey.id}/summary`)).toEqual({
      total: 2,
      questions: [
        { name: 'um', answered: 2, choices: [{ value: 'a', count: 1 }], other: 1 },
        {
          name: 'dois',
          answered: 1,
          choices: [{ value: true, count: 1 }],
        },
        { name: 'tres', answered: 2, choices: [{ value: 'pa', count: 2 }] },
        { name: 'quatro', answered: 1, mean: 1.5, median: 1.5, bands: [{ from: 1.5, to: 1.5, count: 1 }] },
      ],
    })
  })

  it('holds numbers as far apart as they can be', async () => {
    const survey = await made({ config: { fields: [{ name: 'n', type: 'text', options: { fieldType: 'number' } }] } })
    for (const n of [1.7e308, -1.7e308, 0.5]) await answer(survey, { n })
    const { questions } = await data<SurveySummary>('GET', `surveys/${survey.id}/summary`)
    expect(questions[0]!.bands!.reduce((sum, { count }) => sum + count, 0)).toBe(3)
  })

  it('T01 is of one client alone', async () => {
    expect((await send('GET', 'surveys/4/summary')).status).toBe(404)
  })
})

it('A-145 is renamed and closed where its fixed questions break a rule that is newer than they are', async () => {
  const survey = await made()
  const worn = { fields: [{ ...fields[0], options: { min: 5, max: 1 } }] }
  await withServer(world.database, (tx) =>
    sql`update surveys set config = ${JSON.stringify(worn)}::jsonb, locked = true where id = ${survey.id}`.execute(tx),
  )
  const { config } = await data<Survey>('GET', `surveys/${survey.id}`)
  expect(await data('PATCH', `surveys/${survey.id}`, { name: 'Outra', config })).toMatchObject({
    name: 'Outra',
    config,
  })
  expect(await data('PATCH', `surveys/${survey.id}`, { active: false })).toMatchObject({ active: false })
  const other = { fields: [{ ...fields[0], options: { min: 5, max: 2 } }] }
  expect(problems(await send('PATCH', `surveys/${survey.id}`, { config: other }))).toEqual([
    400,
    [['config.fields.0.options.max', 'formErrors.minValue']],
  ])
})
