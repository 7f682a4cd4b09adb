import { commandsOf } from '@tocsin/core/command-line/commands'
import { LOCALES } from '@tocsin/core/base/constants'
import { fieldsOf } from '@tocsin/core/vocabulary/fields-of'
import { createVocabulary } from '@tocsin/core/vocabulary/i18n'
import { kebab, snake } from '@tocsin/core/base/naming'
import { mayDo, neededFor, type Account, type Viewer } from '@tocsin/core/vocabulary/permissions'
import { PERMISSIONS, permissionsOf } from '@tocsin/core/vocabulary/roles'
import { isDeleted } from '@tocsin/core/vocabulary/deletion'
import {
  bookkeeping,
  pathOf,
  resource,
  type Bookkeeping,
  type Draft,
  type Field,
  type Fields,
  type FieldType,
  type Permission,
  type Resource,
  type Verb,
} from '@tocsin/core/vocabulary/resource'
import { allResources } from '@tocsin/core/resources/index'
import { canonical, check, withDefaults } from '@tocsin/core/vocabulary/validate'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ACME, clients, PROVIDER } from '../fixtures/clients'
import { users } from '../fixtures/users'
import { withServer } from '../server/context/actor'
import { cleanHtml } from '../server/records/clean-html'
import type { ServedResource } from '../server/records/served-resource'
import { serveResources } from '../server/resources/index'
import { emptyDatabase, provesAll } from './database'
import { applicable, ofAcme, validDraft, validValue, type Pool } from './drafts'
import { everyField, missingFacts, wordsOf } from './resource-facts'
import { startWorld, type Reply, type TestWorld } from './world'

const resources = await allResources()
const fixtures = clients.rows
const people = users.rows
const named = resources.map((resource) => [resource.name, resource] as const)

const schema = await emptyDatabase()
/** The facts without which the test world does not start, so that they are checked first. */
const missing = await missingFacts(resources, schema)

it('has every fact that a resource needs, each in its file', () => {
  expect(missing).toEqual([])
})

it('says of what a resource lacks in which file it goes', async () => {
  const planted = resource<Bookkeeping & { ClientId: number; name: string }>()({
    name: 'things',
    title: 'name',
    can: { view: 'things:view', create: 'things:update' },
    fields: { ...bookkeeping, ClientId: { type: 'ref', of: 'clients' }, name: { type: 'text' } },
    columns: ['name'],
    tenant: 'ClientId',
    actions: { notify: { can: 'things:update', patch: () => ({ createdAt: '' }), undo: 'irreversible' } },
    messages: { 'en-US': {}, 'pt-BR': { name: 'Coisa' } } as never,
  })
  const projects = resources.find(({ name }) => name === 'projects')!
  const messages = { 'en-US': { ...projects.messages['en-US'] }, 'pt-BR': { ...projects.messages['pt-BR'] } }
  for (const words of Object.values(messages)) words.fields = { ...words.fields, motto: 'x' }
  const changed = { ...projects, fields: { ...projects.fields, motto: { type: 'text' as const } }, messages }
  const lacks = await missingFacts([...resources, planted, changed], schema)
  const words = 'resources.things.names, resources.things.empty, resources.things.fields.ClientId'
  expect(lacks.slice(missing.length)).toEqual([
    'things has no index: add core/resources/things/index.ts',
    'things has no types: add core/resources/things/types.ts',
    'things has no messages: add core/resources/things/messages.ts',
    'things is not served: add server/resources/things/index.ts and its line in server/resources/index.ts',
    'things has no session of the terminal: add tests/cli/things.golden',
    `things has no words for resources.things.name, ${words}, resources.things.fields.name, resources.things.actions.notify in en-US: add them to core/resources/things/messages.ts`,
    `things has no words for ${words}, resources.things.fields.name, resources.things.actions.notify in pt-BR: add them to core/resources/things/messages.ts`,
    'things asks for things:view, which no role has: add it to core/vocabulary/roles.ts',
    'things asks for things:update, which no role has: add it to core/vocabulary/roles.ts',
    'things has no table things: add a file to server/db/migrations that makes it',
    'things.notify patches createdAt, which is read-only: write its function in server/resources/things/index.ts instead',
    'things has no rows in fixtures: add fixtures/things.ts and its line in fixtures/world.ts',
    'projects stores motto nowhere: add the column motto in the file of server/db/migrations that makes projects',
  ])
})

