import type { Site } from '@tocsin/core/resources/sites/types'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { uploadSheet, type Sending } from '../upload-sheet'
import { startWorld, type Reply, type TestWorld } from '../world'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.close())

const upload = (sheet: string | Uint8Array, sending?: Sending): Promise<Reply> => uploadSheet(world, sheet, sending)

/** Returns everything that an import may write, as it is stored. */
const stored = (client: number) =>
  withServer(world.database, async (tx) => ({
    sites: (
      await sql`select name, tag, site_type, version, location, lat, lng, radius, app_id, timezone, active,
        (select jsonb_agg(to_jsonb(m) order by m.id) from maps m where m.site_id = s.id) as managers
      from sites s where client_id = ${client} order by id`.execute(tx)
    ).rows,
    codes: (
      await sql`select code, mode, site_id is not null as bound from registration_codes where client_id = ${client} order by code`.execute(
        tx,
      )
    ).rows,
    // The request for a foreign code is in the history, though nothing is written.
    events: (
      await sql<{ n: number }>`select count(*) as n from audit_events
        where client_id = ${client} and verb <> 'codeClash'`.execute(tx)
    ).rows,
    keys: (await sql<{ n: number }>`select count(*) as n from idempotency_keys`.execute(tx)).rows,
  }))

const HEADER = 'siteName,siteAddress,siteTag,siteRadius,siteAppCode'
const sheet = (...rows: string[]) => [HEADER, ...rows].join('\n')

it('IMPORT-01 A-063 A-065 makes the sites of a file, knows them again, and says what differs', async () => {
  const first = await upload(sheet('Um,Rua 1,T1,0.2,IMP001', 'Dois,Rua 2,,,'))
  expect(first.status, first.text).toBe(200)
  expect(first.body.data).toEqual({
    created: 2,
    updated: 0,
    unchanged: 0,
    skipped: 0,
    errors: [],
    changes: {},
    skippedRows: [],
  })
  const sites = (await world.call(await world.token('vazia-admin'), 'GET', 'sites')).body.data as Site[]
  expect(sites).toMatchObject([
    { name: 'Um', tag: 'T1', radius: 0.2, ProjectId: 4, siteType: 'site', registrationCodes: [{ code: 'IMP001' }] },
    { name: 'Dois', tag: null, radius: 0.1, registrationCodes: [] },
  ])
  expect((await upload(sheet('Um,Rua 1,T1,0.2,IMP001', 'Dois,Rua 2,,,'))).body.data).toMatchObject({
    created: 0,
    unchanged: 2,
  })
  const changed = sheet('Um outro,Rua 1,T1,0.3,IMP001', 'Dois,Rua 2,,0.5,', 'Três,Rua 3,T3,,')
  expect((await upload(changed)).body.data).toMatchObject({
    created: 1,
    updated: 0,
    unchanged: 0,
    skipped: 2,
    changes: {
      siteName: 1,
      siteRadius: 2,
    },
    skippedRows: [
      {
        row: 1,
        line: 2,
        columns: ['siteName', 'siteRadius'],
      },
      {
        row: 2,
        line: 3,
        columns: ['siteRadius'],
      },
    ],
  })
  expect((await upload(changed, { query: '?mode=upsert' })).body.data).toMatchObject({
    created: 0,
    updated: 2,
    unchanged: 1,
    skipped: 0,
  })
  expect((await upload(changed)).body.data).toMatchObject({ unchanged: 3, skipped: 0 })
})

it('A-063 A-065 knows sites again that are alike, one row each, in one file or in parts of it, and refuses one row more', async () => {
  const token = await world.token('vazia-admin')
  const make = (city: string) =>
    world.call(token, 'POST', 'sites', { name: 'Gêmeo', ClientId: 4, location: { formatted: 'Rua 7', city } })
  for (const city of ['Ilhéus', 'Itabuna']) expect((await make(city)).status).toBe(201)
  const head = 'siteName,siteAddress,siteCity\n'
  const both = `${head}Gêmeo,Rua 7,Ilhéus\nGêmeo,Rua 7,Itabuna\n`
  expect((await upload(both)).body.data).toMatchObject({ created: 0, unchanged: 2, skipped: 0 })
  const second = { fields: { twins: '1:1' }, query: '?mode=upsert' }
  expect((await upload(`${head}Gêmeo,Rua 7,Itabuna\n`, second)).body.data).toMatchObject({ unchanged: 1 })
  expect((await upload(`${head}Gêmeo,Rua 7,Una\n`, second)).body.data).toMatchObject({ updated: 1 })
  const cities = async () =>
    ((await world.call(token, 'GET', 'sites?q=gemeo&order=id')).body.data as Site[]).map(
      ({ location }) => location.city,
    )
  expect(await cities()).toEqual(['Ilhéus', 'Una'])

  const third = await upload(`${both}Gêmeo,Rua 7,Ilhéus\n`)
  expect(third.body.error?.details?.['rows']).toMatchObject([
    { row: 3, line: 4, column: 'siteName', code: 'duplicate', values: { line: 2 } },
  ])
  const apart = await upload(`${head}Gêmeo,Rua 7,Ilhéus\n`, { fields: { twins: '1:2' } })
  expect(apart.body.error?.details?.['rows']).toMatchObject([{ row: 1, code: 'duplicate' }])
  for (const twins of ['1', '1:x', ',', 7])
    expect((await upload(both, { fields: { twins } })).body.error?.message).toBe('INVALID_PARAMETER')
  expect(await cities()).toHaveLength(2)
})

