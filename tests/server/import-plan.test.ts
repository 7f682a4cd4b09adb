import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { uploadSheet, type Sending } from '../upload-sheet'
import { startWorld, type TestWorld } from '../world'

const CHAOS = process.env['TOCSIN_CHAOS'] !== undefined

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
  const admin = await world.token('vazia-admin')
  const made = [
    await world.call(admin, 'POST', 'apps', { name: 'Alerta', ClientId: 4, ProjectId: 4 }),
    await world.call(admin, 'POST', 'registration-data/schemas', { contentId: 'escolas', ClientId: 4 }),
    await world.call(admin, 'POST', 'registration-codes', { code: 'OWN001', mode: 'client', ClientId: 4 }),
  ]
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201])
})
afterAll(() => world.close())

const upload = (lines: readonly string[], sending: Sending = {}) => uploadSheet(world, lines.join('\n'), sending)
const ofData = { file: 'csvRegistrationData', fields: { contentId: 'escolas' } }

/** Returns the state of every sequence of the schema, as its owner reads them. */
async function drawn(): Promise<Record<string, string | null>> {
  const { rows } = await world.database.transaction((tx) =>
    sql<{ name: string; last: string | null }>`select c.oid::regclass::text as name,
        pg_sequence_last_value(c.oid::regclass)::text as last
      from pg_class c where c.relkind = 'S' and c.relnamespace = 'public'::regnamespace`.execute(tx),
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

it('T129 draws no id of any kind by dry runs, nor by a file that is refused', async () => {
  const HEAD = 'siteName,siteAddress,siteTag,siteAppCode,siteManagerName,smEmail'
  const stays = [HEAD, 'Fica,Rua 1,FICA,FICA01,Ana,ana@example.org']
  expect((await upload(stays)).status).toBe(200)
  const data = ['key,tags,nome', 'k1,a,Ana']
  expect((await upload(data, ofData)).status).toBe(200)

  const sites = [HEAD, 'Ficou,Rua 1,FICA,FICA02,Bia,bia@example.org', 'Nova,Rua 2,NOVA,NOVA01,Caio,caio@example.org']
  const teams = ['siteName,siteAddress,teamTimezone,siteAppCode', 'Equipe,Base 1,America/Bahia,TEAM01']
  const before = await drawn()
  expect(Object.keys(before).length).toBeGreaterThan(20)
  expect(before['sites_id_seq']).not.toBeNull()
  for (const [lines, sending] of [
    [sites, {}],
    [teams, { fields: { siteType: 'team' } }],
    [['key,tags,nome', 'k1,b,Ana', 'k2,a,Bia'], ofData],
  ] as const) {
    const dry = await upload(lines, { ...sending, query: '?dryRun=1&mode=upsert', key: `dry-${lines.length}` })
    expect(dry.body.data, dry.text).toMatchObject({ created: 1, errors: [] })
  }
  expect((await upload([...sites, 'x,y,,OWN001,,'])).status).toBe(400)
  expect(await drawn()).toEqual(before)
  // The same file does draw them once it is written.
  expect((await upload(sites, { query: '?mode=upsert' })).body.data).toMatchObject({ created: 1, updated: 1 })
  expect(await drawn()).not.toEqual(before)
})

it('T139 counts the columns of rows that will be written, not of those that are refused', async () => {
  const HEAD = 'siteName,siteAddress,siteTag,siteCity,siteAppCode'
  const stored = [HEAD, 'Um,Rua C 1,COL1,Natal,COLU01', 'Dois,Rua C 2,COL2,Natal,']
  expect((await upload(stored)).body.data).toMatchObject({ created: 2 })
  const changed = [HEAD, 'Um,Rua C 1,COL1,Recife,COLU01', 'Dois,Rua C 2,COL2,Recife,OWN001']
  const plan = await upload(changed, { query: '?dryRun=1&mode=upsert' })
  expect(plan.body.data).toMatchObject({ updated: 1, changes: { siteCity: 1 } })
  expect((plan.body.data as { changes: object }).changes).toEqual({ siteCity: 1 })
})

it('T129 refuses a row that takes one coordinate from a site, in a plan as in a write', async () => {
  const HEAD = 'siteName,siteAddress,siteTag'
  expect((await upload([`${HEAD},siteLatitude,siteLongitude`, 'Um,Rua L 1,LAT1,-5.8,-35.2'])).status).toBe(200)
  for (const column of ['siteLatitude', 'siteLongitude']) {
    const lines = [`${HEAD},${column}`, 'Um,Rua L 1,LAT1,']
    const refusal = { row: 1, line: 2, column, code: 'missing_data', message: 'formErrors.required' }
    const plan = await upload(lines, { query: '?dryRun=1&mode=upsert' })
    expect(plan.body.data, plan.text).toMatchObject({ updated: 0, changes: {}, errors: [refusal] })
    const written = await upload(lines, { query: '?mode=upsert' })
    expect([written.status, written.body.error?.details], written.text).toMatchObject([400, { rows: [refusal] }])
  }
  const both = [`${HEAD},siteLatitude,siteLongitude`, 'Um,Rua L 1,LAT1,,']
  expect((await upload(both, { query: '?mode=upsert' })).body.data).toMatchObject({ updated: 1, errors: [] })
})

/** Expects that a dry run foretells the outcome of a file, whether it is taken or refused. */
async function expectForetold(lines: readonly string[], sending: Sending): Promise<'written' | 'refused'> {
  const dry = await upload(lines, { ...sending, query: `${sending.query}&dryRun=1` })
  expect(dry.status, dry.text).toBe(200)
  const done = await upload(lines, sending)
  const { errors } = dry.body.data as { errors: unknown[] }
  if (errors.length === 0) expect([done.status, done.body.data], lines.join('\n')).toEqual([200, dry.body.data])
  else expect([done.status, done.body.error?.details?.['rows']], lines.join('\n')).toEqual([400, errors])
  return errors.length === 0 ? 'written' : 'refused'
}

const oneOf = fc.constantFrom<string[]>
/** Cells from pools so small that rows meet each other and stored ones. */
const CELLS: { [column: string]: fc.Arbitrary<string> } = {
  siteName: oneOf('Um', 'Dois', 'Três', ''),
  siteAddress: oneOf('Rua 1', 'Rua 2'),
  siteTag: oneOf('', '', 'A', 'B', 'C', 'D'),
  siteRadius: oneOf('', '0.1', '0.2', '-1', 'x'),
  siteApp: oneOf('', '', 'Alerta', 'Alarme'),
  siteAppCode: oneOf('', '', '', 'OWN001', 'NEW001', 'NEW002', 'NEW003;NEW004', 'NEW005'),
  siteLatitude: oneOf('', '1', '2'),
  siteLongitude: oneOf('', '1', '2'),
  siteManagerName: oneOf('', 'Ana', 'Bia'),
  smEmail: oneOf('', 'ana@example.org', 'bia@example.org'),
}
const sheetOf = (given: readonly string[], most: number) =>
  fc
    .uniqueArray(oneOf(...given), { minLength: 0 })
    .map((more) => [...new Set(['siteName', 'siteAddress', ...more])])
    .chain((columns) =>
      fc
        .array(fc.tuple(...columns.map((column) => CELLS[column]!)), { minLength: 1, maxLength: most })
        .map((rows) => [columns, ...rows].map((cells) => cells.join(','))),
    )

it('T129 foretells by a dry run what becomes of any sheet of sites', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(sheetOf(Object.keys(CELLS), 4), oneOf('create', 'upsert'), async (lines, mode) => {
      seen.add(await expectForetold(lines, { query: `?mode=${mode}` }))
    }),
    { numRuns: CHAOS ? 500 : 60, seed: 129 },
  )
  expect([...seen].sort()).toEqual(['refused', 'written'])
})

it('T129 foretells by a dry run what becomes of any sheet of registration data', async () => {
  const row = fc.tuple(oneOf('k1', 'k2', 'k3', ''), oneOf('', 'a', 'b'), oneOf('Ana', 'Bia'))
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 4 }), oneOf('create', 'upsert'), async (rows, mode) => {
      const lines = ['key,tags,nome', ...rows.map((cells) => cells.join(','))]
      seen.add(await expectForetold(lines, { ...ofData, query: `?mode=${mode}` }))
    }),
    { numRuns: CHAOS ? 500 : 25, seed: 129 },
  )
  expect([...seen].sort()).toEqual(['refused', 'written'])
})