/** Any id at all: for checks of a draft that come before anybody looks whether its references exist. */
const anywhere: Pool = () => [1, 2]

const day = (value: unknown) => (typeof value === 'string' ? value.slice(0, 10) : (value ?? null))

/** The values that the server fills in where none are given. */
const filled: Record<string, (record: Draft, answer: Draft) => Draft> = {
  'registration-codes': (record, answer) => ({
    ...record,
    code: String(record['code'] ?? answer['code']).toUpperCase(),
  }),
  sites: (record) => ({ ...record, ProjectId: record['ProjectId'] ?? ACME }),
  teams: (record) => ({ ...record, ProjectId: record['ProjectId'] ?? ACME }),
  'license-comments': (record) => ({ ...record, startDate: day(record['startDate']), endDate: day(record['endDate']) }),
  'public-codes': (record) => ({ ...record, code: String(record['code']).toUpperCase() }),
  // An empty title keeps the one before, which is first the name (CHAN-13).
  channels: (record, answer) => {
    const config = record['config'] as Draft
    const both = record['channelType'] === 'intercom' ? { idaplication: config['applicationId'] } : {}
    return { ...record, label: record['label'] ?? answer['label'] ?? record['name'], config: { ...config, ...both } }
  },
  // A request to push, which is never answered.
  'monitoring-providers': (record) => ({ ...record, sync: false }),
  users: (record) => {
    const own = { tocsin: PROVIDER, 'monitoring-provider': ACME }[String(record['userType'])]
    return own === undefined ? record : { ...record, ClientId: own }
  },
}

const draftsOf = (resource: Resource, pool: Pool, complete = false) => validDraft(resource, pool, { complete })

const isList = (field: Field | undefined) => field?.type === 'list' || field?.type === 'refs'

/** Returns the answer that a written record promises: its answered fields, in their stored form. */
async function promised(resource: Resource, record: Draft, answer: Draft): Promise<Draft> {
  const stored =
    filled[resource.name]?.(canonical(resource.fields, record), answer) ?? canonical(resource.fields, record)
  const promise: Draft = {}
  for (const [name, value] of Object.entries(stored)) {
    const field = resource.fields[name]
    if (field?.secret) continue
    if (value === null && isList(field)) promise[name] = []
    else if (field?.told) promise[name] = (value as number[]).map((id): unknown => expect.objectContaining({ id }))
    else promise[name] = field?.type === 'html' ? await cleanHtml(String(value)) : value
  }
  return promise
}

/** Deletes records that were made with a record and keep it from being deleted. */
const emptied: Record<string, (id: number) => Promise<void>> = {
  'monitoring-providers': async (id) => {
    const { body } = await world.call(root, 'GET', `users?MonitoringProviderId=${id}`)
    for (const user of body.data as { id: number }[]) await world.call(root, 'DELETE', `users/${user.id}`)
  },
}

let world: TestWorld
let root: string
let servedResources: ReadonlyMap<string, ServedResource>

beforeAll(async () => {
  if (missing.length > 0) return
  world = await startWorld()
  root = await world.token('root')
  servedResources = await serveResources()
})
afterAll(async () => {
  await schema.close()
  await world?.close()
})

const rowsOf = async (resource: Resource, query = ''): Promise<Draft[]> => {
  const { status, text, body } = await world.call(
    root,
    'GET',
    `${pathOf(resource)}?limit=1000&${SHOW_ALL(resource)}${query}`,
  )
  expect(
    status,
    `root lists ${resource.name}: ${text} (a 403 here: its strings are missing in core/vocabulary/roles.ts)`,
  ).toBe(200)
  return body.data
}

const SHOW_ALL = (resource: Resource) =>
  [
    ...(resource.switch ? ['showInactive=true'] : []),
    ...(resource.deleted ? ['showDeleted=true'] : []),
    ...(resource.name === 'monitoring-providers' ? [`ClientId=${fixtures.map(({ id }) => id).join(',')}`] : []),
    ...(resource.name === 'users' ? [`userType=${resource.fields['userType']?.choices?.join(',')}`] : []),
  ].join('&')

