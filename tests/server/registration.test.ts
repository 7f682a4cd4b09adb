import type { Client, ListQuery } from '@tocsin/core/api/client'
import { exportRegistrationData } from '@tocsin/core/export/registration-data'
import { encodeMultipart } from '@tocsin/core/api/multipart'
import { registrationDataImport } from '@tocsin/core/resources/registration-data/csv'
import { registrationData } from '@tocsin/core/resources/registration-data/index'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { startWorld, type Reply, type TestWorld } from '../world'

let world: TestWorld
let admin: string
let root: string
beforeAll(async () => {
  world = await startWorld()
  admin = await world.token('acme-admin')
  root = await world.token('root')
})
afterAll(() => world.close())

const send = (method: string, path: string, body?: unknown, token = admin) => world.call(token, method, path, body)
const made = async (path: string, body: unknown) => (await send('POST', path, body)).body.data as { id: number }
const problems = ({ body }: Reply) =>
  Object.fromEntries(body.error?.errors?.map((one) => [one.field, one.message]) ?? [])
const rowsOf = async (path: string, token = admin) =>
  (await send('GET', path, undefined, token)).body.data as unknown as Record<string, unknown>[]
const ids = async (path: string, token = admin) => (await rowsOf(path, token)).map(({ id }) => id)