it('plans by a dry run exactly what then happens, and writes nothing by it', async () => {
  const file = sheet('Um,Rua 1,T1,0.9,', 'Quatro,Rua 4,T4,,IMP004', 'Três,Rua 3,T3,,')
  for (const mode of ['create', 'upsert']) {
    const before = await stored(4)
    const plans = [
      await upload(file, { query: `?mode=${mode}&dryRun=1`, key: `dry-${mode}` }),
      await upload(file, { query: `?dryRun=true`, fields: { mode } }),
      await upload(file, { fields: { mode, dryRun: true } }),
      await upload(file, { fields: { mode, dryRun: '1' } }),
    ]
    expect(await stored(4)).toEqual(before)
    const done = await upload(file, { query: `?mode=${mode}` })
    expect(done.status).toBe(200)
    for (const plan of plans) expect(plan.body.data).toEqual(done.body.data)
    expect(await stored(4)).not.toEqual(before)
  }
})

it('IMPORT-04 IMPORT-07 A-064 refuses the whole file for a row that lacks something, and lists it in one sentence', async () => {
  const before = await stored(4)
  const refused = await upload(sheet('Bom,Rua 9,T9,,', ',Rua 10,T10,,', 'Sem rua,,T11,,'))
  expect(refused.status).toBe(400)
  expect(refused.body.error?.message).toBe('missing_data: siteName, siteAddress')
  expect(refused.body.error?.errors?.[0]?.message).toBe('missing_data: siteName, siteAddress')
  expect(refused.body.error?.details?.['rows']).toMatchObject([
    { row: 2, line: 3, column: 'siteName', code: 'missing_data' },
    { row: 3, line: 4, column: 'siteAddress', code: 'missing_data' },
  ])
  const rehearsed = await upload(sheet('Bom,Rua 9,T9,,', ',Rua 10,T10,,'), { query: '?dryRun=1' })
  expect(rehearsed.body.data).toMatchObject({ created: 1, errors: [{ row: 2, code: 'missing_data' }] })
  expect(await stored(4)).toEqual(before)
})

it('refuses by row an app the client has not, a code somebody has and a key used twice, and then writes nothing', async () => {
  const before = await stored(4)
  const rows = async (file: string, username = 'vazia-admin') =>
    (await upload(file, { username })).body.error?.details?.['rows']
  expect(await rows('siteName,siteAddress,siteApp\na,b,Alerta Escolar')).toMatchObject([
    { row: 1, column: 'siteApp', code: 'unknown_app' },
  ])
  // By row for an asker who sees the code's owner; others are told only that it exists.
  const taken = { row: 2, column: 'siteAppCode', code: 'code_taken' }
  expect(await rows(sheet('ok,b,N1,,', 'a,b,N2,,BORE01'), 'root')).toMatchObject([taken])
  expect(await rows(sheet('ok,b,N1,,', 'a,b,N2,,IMP001'))).toMatchObject([taken])
  expect((await upload(sheet('ok,b,N1,,', 'a,b,N2,,BORE01'))).body.error?.message).toBe('CODE_ALREADY_EXISTS')
  expect(await rows(sheet('a,b,SAME,,', 'c,d,SAME,,'))).toMatchObject([{ row: 2, line: 3 }])
  expect(await rows(sheet('a,b,,,NEWC01', 'c,d,,,NEWC01'))).toHaveLength(1)
  expect((await upload(sheet('a,b,,,BORE01'))).text).not.toContain('Borealis')
  expect(await stored(4)).toEqual(before)
})

it('brings teams with their time zone as teams, which are no sites', async () => {
  const file = 'siteName,siteAddress,siteTag,teamTimezone\nEquipe,Base 1,T1,America/Bahia'
  expect((await upload(file, { query: '?siteType=team' })).body.data).toMatchObject({ created: 1 })
  expect((await upload(file, { query: '?siteType=team' })).body.data).toMatchObject({ unchanged: 1 })
  const teams = (await world.call(await world.token('vazia-admin'), 'GET', 'teams')).body.data
  expect(teams).toMatchObject([{ name: 'Equipe', tag: 'T1', siteType: 'team', timezone: 'America/Bahia' }])
  const headless = await upload('siteName,siteAddress\nOutra,Base 2', { query: '?siteType=team' })
  expect(headless.body.error?.message).toBe('header_unknown_or_missing')
  const zoneless = await upload('siteName,siteAddress,teamTimezone\nOutra,Base 2,', { query: '?siteType=team' })
  expect(zoneless.body.error?.message).toBe('missing_data: teamTimezone')
})