const problemsIn = ({ body }: Reply) =>
  Object.fromEntries((body.error?.errors ?? []).map((one) => [one.field, one.message]))
const sample = <T>(arbitrary: fc.Arbitrary<T>, count = 1): T[] => fc.sample(arbitrary, { numRuns: count, seed: 7 })
const one = <T>(arbitrary: fc.Arbitrary<T>): T => sample(arbitrary)[0] as T

/** Returns a record without the value at a path. */
function without(record: Draft, path: string): Draft {
  const [name = '', ...rest] = path.split('.')
  const copy = { ...record }
  if (rest.length === 0) delete copy[name]
  else copy[name] = without(copy[name] as Draft, rest.join('.'))
  return copy
}

const VERBS: Record<Verb, (resourceName: string, id: number) => [method: string, path: string, body?: Draft]> = {
  view: (resourceName) => ['GET', resourceName],
  create: (resourceName) => ['POST', resourceName, {}],
  update: (resourceName, id) => ['PUT', `${resourceName}/${id}`, {}],
  delete: (resourceName, id) => ['DELETE', `${resourceName}/${id}`],
}
const declaredVerbs = (resource: Resource) =>
  (Object.keys(VERBS) as Verb[]).filter((verb) => resource.can[verb] !== undefined)

describe.skipIf(missing.length > 0).each(named)('%s', (name, resource) => {
  const route = pathOf(resource)
  const { fields, actions } = resource
  const isNoClients = resource.tenant === undefined && name !== 'clients'
  const writable = Object.entries(fields).filter(([, field]) => field.readonly !== true)

  it('has rows in at least two clients, or several where it is no client’s', async () => {
    if (isNoClients) return expect((await rowsOf(resource)).length).toBeGreaterThanOrEqual(2)
    const filter = name === 'clients' ? 'ids' : resource.tenant
    const totals: number[] = []
    for (const { id } of fixtures) {
      const { body } = await world.call(root, 'GET', `${route}?limit=1&${filter}=${id}`)
      totals.push(body.total ?? 0)
    }
    expect(totals.filter((total) => total > 0).length).toBeGreaterThanOrEqual(2)
  })

  it('T02 refuses every verb to a guest, and names the permission that is missing', async () => {
    const guest = await world.token('guest')
    const viewer: Viewer = { userType: 'tocsin', role: 'guest', permissions: ['guest'] }
    const seesNone = mayDo(viewer, resource, 'view')
    const refused = async (permission: Permission | undefined, ...[method, path, body]: [string, string, Draft?]) => {
      const reply = await world.call(guest, method, path, body)
      expect([method, path, reply.status, reply.body.error?.message]).toEqual([method, path, 403, 'FORBIDDEN'])
      expect(reply.body.error?.details).toEqual({ permission: neededFor(permission, viewer).join(' | ') })
    }
    for (const verb of declaredVerbs(resource))
      if (!(verb === 'view' && seesNone)) await refused(resource.can[verb], ...VERBS[verb](route, 1))
    // A resource that no permission opens is there for a guest, and empty.
    if (seesNone) {
      expect((await world.call(guest, 'GET', route)).body).toMatchObject({ data: [], total: 0 })
      expect((await world.call(guest, 'GET', `${route}/1`)).status).toBe(404)
    } else await refused(resource.can.view, 'GET', `${route}/1`)
    if (resource.can.update) await refused(resource.can.update, 'PATCH', `${route}/1`, {})
    for (const [action, { can, path }] of Object.entries(actions))
      await refused(can, 'POST', `${route}/1/${path ?? kebab(action)}`, {})
  })

  it('T02 asks of every account exactly the permission that is declared', async () => {
    const accounts = people.filter((user) => user.hasPassword && user.mfaMethod.length === 0)
    for (const user of accounts) {
      const token = await world.token(user.username)
      const viewer: Viewer = { ...user, permissions: permissionsOf(user.userType, user.role) }
      for (const verb of declaredVerbs(resource)) {
        // No row has this id, so an asker who may go on hears 404, or 400 of an empty record.
        const [method, path, body] = VERBS[verb](route, 2_000_000_000)
        const { status, body: answer } = await world.call(token, method, path, body)
        const named = neededFor(resource.can[verb], viewer).length > 0
        const refused = status === 403 && (!named || answer.error?.details?.['permission'] !== undefined)
        expect([user.username, verb, refused]).toEqual([user.username, verb, !mayDo(viewer, resource, verb)])
      }
    }
  })

  it('answers 405 to a verb that it does not declare', async () => {
    for (const verb of Object.keys(VERBS) as Verb[]) {
      if (resource.can[verb]) continue
      const [method, path, body] = VERBS[verb](route, 1)
      const { status, headers } = await world.call(root, method, path, body)
      expect([verb, status]).toEqual([verb, 405])
      expect(String(headers['allow'])).not.toContain(method)
    }
  })

  it("T01 takes another client's record for none", async () => {
    const stranger = await world.token('vazia-admin')
    const viewer: Viewer = { userType: 'client', role: 'admin', permissions: permissionsOf('client', 'admin') }
    const theirs = (await rowsOf(resource)).find(
      // Everybody reads what is public.
      (row) =>
        row['visibility'] !== 'public' &&
        (isNoClients || (name === 'clients' ? row['id'] : row[resource.tenant ?? '']) === ACME),
    ) as { id: number }
    expect(theirs).toBeDefined()
    const tries: [Verb | { action: string }, string, string, Draft?][] = [
      ['view', 'GET', `${route}/${theirs.id}`],
      ['update', 'PUT', `${route}/${theirs.id}`, {}],
      ['update', 'PATCH', `${route}/${theirs.id}`, {}],
      ['delete', 'DELETE', `${route}/${theirs.id}`],
      ...Object.entries(actions).map(
        ([action, { path }]) => [{ action }, 'POST', `${route}/${theirs.id}/${path ?? kebab(action)}`, {}] as never,
      ),
    ]
    for (const [verb, method, path, body] of tries) {
      if (typeof verb === 'string' && !resource.can[verb]) continue
      const reply = await world.call(stranger, method, path, body)
      const nobody = await world.call(stranger, method, path.replace(String(theirs.id), '2000000000'), body)
      const expected = mayDo(viewer, resource, verb) ? 404 : 403
      expect([method, path, reply.status]).toEqual([method, path, expected])
      // Nothing distinguishes a record that exists elsewhere from a missing one.
      expect({ ...reply.body, meta: null }).toEqual({ ...nobody.body, meta: null })
    }
    const { status, body } = await world.call(stranger, 'GET', `${route}?ids=${theirs.id}`)
    if (mayDo(viewer, resource, 'view')) expect([body.data, body.total]).toEqual([[], 0])
    else expect(status).toBe(403)
  })

  if (resource.can.create)
    it('VAL-02 wants every required field, and says so at the field', async () => {
      const drafts = sample(draftsOf(resource, anywhere, true), 100)
      for (const { path, field, outer } of everyField(fields)) {
        if (!field.rules?.some((rule) => rule.required) || field.default !== undefined || field.readonly === true)
          continue
        if (outer && (outer.readonly === true || outer.type === 'list')) continue
        const base = drafts.find((draft) => applies(fields, path, draft))
        if (!base) throw new Error(`no draft in which ${path} applies`)
        const reply = await world.call(root, 'POST', route, without(base, path))
        // A missing group is told by its required parts.
        const at =
          field.type === 'group' ? Object.keys(problemsIn(reply)).filter((one) => one.startsWith(`${path}.`)) : [path]
        expect([path, reply.status, at.length > 0]).toEqual([path, 400, true])
        expect(problemsIn(reply)).toEqual(Object.fromEntries(at.map((one) => [one, 'formErrors.required'])))
      }
    })

  if (resource.can.create)
    it('API-15 API-16 API-20 API-21 keeps what it is given', async () => {
      await fc.assert(
        fc.asyncProperty(draftsOf(resource, ofAcme), draftsOf(resource, ofAcme, true), async (draft, later) => {
          const made = await world.call(root, 'POST', route, draft)
          expect([made.status, made.body.error]).toEqual([201, undefined])
          const created = made.body.data as Draft & { id: number; version: number }
          // No later answer has the text that is told once.
          if (resource.creation?.secret) delete created[resource.creation.secret]
          const full = withDefaults(fields, draft)
          expect(created).toMatchObject(await promised(resource, full, created))

          const got = await world.call(root, 'GET', `${route}/${created.id}`)
          expect(got.body.data).toEqual(created)
          const listed = await rowsOf(resource, `&ids=${created.id}`)
          expect(listed).toEqual([expect.objectContaining(await promised(resource, full, created))])

          if (resource.can.update) {
            const wanted = Object.fromEntries(Object.entries(later).filter(([key]) => !fields[key]?.readonly))
            if (wanted['locked']) delete wanted['locked']
            const every = { ...pick(created, writable), ...wanted }
            const changes = applicable(fields, wanted, every)
            const whole = { ...pick(created, writable), ...changes }
            if (check(fields, { ...whole, id: created.id }).length === 0) {
              const put = await world.call(root, 'PUT', `${route}/${created.id}`, changes)
              expect([put.status, put.body.error]).toEqual([200, undefined])
              const { ProjectId, ...rest } = await promised(resource, whole, created)
              expect(put.body.data).toMatchObject(rest)
              if (ProjectId !== undefined)
                expect(put.body.data).toHaveProperty('ProjectId', changes['ProjectId'] ?? null)
              expect((await world.call(root, 'GET', `${route}/${created.id}`)).body.data).toEqual(put.body.data)
              // The whole record sent back as it was answered changes nothing (API-25 sends it so).
              const again = await world.call(root, 'PUT', `${route}/${created.id}`, put.body.data)
              expect(again.body.data).toEqual(put.body.data)
            }
          }
          if (resource.can.delete) {
            await emptied[name]?.(created.id)
            const gone = await world.call(root, 'DELETE', `${route}/${created.id}`)
            expect([gone.status, gone.body.error]).toEqual([200, undefined])
            const after = await world.call(root, 'GET', `${route}?ids=${created.id}`)
            expect(after.body.data).toEqual([])
            if (!resource.deleted) expect((await world.call(root, 'GET', `${route}/${created.id}`)).status).toBe(404)
          }
        }),
        { numRuns: provesAll && name !== 'users' ? 12 : 6, seed: 11 },
      )
    })

  if (resource.can.create)
    it('refuses a field that nobody declared, at any depth', async () => {
      const draft = one(draftsOf(resource, ofAcme, true))
      const locked = fixtures.filter((client) => client.locked).map(({ id }) => id)
      // A locked client is told before anything else.
      const isOpen = (row: Draft) =>
        !locked.includes((name === 'clients' ? row['id'] : row[resource.tenant ?? '']) as number)
      const rows = (await rowsOf(resource)) as (Draft & { id: number })[]
      const row = rows.find((one) => !isDeleted(resource, one) && isOpen(one))
      const bogus: [string, Draft][] = [['bogus', { bogus: 1 }]]
      for (const [key, field] of writable)
        if (field.type === 'group' && !field.when && field.readonly !== 'after-create')
          bogus.push([`${key}.bogus`, { [key]: { ...(draft[key] as Draft), bogus: 1 } }])
      for (const [path, extra] of bogus) {
        const created = await world.call(root, 'POST', route, { ...draft, ...extra })
        expect([path, created.status, problemsIn(created)]).toEqual([path, 400, { [path]: 'formErrors.unknownField' }])
        if (!resource.can.update) continue
        const changed = await world.call(root, 'PATCH', `${route}/${row?.id}`, extra)
        expect([path, changed.status, problemsIn(changed)]).toEqual([path, 400, { [path]: 'formErrors.unknownField' }])
      }
    })

  if (resource.can.create && resource.can.update)
    it('A-002 answers every wrong value with its field, and never with a failure of its own', async () => {
      const made = await world.call(root, 'POST', route, one(draftsOf(resource, ofAcme, true)))
      const { id } = made.body.data as { id: number }
      const wrong = [
        null,
        '',
        ' ',
        0,
        -1,
        1.5,
        1e300,
        'x',
        'a\u0000b',
        '\ud800',
        '2026-02-31',
        true,
        [],
        [null],
        [[]],
        ['x'],
        {},
        { x: 1 },
      ]
      for (const [key] of writable)
        for (const value of wrong) {
          // Locked, it would take nothing more.
          if (key === 'locked' && value === true) continue
          const { status, body } = await world.call(root, 'PATCH', `${route}/${id}`, { [key]: value })
          const told = body.error?.errors?.map(({ field }) => field?.split('.')[0]) ?? []
          const fair =
            status === 200 || (status === 400 && (told.length > 0 || body.error?.message === 'INVALID_OLD_PASSWORD'))
          expect([key, value, status, body.error?.message, fair]).toEqual([
            key,
            value,
            status,
            body.error?.message,
            true,
          ])
        }
    }, 120_000)

  it('lies in its table as it is declared', async () => {
    const served = servedResources.get(name) as ServedResource
    const { rows } = await withServer(
      world.database,
      (tx) =>
        sql<{ column: string; type: string; nullable: boolean }>`select column_name as column, data_type as type,
          is_nullable = 'YES' as nullable from information_schema.columns
          where table_schema = 'public' and table_name = ${snake(name)}`.execute(tx),
      { readOnly: true },
    )
    const columns = new Map(rows.map((row) => [row.column, row]))
    for (const [key, { column, field }] of served.stored) {
      const found = columns.get(column)
      expect([key, column, TYPES[field.type]]).toEqual([key, column, expect.arrayContaining([found?.type])])
    }
    // A field that is computed for some rows has a column for the others.
    const known = new Set(
      [...served.stored.values()].map(({ column }) => column).concat(Object.keys(fields).map(snake)),
    )
    expect([...columns.keys()].filter((column) => !known.has(column) && !UNDECLARED.has(column))).toEqual([])
  })

  it('is declared in the closed vocabulary', () => {
    expect(Object.keys(resource).filter((key) => !RESOURCE_KEYS.has(key))).toEqual([])
    // The history stores the token of a change under this name.
    expect(Object.keys(fields)).not.toContain('token')
    const inputs = Object.values(actions).flatMap(({ input }) => (input ? [input] : []))
    for (const set of [fields, resource.filters ?? {}, ...inputs])
      for (const { path, field } of everyField(set)) {
        expect([path, Object.keys(field).filter((key) => !FIELD_KEYS.has(key))]).toEqual([path, []])
        expect([path, field.type in TYPES]).toEqual([path, true])
        expect([path, field.type === 'choice']).toEqual([path, field.choices !== undefined])
        expect([path, field.type === 'ref' || field.type === 'refs']).toEqual([path, field.of !== undefined])
        if (field.ofField !== undefined)
          expect([path, field.type, set[field.ofField]?.type]).toEqual([path, 'integer', 'text'])
        expect([path, field.type === 'group' || field.type === 'list']).toEqual([path, field.fields !== undefined])
        if (field.default !== undefined && field.type !== 'group')
          expect([path, check({ value: { ...field, rules: [] } }, { value: field.default })]).toEqual([path, []])
      }
    for (const [action, declared] of Object.entries(actions)) {
      expect([action, Object.keys(declared).filter((key) => !ACTION_KEYS.has(key))]).toEqual([action, []])
      const ways = ['irreversible', ...(resource.can.delete ? ['delete'] : []), ...Object.keys(actions)]
      expect([action, ways.includes(declared.undo)]).toEqual([action, true])
    }
  })

  it('names only fields that exist', () => {
    const served = servedResources.get(name) as ServedResource
    expect(Object.hasOwn(fields, resource.title)).toBe(true)
    for (const field of [resource.title, ...(resource.aliases ?? [])])
      expect([field, fields[field]?.type, fields[field]?.secret]).toEqual([field, expect.any(String), undefined])
    if (resource.tenant) expect(fields[resource.tenant]).toMatchObject({ type: 'ref', of: 'clients' })
    if (resource.site && resource.site !== 'id')
      expect(fields[resource.site]).toMatchObject({ type: 'ref', of: 'sites' })
    if (resource.switch) expect(fields[resource.switch]).toMatchObject({ type: 'boolean' })
    if (resource.deleted) expect(fields[resource.deleted]).toMatchObject({ type: 'date', readonly: true })
    for (const column of resource.columns) expect([column, pathExists(fields, column)]).toEqual([column, true])
    if (resource.order) {
      const [path = '', direction] = resource.order.split(' ')
      expect([path, served.expression(path, null) !== undefined, direction]).toEqual([
        path,
        true,
        expect.stringMatching(/^(ASC|DESC)$/),
      ])
    }
    for (const [filter, field] of Object.entries(resource.filters ?? {}))
      if (field.type !== 'boolean')
        expect([filter, filter in (served.overrides.reads.where ?? {}) || served.stored.has(filter)]).toEqual([
          filter,
          true,
        ])
  })

  it('asks for permissions that are known', () => {
    const asked = [
      ...declaredVerbs(resource).map((verb) => resource.can[verb]),
      ...Object.values(actions).map(({ can }) => can),
    ]
    for (const user of people)
      for (const permission of asked)
        for (const string of neededFor(permission, { ...user, permissions: [] }))
          expect([string, PERMISSIONS.has(string)]).toEqual([string, true])
  })

  it('has a function for every action that is no update, and none besides', () => {
    const written = Object.entries(actions)
      .filter(([, action]) => !action.patch)
      .map(([action]) => action)
    expect(Object.keys(servedResources.get(name)?.overrides.actions ?? {}).sort()).toEqual(written.sort())
  })

  it('LANG-01 has words for all of it in both languages', () => {
    const vocabulary = createVocabulary()
    vocabulary.add(['resources', name], resource.messages)
    const wanted = wordsOf(resource)
    for (const locale of LOCALES)
      expect([locale, wanted.filter((key) => !vocabulary.has(locale, key))]).toEqual([locale, []])
    const [first, ...others] = LOCALES.map((locale) => keysIn(resource.messages[locale] as object))
    for (const other of others) expect(other).toEqual(first)
  })

  it('gives a reason in words wherever an action is blocked', async () => {
    const vocabulary = createVocabulary()
    vocabulary.add(['resources', name], resource.messages)
    const rows = await rowsOf(resource)
    const variants = rows.slice(0, 50).flatMap((row) => [row, ...flipped(row)])
    const asker: Account = { ...people[0]!, permissions: permissionsOf('tocsin', 'root'), impersonator: null }
    for (const [action, { blocked }] of Object.entries(actions)) {
      if (!blocked) continue
      const reasons = variants.map((row) => blocked(row, asker)).filter((reason) => reason !== null)
      expect([action, reasons.length > 0, reasons.length < variants.length]).toEqual([action, true, true])
      for (const { key } of reasons)
        for (const locale of LOCALES) expect([action, key, vocabulary.has(locale, key)]).toEqual([action, key, true])
    }
  })

  it('gives commands whose flags are told apart', () => {
    const specs = commandsOf(resource)
    const verbs = specs.map(({ verb }) => verb)
    expect(new Set(verbs).size).toBe(verbs.length)
    expect(verbs.slice(0, 2)).toEqual(['list', 'get'])
    expect(verbs.includes('create')).toBe(resource.can.create !== undefined)
    expect(verbs.includes('update')).toBe(resource.can.update !== undefined)
    expect(verbs.includes('delete')).toBe(resource.can.delete !== undefined)
    expect(specs.filter(({ kind }) => kind === 'action')).toHaveLength(Object.keys(actions).length)
    for (const { verb, flags } of specs) {
      const flagNames = flags.map((flag) => flag.name)
      expect([verb, flagNames.filter((flag, index) => flagNames.indexOf(flag) !== index)]).toEqual([verb, []])
      expect(flagNames.filter((flag) => !/^[a-z][a-z0-9]*([.-][a-z0-9]+)*$/.test(flag))).toEqual([])
      expect(flags.filter(({ path }) => fields[path]?.secret)).toEqual([])
    }
  })

  it('generates drafts of every field, so that what is proved of them is proved of all', () => {
    for (const { path, field, outer } of everyField(fields)) {
      if (outer || field.readonly === true || (field.type === 'ref' && ofAcme(field.of ?? '').length === 0)) continue
      expect([path, sample(validValue(field, ofAcme), 5).length]).toEqual([path, 5])
    }
  })
})