describe('handlers', () => {
  it('HAND-01 HAND-05 HAND-07 ENT-REG-03 lists those of a client, by mode, and the provider’s own when asked to', async () => {
    expect(await ids('registration-handlers?ClientId=2', root)).toEqual([2, 3])
    expect(await ids('registration-handlers?ClientId=2&mode=site', root)).toEqual([3])
    expect(await ids('registration-handlers?ClientId=2&showGlobal=true', root)).toEqual([1, 2, 3])
    expect(await ids('registration-handlers?clientId=3', root)).toEqual([4])
    // The provider's own are shown to everybody who asks for them; asking shows nothing else.
    expect(await ids('registration-handlers')).toEqual([2, 3])
    expect(await ids('registration-handlers?showGlobal=true')).toEqual([1, 2, 3])
    expect(await ids('registration-handlers?ClientId=3&showGlobal=true')).toEqual([1])
    const manager = await world.token('client-manager')
    expect(await ids('registration-handlers?ClientId=2', manager)).toEqual([2, 3])
    expect(await ids('registration-handlers?ClientId=2&showGlobal=true', manager)).toEqual([1, 2, 3])
    expect((await send('PATCH', 'registration-handlers/1', { name: 'x' })).status).toBe(403)
    expect((await world.call(manager, 'DELETE', 'registration-handlers/1')).status).toBe(403)
    const [row] = await rowsOf('registration-handlers?ids=2')
    expect(row).toMatchObject({ name: 'Folha de pagamento', mode: 'client', ClientId: 2 })
    for (const mode of ['site', 'group', 'client'])
      expect(
        (await send('POST', 'registration-handlers', { name: mode, url: 'https://x.example.org', mode })).status,
      ).toBe(201)
    expect(
      problems(await send('POST', 'registration-handlers', { name: 'x', url: 'https://x.example.org', mode: 'app' })),
    ).toEqual({
      mode: 'formErrors.oneOf',
    })
  })

  it('HAND-03 HAND-04 T51 wants what is required, and an address that is one of the web', async () => {
    const wanted = { name: 'formErrors.required', url: 'formErrors.required' }
    expect(problems(await send('POST', 'registration-handlers', {}))).toEqual({
      ...wanted,
      mode: 'formErrors.required',
    })
    expect(problems(await send('POST', 'v2/registration-handlers', {}))).toEqual({
      ...wanted,
      description: 'formErrors.required',
    })
    for (const url of ['javascript:alert(1)', 'ftp://x.example.org', '//x.example.org', 'https:x', 'x'])
      for (const path of ['registration-handlers/2', 'v2/registration-handlers/2'])
        expect(problems(await send('PATCH', path, { url })), url).toEqual({ url: 'formErrors.link' })
  })

  it('T63 says at the field of either kind that an address leads inside, in whatever spelling', async () => {
    const refused = { url: 'formErrors.internalAddress' }
    for (const [path, given] of [
      ['registration-handlers', { name: 'x', mode: 'client' }],
      ['v2/registration-handlers', { name: 'x', description: 'x' }],
    ] as const) {
      for (const host of ['169.254.169.254', '2130706434', '[::ffff:10.0.0.1]', 'localhost'])
        expect(problems(await send('POST', path, { ...given, url: `http://${host}/` })), host).toEqual(refused)
      const { id } = await made(path, { ...given, url: 'https://example.org/' })
      expect(problems(await send('PATCH', `${path}/${id}`, { url: 'http://127.0.0.1/' }))).toEqual(refused)
      expect((await send('PATCH', `${path}/${id}`, { name: 'y' })).status).toBe(200)
      await send('DELETE', `${path}/${id}`)
    }
  })

  it('HAND-06 ENT-REG-04 A-097 lists the second kind under v2, with the internal ones for provider staff alone', async () => {
    const path = 'v2/registration-handlers'
    expect(await ids(`${path}?clientId=2`, root)).toEqual([2])
    expect(await ids(`${path}?clientId=2&showInternal=true`, root)).toEqual([1, 2])
    expect(await ids(`${path}?ClientId=2&showInternal=true`)).toEqual([2])
    const manager = await world.token('client-manager')
    expect(await ids(`${path}?clientId=2`, manager)).toEqual([2])
    expect(await ids(`${path}?clientId=2&showInternal=true`, manager)).toEqual([1, 2])
    expect((await world.call(manager, 'PATCH', `${path}/1`, { name: 'x' })).status).toBe(403)
    expect((await send('GET', `${path}/1`)).status).toBe(404)
    expect(await rowsOf(`${path}?ids=2`)).toMatchObject([
      { clientId: 2, description: 'Confere a matrícula na secretaria', schema: { matchConfig: { by: ['matricula'] } } },
    ])
  })

  it('A-015 HAND-06 keeps the two apart from the routing by type of user', async () => {
    const asOne = async (path: string) => (await send('GET', path)).body.data
    expect(await asOne('v2/client/v2/registration-handlers')).toEqual(await asOne('v2/registration-handlers'))
    expect(await asOne('v2/client/registration-handlers')).toEqual(await asOne('registration-handlers'))
    expect((await asOne('v2/registration-handlers/2')) as object).toMatchObject({ id: 2, name: 'Matrícula' })
    expect((await send('GET', 'v2/map/v2/registration-handlers')).status).toBe(403)
  })

  it('ENT-REG-04 A-002 keeps matchConfig as it is written, and replaces it as a whole', async () => {
    const path = `v2/registration-handlers/${
      (
        await made('v2/registration-handlers', {
          name: 'x',
          description: 'y',
          url: 'https://x.example.org',
          schema: { matchConfig: { by: ['cpf'], fold: true } },
        })
      ).id
    }`
    const put = await send('PUT', path, { schema: { matchConfig: { by: [] } } })
    expect(put.body.data).toMatchObject({ name: 'x', schema: { matchConfig: { by: [] } } })
    expect((put.body.data as { schema: { matchConfig: object } }).schema.matchConfig).toEqual({ by: [] })
    expect(problems(await send('PUT', path, { schema: { matchConfig: [1] } }))).toEqual({
      'schema.matchConfig': 'formErrors.record',
    })
  })
})