it('T56 T78 writes a keyed file once, and refuses another under its key', async () => {
  const file = sheet('Chave,Rua 20,K1,,')
  const first = await upload(file, { key: 'run-1' })
  const again = await upload(file, { key: 'run-1' })
  expect(first.body.data).toMatchObject({ created: 1 })
  expect(again.body.data).toEqual(first.body.data)
  expect(again.headers['idempotent-replayed']).toBe('true')
  for (const other of [
    await upload(sheet('Chave,Rua 21,K1,,'), { key: 'run-1' }),
    await upload(file, { key: 'run-1', query: '?mode=upsert' }),
    await upload(file, { key: 'run-1', client: 2, username: 'root' }),
  ])
    expect([409, 422, 200]).toContain(other.status)
  expect((await upload(sheet('Chave,Rua 21,K1,,'), { key: 'run-1' })).status).toBe(422)
  const at = await Promise.all(Array.from({ length: 4 }, () => upload(sheet('Junto,Rua 30,,,'), { key: 'run-2' })))
  for (const { body } of at) expect(body.data).toMatchObject({ created: 1 })
  const sites = (await world.call(await world.token('vazia-admin'), 'GET', 'sites?q=junto')).body
  expect(sites.total).toBe(1)
})

it('T01 PERM-24 lets only those bring a file who may, into clients that they see', async () => {
  const file = sheet('x,y,,,')
  const status = async (username: string, client: number, query = '') =>
    (await upload(file, { username, client, query })).status
  for (const username of [
    'guest',
    'broadcast-operator',
    'acme-approver',
    'acme-site-manager',
    'monitor-admin',
    'monitor-operator',
  ])
    expect(await status(username, 2, '?dryRun=1'), username).toBe(403)
  for (const [username, client] of [
    ['acme-admin', 4],
    ['vazia-admin', 2],
    ['client-manager', 3],
    ['client-manager', 1],
    ['root', 99],
  ] as const)
    expect(await status(username, client), `${username} ${client}`).toBe(404)
  expect(await status('client-manager', 2, '?dryRun=1')).toBe(200)
})

it('T06 takes no file from who is bound to one site, by either fence', async () => {
  await withServer(world.database, (tx) =>
    sql`insert into users (name, username, email, role, user_type, client_id, site_id, password_hash)
      select name, 'acme-site-admin', email, role, user_type, client_id, 1, password_hash from users where id = 6`.execute(
      tx,
    ),
  )
  for (const fences of [
    { code: true, database: true },
    { code: true, database: false },
    { code: false, database: true },
  ]) {
    Object.assign(world.parts.fences, fences)
    expect(
      (await upload(sheet('x,y,ACME-000002,,'), { username: 'acme-site-admin', client: 2, query: '?mode=upsert' }))
        .status,
    ).toBe(403)
  }
  Object.assign(world.parts.fences, { code: true, database: true })
})

it.each([
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]), 'not_csv'],
  ['a spreadsheet', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 6, 0, 8, 0, 0, 0]), 'not_csv'],
  ['nothing', new Uint8Array(), 'empty_file'],
  ['a header alone', new TextEncoder().encode(HEADER), 'no_rows'],
  ['other columns', new TextEncoder().encode('colour,size\nred,7'), undefined],
])('T55 refuses %s by name', async (_what, bytes, code) => {
  const refused = await upload(bytes)
  expect(refused.status, refused.text).toBe(400)
  if (code) expect(refused.body.error?.message).toBe(code)
  else expect(refused.body.error?.message).toMatch(/^header_/)
})

it('refuses options it does not know, files under another name, two files, and a word said two ways', async () => {
  const file = sheet('x,y,,,')
  const code = async (sending: Sending) => {
    const { status, body } = await upload(file, sending)
    return [status, body.error?.message, Object.values(body.error?.details ?? {})[0]]
  }
  expect(await code({ query: '?mode=replace' })).toEqual([400, 'INVALID_PARAMETER', 'mode'])
  expect(await code({ query: '?siteType=castle' })).toEqual([400, 'INVALID_PARAMETER', 'siteType'])
  expect(await code({ query: '?dryRun=maybe' })).toEqual([400, 'INVALID_PARAMETER', 'dryRun'])
  expect(await code({ query: '?dryRun=1&dryRun=0' })).toEqual([400, 'INVALID_PARAMETER', 'dryRun'])
  expect(await code({ query: '?surprise=1' })).toEqual([400, 'UNKNOWN_PARAMETER', 'surprise'])
  expect(await code({ fields: { surprise: 1 } })).toEqual([400, 'UNKNOWN_PARAMETER', 'surprise'])
  expect(await code({ file: 'file' })).toEqual([
    400,
    'INVALID_PARAMETER',
    'csvSites, csvRegistrationData, csvUsers, csvRegistrationCodes',
  ])
  expect(await code({ query: '?mode=create', fields: { mode: 'upsert' } })).toEqual([400, 'CONFLICTING_VALUES', 'mode'])
})