/** Returns whether a draft has a field, by its own kind and by its `when`. */
function applies(fields: Fields, path: string, draft: Draft): boolean {
  const [name = '', ...rest] = path.split('.')
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  if (!field || (field.when && !field.when(draft))) return false
  return rest.length === 0 || applies(fieldsOf(field, draft), rest.join('.'), (draft[name] ?? {}) as Draft)
}

const pick = (record: Draft, entries: readonly (readonly [string, Field])[]) =>
  Object.fromEntries(entries.filter(([, field]) => !field.secret).map(([name]) => [name, record[name]]))

/** The row with each flag and each published state turned round, so that every reason has its turn. */
const flipped = (row: Draft): Draft[] =>
  Object.entries(row).flatMap(([key, value]) =>
    typeof value === 'boolean'
      ? [{ ...row, [key]: !value }]
      : typeof value === 'number'
        ? [{ ...row, [key]: null }]
        : [],
  )

function keysIn(table: object, path = ''): string[] {
  return Object.entries(table)
    .flatMap(([key, value]) => (typeof value === 'object' ? keysIn(value as object, `${path}${key}.`) : [path + key]))
    .sort()
}

function pathExists(fields: Fields, path: string): boolean {
  const [name = '', ...rest] = path.split('.')
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined
  return field !== undefined && (rest.length === 0 || pathExists(fieldsOf(field), rest.join('.')))
}