describe('forms', () => {
  const field = (name: unknown, more: object = {}) => ({ name, type: 'text', ...more })
  const draft = (...fields: unknown[]) => ({ name: 'Cadastro', schema: { title: 'T', fields } })

  it('FORM-01 FORM-02 ENT-REG-05 lists those of a client', async () => {
    expect(await ids('registration-forms?ClientId=2', root)).toEqual([1, 2])
    expect(await ids('registration-forms?ClientId=3', root)).toEqual([3, 4])
    expect(await ids('registration-forms?ClientId=3')).toEqual([])
    expect(await rowsOf('registration-forms?q=quem%20e')).toMatchObject([{ id: 1, schema: { title: 'Quem é você?' } }])
  })

  it('FORM-03 FIELD-06 FIELD-07 FIELD-08 FIELD-09 keeps its fields by the rules of a field', async () => {
    const { id } = await made('registration-forms', draft(field('a_1', { tag: 'N 1 ção' })))
    const path = `registration-forms/${id}`
    const saved = async (...fields: unknown[]) => problems(await send('PATCH', path, { schema: { fields } }))
    expect(await saved(field(''), field('ok'), { name: 'b' })).toEqual({
      'schema.fields.0.name': 'formErrors.required',
      'schema.fields.2.type': 'formErrors.required',
    })
    expect(await saved(field('a b'), field('ção'), field('x'.repeat(56)), field('x'.repeat(55)))).toEqual({
      'schema.fields.0.name': 'formErrors.fieldName',
      'schema.fields.1.name': 'formErrors.fieldName',
      'schema.fields.2.name': 'formErrors.maxLength',
    })
    expect(await saved(field('a', { tag: 'x'.repeat(33) }), field('b', { tag: 'a-b' }))).toEqual({
      'schema.fields.0.tag': 'formErrors.maxLength',
      'schema.fields.1.tag': 'formErrors.fieldTag',
    })
    expect(await saved(field('a'), field('b'), field('a'))).toEqual({ 'schema.fields': 'formErrors.fieldNameTwice' })
    expect(await saved(field('a', { options: { choices: [{ text: '' }, { text: 'A', value: 'a' }] } }))).toEqual({
      'schema.fields.0.options.choices.0.text': 'formErrors.required',
      'schema.fields.0.options.choices.0.value': 'formErrors.required',
    })
    expect(await saved({ name: 'a', type: 'slider' })).toEqual({ 'schema.fields.0.type': 'formErrors.oneOf' })
    expect(await saved(field('x'.repeat(55), { tag: 'a_1 ção' }))).toEqual({})
  })
})

describe('codes', () => {
  const code = (draft: object, token = admin) => send('POST', 'registration-codes', { ClientId: 2, ...draft }, token)

  it('CODE-03 A-096 takes automatic approval away with a handler, and refuses both together', async () => {
    const { id } = await made('registration-codes', { config: { autoApprove: true } })
    const path = `registration-codes/${id}`
    const chosen = await send('PATCH', path, { RegistrationHandlerId: 2 })
    expect(chosen.body.data).toMatchObject({ RegistrationHandlerId: 2, config: { autoApprove: false } })
    const refused = { config: 'resources.registration-codes.handlerApproves' }
    expect(problems(await send('PATCH', path, { config: { autoApprove: true } }))).toEqual(refused)
    expect(problems(await code({ regHandlerId: 2, config: { autoApprove: true } }))).toEqual(refused)
    const without = await send('PATCH', path, { RegistrationHandlerId: null, config: { autoApprove: true } })
    expect(without.body.data).toMatchObject({ RegistrationHandlerId: null, config: { autoApprove: true } })
    expect((await code({ regHandlerId: 2 })).body.data).toMatchObject({ config: { autoApprove: false } })
  })

  it('ENT-REG-01 ENT-REG-02 points to a form and to a handler of either kind, not of both', async () => {
    expect((await code({ RegistrationFormId: 1, RegistrationHandlerId: 3 })).status).toBe(201)
    expect(problems(await code({ RegistrationHandlerId: 3, regHandlerId: 2 }))).toEqual({
      regHandlerId: 'resources.registration-codes.oneHandler',
    })
    for (const mode of ['group', 'app', '']) expect((await code({ mode })).status, mode).toBe(mode === '' ? 201 : 400)
  })

  it('T04 points to nothing of another client, by the code and by the schema alone', async () => {
    for (const [field, foreign] of [
      ['RegistrationFormId', 3],
      ['RegistrationHandlerId', 4],
      ['regHandlerId', 3],
    ] as const)
      for (const token of [admin, root])
        expect(problems(await code({ [field]: foreign }, token)), field).toEqual({ [field]: 'formErrors.notFound' })
    for (const column of ['registration_form_id', 'registration_handler_id', 'reg_handler_id'])
      await expect(
        withServer(world.database, (tx) =>
          sql`insert into registration_codes (client_id, code, ${sql.ref(column)}) values (4, 'ZZZZZZ', 4)`.execute(tx),
        ),
        column,
      ).rejects.toMatchObject({ sqlState: expect.stringMatching(/^(23503|23514)$/) })
  })

  it('A-097 points to a handler that the provider offers: of the first kind anybody’s code, of the second by staff', async () => {
    const manager = await world.token('client-manager')
    const first = await code({ RegistrationHandlerId: 1 })
    expect([first.status, first.body.data]).toMatchObject([201, { RegistrationHandlerId: 1 }])
    expect(problems(await code({ regHandlerId: 1 }))).toEqual({ regHandlerId: 'formErrors.notFound' })
    for (const token of [root, manager]) {
      const second = await code({ regHandlerId: 1 }, token)
      expect([second.status, second.body.data]).toMatchObject([201, { regHandlerId: 1 }])
      // Whoever does not see the handler keeps it, sent back with the rest.
      const { id } = second.body.data as { id: number }
      const whole = (await send('GET', `registration-codes/${id}`)).body.data as object
      const kept = await send('PUT', `registration-codes/${id}`, { ...whole, RegistrationFormId: 1 })
      expect([kept.status, kept.body.data]).toMatchObject([200, { regHandlerId: 1, RegistrationFormId: 1 }])
    }
    for (const [path, field] of [
      ['registration-handlers', 'RegistrationHandlerId'],
      ['v2/registration-handlers', 'regHandlerId'],
    ] as const) {
      const refused = await send('DELETE', `${path}/1`, undefined, root)
      const using = await rowsOf(`registration-codes?${field}=1`, root)
      expect(refused.body.error?.details).toEqual({
        relations: [
          {
            noun: 'registration-codes',
            count: using.length,
            names: using.slice(0, 3).map((one) => one['code']),
          },
        ],
      })
      expect((await send('DELETE', `${path}/1`, undefined, manager)).status).toBe(403)
    }
  })

  it('A-097 T04 keeps the owner of a handler among the client and the provider, whatever a statement says', async () => {
    const set = (handler: number | null, owner: number | null) =>
      withServer(world.database, (tx) =>
        sql`update registration_codes set registration_handler_id = ${handler}, registration_handler_client_id = ${owner}
          where id = 1`.execute(tx),
      ).then(
        () => 'written',
        (error: { sqlState?: string }) => error.sqlState,
      )
    expect(await set(4, 1)).toBe('23514')
    expect(await set(999_999, 1)).toBe('23503')
    expect(await set(1, 3)).toBe('written')
    expect(await set(null, 1)).toBe('written')
  })

  it('FORM-01 HAND-01 keeps a form or handler that codes lead to, and says which codes', async () => {
    const url = 'https://x.example.org'
    for (const [path, field, draft] of [
      ['registration-forms', 'RegistrationFormId', { name: 'x' }],
      ['registration-handlers', 'RegistrationHandlerId', { name: 'x', url, mode: 'site' }],
      ['v2/registration-handlers', 'regHandlerId', { name: 'x', url, description: 'y' }],
    ] as const) {
      const { id } = await made(path, draft)
      const first = (await code({ [field]: id })).body.data as { id: number; code: string }
      const refused = await send('DELETE', `${path}/${id}`)
      expect([refused.status, refused.body.error]).toEqual([
        400,
        {
          message: 'CANNOT_DELETE_WITH_RELATIONS',
          details: { relations: [{ noun: 'registration-codes', count: 1, names: [first.code] }] },
        },
      ])
      expect((await send('GET', `${path}/${id}`)).status).toBe(200)
      await send('DELETE', `registration-codes/${first.id}`)
      expect((await send('DELETE', `${path}/${id}`)).status).toBe(200)
    }
  })
})