const RESOURCE_KEYS = new Set(
  'name path kindOf title aliases own forbiddenReason undeletable can programs fields columns filters unsearched order tenant personal offers site switch deleted deletion creation confirms csv actions messages'.split(
    ' ',
  ),
)
const FIELD_KEYS = new Set(
  'type absent rules of ofField told offered among outlives partOf choices disabled permitted lines momentary fields variants default readonly sameAs unversioned secret upload tied can listedWith large unasked ordinal query when'.split(
    ' ',
  ),
)
const ACTION_KEYS = new Set(
  'can input partial blocked reached whileLocked patch path many undo stops replaces reaches setsInUpdate secret danger'.split(
    ' ',
  ),
)

/** The column types that a kind may have. */
const TYPES: Record<FieldType, readonly string[]> = {
  text: ['text'],
  longtext: ['text'],
  html: ['text'],
  number: ['double precision'],
  integer: ['integer', 'bigint'],
  boolean: ['boolean'],
  date: ['timestamp with time zone', 'date'],
  choice: ['text'],
  color: ['text'],
  phone: ['text'],
  email: ['text'],
  url: ['text'],
  json: ['jsonb'],
  ref: ['integer'],
  refs: ['jsonb'],
  group: ['jsonb'],
  list: ['jsonb'],
  tags: ['jsonb'],
}