type Sending = {
  /** Null: not said. */
  contentId?: string | null
  client?: number
  query?: string
  key?: string
  token?: string
  more?: Record<string, unknown>
}

/** Uploads a sheet of registration data as the clients do. */
async function upload(
  sheet: string | Uint8Array,
  { contentId = 'professores-2026', client = 2, query = '', key = '', token = admin, more = {} }: Sending = {},
): Promise<Reply> {
  const bytes = typeof sheet === 'string' ? new TextEncoder().encode(sheet) : sheet
  const { contentType, body } = encodeMultipart(
    { ...(contentId === null ? {} : { contentId }), ...more },
    { csvRegistrationData: { name: 'data.csv', type: 'text/csv', bytes } },
    'border',
  )
  const answer = await world.app.inject({
    method: 'POST',
    url: `/api/clients/${client}/upload${query}`,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': contentType,
      ...(key === '' ? {} : { 'idempotency-key': key }),
    },
    payload: Buffer.from(body),
  })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, body: answer.json() }
}

const badRows = ({ body }: Reply) => (body.error?.details?.['rows'] ?? []) as object[]
const figures = ({ body }: Reply) => {
  const { created, updated, unchanged, skipped } = body.data as Record<string, number>
  return { created, updated, unchanged, skipped }
}
const dataOf = async (schema = 1) => {
  const rows = await rowsOf(`registration-data?RegistrationDataSchemaId=${schema}&limit=1000&order=key%20ASC`)
  return new Map(rows.map((row) => [row['key'], row]))
}