/** Columns that no declaration knows: the search text, and a password's hash, which nothing but sign-in reads. */
const UNDECLARED = new Set([
  'search',
  'password_hash',
  'api_token',
  'locale',
  'signing_nonce',
  'manager_order',
  // The person and the link that answered a survey, once each.
  'map_id',
  'token_id',
  'uuid',
  'parent_id',
  // The client of a message's provider, and the channel of its last test.
  'provider_client_id',
  'test_channel_id',
  'token_generation',
  'answers',
  // The draft of an app: its user, and what it replaced.
  'user_id',
  'user_name',
  'continued_from',
  'replaced',
  // Whose a handler is that the provider may have offered.
  'registration_handler_client_id',
  'reg_handler_client_id',
  // The columns by which alerts are counted and hidden.
  'data_channel',
  'day',
  'open',
  'processed',
  // The names that its places had then, for readers of neither clients nor sites.
  'places',
  // The first failure of a provider, and its secret before the present one.
  'failed_since',
  'earlier_nonce',
  'earlier_until',
  // The time at which an alert was first taken, of which dashboards have the median.
  'first_taken_at',
  // The client of a token, which is no owner of it, and what finds it.
  'only_client_id',
  'digest',
])

it.skipIf(missing.length > 0)('knows as many resources as it serves', () => {
  expect([...servedResources.keys()]).toEqual(resources.map(({ name }) => name))
})