describe('registration data', () => {
  it('RDATA-01 RDATA-02 RDATA-03 ENT-REG-06 ENT-REG-07 lists schemas of a client, and rows of a schema', async () => {
    expect(await rowsOf('registration-data/schemas?ClientId=2', root)).toMatchObject([
      { id: 1, contentId: 'professores-2026', ClientId: 2 },
      { id: 2, contentId: 'visitantes', ClientId: 2 },
    ])
    expect(await ids('registration-data/schemas?ClientId=3')).toEqual([])
    expect(await rowsOf('registration-data?RegistrationDataSchemaId=1&ClientId=2', root)).toMatchObject([
      { key: '10001', tags: ['efetivo', 'manhã'], profileProps: { cargo: 'Professora' }, RegistrationDataSchemaId: 1 },
      { key: '10002', tags: [] },
    ])
    expect(await ids('registration-data?RegistrationDataSchemaId=3')).toEqual([])
    expect(await ids('registration-data?registrationDataSchemaId=3', root)).toEqual([3])
  })

  it('T09 lets two clients have the same content id, and one client none twice', async () => {
    expect((await send('POST', 'registration-data/schemas', { contentId: 'enfermagem' })).status).toBe(201)
    expect(problems(await send('POST', 'registration-data/schemas', { contentId: 'visitantes' }))).toEqual({
      contentId: 'formErrors.taken',
    })
  })

  it('RDATA-04 A-098 makes rows, and replaces those of the same key as a whole', async () => {
    const first = await upload('key,tags,nome,cargo\nA1,um;dois;um,Íris,Diretora\nA2,,João,\n')
    expect([first.status, figures(first)]).toEqual([200, { created: 2, updated: 0, unchanged: 0, skipped: 0 }])
    expect((await dataOf()).get('A1')).toMatchObject({
      tags: ['um', 'dois'],
      profileProps: { nome: 'Íris', cargo: 'Diretora' },
      ClientId: 2,
      version: 1,
    })
    expect((await dataOf()).get('A2')).toMatchObject({ tags: [], profileProps: { nome: 'João' } })

    const second = await upload('key;nome;setor\nA1;Íris Lima;Sul\nA2;João;\nA3;Zoé;Norte\n')
    expect(figures(second)).toEqual({ created: 1, updated: 1, unchanged: 1, skipped: 0 })
    expect((second.body.data as { changes: object }).changes).toEqual({ tags: 1, nome: 1, cargo: 1, setor: 1 })
    const now = (await dataOf()).get('A1')
    expect(now).toMatchObject({ version: 2, tags: [] })
    expect(now!['profileProps']).toEqual({ nome: 'Íris Lima', setor: 'Sul' })
    const [event] = await rowsOf(`audit-events?noun=registration-data&recordId=${String(now!['id'])}&order=id%20DESC`)
    expect(event).toMatchObject({ verb: 'import', username: 'acme-admin', ClientId: 2 })
    expect((event!['changes'] as { tags: object }).tags).toEqual({ before: ['um', 'dois'], after: [] })

    // In the mode `create` it leaves stored rows alone.
    const left = await upload('key,nome\nA1,Outra\nA4,Nova\n', { query: '?mode=create' })
    expect(figures(left)).toEqual({ created: 1, updated: 0, unchanged: 0, skipped: 1 })
    expect((left.body.data as { skippedRows: object[] }).skippedRows).toEqual([
      { row: 1, line: 2, columns: ['nome', 'setor'] },
    ])
  })

  it('RDATA-04 rehearses without writing, and writes all of a sheet or nothing', async () => {
    const before = await dataOf()
    expect(figures(await upload('key,x\nB1,1\nB2,2\n', { query: '?dryRun=1' }))).toMatchObject({ created: 2 })
    expect(await dataOf()).toEqual(before)
    const bad = await upload('key,x\nB1,1\n,2\nB1,3\n5E+12,4\n')
    expect([bad.status, bad.body.error?.message]).toEqual([400, 'missing_data: key'])
    expect(badRows(bad).map((row) => pick(row, ['line', 'column', 'code']))).toEqual([
      { line: 3, column: 'key', code: 'missing_data' },
      { line: 4, column: 'key', code: 'duplicate' },
      { line: 5, column: 'key', code: 'excel_scientific' },
    ])
    expect(await dataOf()).toEqual(before)
  })

  it('T01 T04 T09 RDATA-04 knows schemas of the named client alone, and says what is missing', async () => {
    const sheet = 'key\nX1\n'
    const field = async (options: Sending) => {
      const reply = await upload(sheet, options)
      return [reply.status, problems(reply)]
    }
    const unknown = [400, { contentId: 'formErrors.notFound' }]
    expect(await field({ contentId: 'residentes' })).toEqual(unknown)
    expect(await field({ contentId: 'nobody’s' })).toEqual(unknown)
    // An asker who sees every client still means the named one.
    expect(await field({ contentId: 'residentes', token: root })).toEqual(unknown)
    expect(await field({ contentId: null })).toEqual([400, { contentId: 'formErrors.required' }])
    expect(await field({ contentId: ' ' })).toEqual([400, { contentId: 'formErrors.required' }])
    expect(await field({ contentId: 'a\u0000' })).toEqual([400, { contentId: 'formErrors.characters' }])
    expect((await upload(sheet, { client: 3, contentId: 'residentes' })).status).toBe(404)
    expect((await upload(sheet, { token: root, client: 3, contentId: 'residentes' })).body.error?.message).toBe(
      'CLIENT_LOCKED',
    )
    for (const username of ['acme-site-manager', 'acme-approver', 'broadcast-operator', 'guest', 'monitor-admin'])
      expect((await upload(sheet, { token: await world.token(username) })).status, username).toBe(403)
    expect((await upload(sheet, { more: { siteType: 'site' } })).body.error).toMatchObject({
      message: 'UNKNOWN_PARAMETER',
      details: { parameter: 'siteType' },
    })
    expect((await upload(sheet, { query: '?contentId=visitantes' })).body.error?.message).toBe('CONFLICTING_VALUES')
  })

  it('T56 writes a keyed sheet once, however often it comes, also when it comes twice at once', async () => {
    const sheet = 'key,n\nK1,1\nK2,2\n'
    const [one, other] = await Promise.all([
      upload(sheet, { key: 'reg-1', contentId: 'visitantes' }),
      upload(sheet, { key: 'reg-1', contentId: 'visitantes' }),
    ])
    expect([one.status, other.status]).toEqual([200, 200])
    expect(figures(one)).toEqual(figures(other))
    const again = await upload(sheet, { key: 'reg-1', contentId: 'visitantes' })
    expect([again.headers['idempotent-replayed'], figures(again)]).toEqual(['true', figures(one)])
    expect((await upload('key,n\nK1,9\n', { key: 'reg-1', contentId: 'visitantes' })).status).toBe(422)
    // The same sheet into another schema is another request.
    expect((await upload(sheet, { key: 'reg-1' })).status).toBe(422)
    const rows = await rowsOf('registration-data?RegistrationDataSchemaId=2')
    expect(rows.map(({ key, version }) => [key, version])).toEqual([
      ['K1', 1],
      ['K2', 1],
    ])
  })

  it('T55 T59 refuses columns that reach what every object has, and keeps any other name as it is', async () => {
    for (const name of ['constructor', 'prototype', '__proto__', 'a.constructor', 'a.__proto__.b']) {
      const reply = await upload(`key,${name}\nP1,x\n`)
      expect([name, reply.status, reply.body.error?.message]).toEqual([name, 400, 'header_forbidden'])
    }
    // The columns of a rejects file are passed over.
    expect(figures(await upload('key,_line,toString,=1+1\nP1,x,y,z\n'))).toMatchObject({ created: 1 })
    expect((await dataOf()).get('P1')!['profileProps']).toEqual({ toString: 'y', '=1+1': 'z' })
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
    const twice = await upload('key,nome,nome\nP2,a,b\n')
    expect([twice.status, twice.body.error?.message]).toEqual([400, 'header_duplicate'])
  })

  it('S01 A-068 RDATA-04 takes its own export back unchanged, every column of every row', async () => {
    const contentId = 'volta'
    const { id } = await made('registration-data/schemas', { contentId })
    const sheet = [
      'key,tags,nome,_cargo,toString,"=Nº, ""x""",telefone',
      '0012,"efetivo;manhã, tarde","Íris ""Lis"", de Á",Professora,,"uma\nduas; linhas",+55 11 9 0001',
      `=2+3,,'s-Hertogenbosch,,eu,,0012`,
      'NULL,a,-1,,,1.50,2026-01-01',
      '東京,,,,,,',
    ].join('\r\n')
    expect(figures(await upload(sheet, { contentId }))).toMatchObject({ created: 4 })
    const before = await dataOf(id)
    expect(before.get('0012')).toMatchObject({
      tags: ['efetivo', 'manhã, tarde'],
      profileProps: { _cargo: 'Professora', '=Nº, "x"': 'uma\nduas; linhas', telefone: '+55 11 9 0001' },
    })
    const list = async (_: unknown, { page: __, perPage, ...query }: ListQuery) => {
      const asked = Object.entries({ ...query, limit: perPage }).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, String(value)]],
      )
      const { body } = await send('GET', `registration-data?${new URLSearchParams(asked).toString()}`)
      return { rows: body.data, total: body.total }
    }
    const client = { list } as unknown as Pick<Client, 'list'>
    for (const format of ['csv', 'tsv'] as const) {
      const query = { RegistrationDataSchemaId: id, order: 'key DESC', limit: 1 }
      let file = ''
      for await (const { text } of exportRegistrationData({ client, resource: registrationData, query, format }))
        file += text
      expect(file.split('\r\n')).toHaveLength(6)
      expect(figures(await upload(file, { contentId }))).toEqual({ created: 0, updated: 0, unchanged: 4, skipped: 0 })
    }
    expect(await dataOf(id)).toEqual(before)
  })

  it('S01 writes nothing of a list that was saved and comes back as a sheet', async () => {
    const before = await dataOf()
    for (const header of ['Chave,Tags,Perfil,Atualizado em', 'id,key,tags,profileProps']) {
      const reply = await upload(`${header}\n10001,10001,x,y\n`)
      expect([reply.status, reply.body.error?.message]).toEqual([400, 'header_of_list'])
    }
    expect(await dataOf()).toEqual(before)
  })

  it('T54 T140 refuses a bomb by its measure', async () => {
    const wide = await upload(`key,${Array.from({ length: 2_018 }, (_, n) => `c${n}`).join(',')}\n`)
    expect([wide.status, wide.body.error]).toEqual([
      400,
      { message: 'header_too_wide', details: { max: 64, found: 2_019 } },
    ])
    const long = await upload(`key,x\nL1,${'x'.repeat(40_000)}\n`)
    expect(badRows(long)[0]).toMatchObject({ line: 2, code: 'too_long' })
    const many = await upload(`key\n${Array.from({ length: 10_001 }, (_, n) => `m${n}`).join('\n')}\n`)
    expect([many.status, many.body.error?.message]).toEqual([400, 'too_many_rows'])
  })

  it('T55 reads what Excel saves, and refuses what is no sheet by what it is', async () => {
    const latin = Uint8Array.from(Buffer.from('chave;nome\r\nE1;Conceição\r\n', 'latin1'))
    expect(figures(await upload(latin))).toMatchObject({ created: 1 })
    expect((await dataOf()).get('E1')!['profileProps']).toEqual({ nome: 'Conceição' })
    const wide = Uint8Array.from(Buffer.from('\ufeffkey\tnome\r\nE2\tشارع\r\n', 'utf16le'))
    expect(figures(await upload(wide))).toMatchObject({ created: 1 })
    for (const [sheet, code] of [
      ['{"key": 1}', 'not_csv'],
      ['nome,cargo\na,b\n', 'header_unknown_or_missing'],
      ['tags\na\n', 'header_unknown_or_missing'],
      ['key,nome\n', 'no_rows'],
      ['', 'empty_file'],
    ] as const)
      expect([sheet, (await upload(sheet)).body.error?.message]).toEqual([sheet, code])
    const mixed = await upload('key,nome\nM1,"open\nM2,ok\n')
    expect(mixed.status).toBe(400)
  })

  it('RDATA-04 keeps a schema that has rows, and lets rows and then the schema go', async () => {
    const { id } = await made('registration-data/schemas', { contentId: 'curto' })
    await upload('key\nS1\nS2\n', { contentId: 'curto' })
    expect((await send('DELETE', `registration-data/schemas/${id}`)).body.error).toEqual({
      message: 'CANNOT_DELETE_WITH_RELATIONS',
      details: { relations: [{ noun: 'registration-data', count: 2, names: ['S1', 'S2'] }] },
    })
    for (const row of await ids(`registration-data?RegistrationDataSchemaId=${id}`))
      expect((await send('DELETE', `registration-data/${String(row)}`)).status).toBe(200)
    expect((await send('DELETE', `registration-data/schemas/${id}`)).status).toBe(200)
    expect((await send('POST', 'registration-data', { key: 'x' })).status).toBe(405)
  })

  it('T52 T53 brings every text back as it was, by the sheet that the import itself writes', async () => {
    const keys = ['=1+1', '+55 11', '-23.5', '@x', "'s-Hertogenbosch", 'a;b', '"q"', '東京', '＝x', '0012']
    const { spec } = registrationDataImport.forFile!({ ...registrationDataImport.spec, names: ['key', 'tags', 'n'] })
    expect(spec.names).toEqual(['key', 'tags', 'n'])
    const { chunker } = await import('@tocsin/core/import/chunks')
    const reader = registrationDataImport.forFile!(spec)
    const chunks = chunker(reader, spec.names)
    for (const [line, key] of keys.entries())
      chunks.add({ key, tags: ['a', key.replaceAll(';', '')], profileProps: { n: key } }, line)
    expect(figures(await upload(chunks.end()!.bytes, { contentId: 'visitantes' }))).toMatchObject({
      created: keys.length,
    })
    const stored = await dataOf(2)
    for (const key of keys)
      expect(stored.get(key), key).toMatchObject({ tags: ['a', key.replaceAll(';', '')], profileProps: { n: key } })
  })
})

const pick = (row: object, names: string[]) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name)))
