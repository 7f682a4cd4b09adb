import { mayDo, type Viewer } from '@tocsin/core/vocabulary/permissions'
import { permissionsOf } from '@tocsin/core/vocabulary/roles'
import { filterFields } from '@tocsin/core/vocabulary/filters'
import { idsIn } from '@tocsin/core/base/cells'
import { kebab, snake } from '@tocsin/core/base/naming'
import { clientFieldOf, pathOf, type Draft, type Resource, type Verb } from '@tocsin/core/vocabulary/resource'
import { allResources } from '@tocsin/core/resources/index'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { alertAssignmentRows } from '../fixtures/alerts'
import { ACME, BOREALIS, CIDADE_VAZIA, clients, PROVIDER } from '../fixtures/clients'
import { maps } from '../fixtures/maps'
import { mobileUsers } from '../fixtures/mobile-users'
import { users } from '../fixtures/users'
import { withServer } from '../server/context/actor'
import { serveResources } from '../server/resources/index'
import { CANARY, plantCanaries, UNTOLD, withoutCanary } from './canaries'
import { provesAll } from './database'
import { fixtureRows } from './fixture-rows'
import { png } from './images'
import { phonesOf } from './phones'
import { draftOf } from './random-requests'
import { startWorld, type Reply, type TestWorld } from './world'

type Kind = Viewer & {
  username: string
  id: number
  clients: number[] | 'all'
  siteId: number | null
  providerId: number | null
}
type Row = {
  id: number
  client: number | null
  site: number | null
  /** Users of every client read the row. */
  open?: boolean
  /** The monitoring providers whose people read the row. */
  providers?: number[]
  /** The clients that have a part in a row that is no client's own. */
  among?: number[]
  /** The monitoring provider whose people read the row. */
  provider?: number | null
  team?: boolean
  user?: (typeof users.rows)[number]
  /** The user whose token the row is. */
  owner?: (typeof users.rows)[number]
}

/** An admin of one school alone, whom the fixtures lack: a site's border is tried with a role that may write. */
const SITE_ADMIN = { id: 901, username: 'acme-site-admin' }

const canSignIn = users.rows.filter((user) => user.hasPassword && user.mfaMethod.length === 0)
const siteAdmin = { ...canSignIn.find((user) => user.username === 'acme-admin')!, ...SITE_ADMIN, SiteId: 1 }
const people = [...canSignIn, siteAdmin]

/** The ruled scopes, told again here from the fixtures and not from the server's code. */
const actors: Kind[] = people.map((user) => ({
  username: user.username,
  id: user.id,
  userType: user.userType,
  role: user.role,
  permissions: permissionsOf(user.userType, user.role),
  clients:
    user.role === 'guest' || user.userType === 'monitoring-provider'
      ? []
      : user.role === 'clientManager'
        ? user.ClientIds
        : user.userType === 'client'
          ? [user.ClientId!]
          : 'all',
  siteId: user.SiteId,
  providerId: user.MonitoringProviderId,
}))

const resources: Resource[] = await allResources()

/** Returns the monitoring providers that an alert is assigned to. */
const assignedTo = (alertId: unknown): number[] =>
  alertAssignmentRows.rows.flatMap(({ AlertId, MonitoringProviderId }) =>
    AlertId === alertId && MonitoringProviderId !== null ? [MonitoringProviderId] : [],
  )

/** The monitoring providers whose people read a row, by resource. */
const ALERT_READERS: Readonly<Record<string, (row: Draft) => number[]>> = {
  alerts: ({ id }) => assignedTo(id),
  // Events of deliveries are for the provider that they are about.
  'alert-histories': ({ AlertId, details }) => {
    const about = (details as { provider?: { id: number } }).provider?.id
    return assignedTo(AlertId).filter((provider) => provider === (about ?? provider))
  },
  'alert-assignments': ({ MonitoringProviderId }) =>
    typeof MonitoringProviderId === 'number' ? [MonitoringProviderId] : [],
  'alert-deliveries': ({ MonitoringProviderId }) => [MonitoringProviderId as number],
  'monitoring-providers-users': ({ MonitoringProviderId }) => [MonitoringProviderId as number],
}

/** The tables behind resources that are views. */
const TABLES: Readonly<Record<string, string>> = {
  teams: 'sites',
  'monitoring-providers-channels': 'channel_providers',
}

/** Rows whose owner the fixtures do not state in one field. */
const ownRows: Record<string, Row[]> = {
  'mobile-users': mobileUsers.rows.map(({ id, uuid }) => ({
    id,
    client: null,
    site: null,
    among: maps.rows.filter(({ MobileUserUuid }) => MobileUserUuid === uuid).map(({ ClientId }) => ClientId),
  })),
  tokens: fixtureRows({ name: 'tokens' }).map((row) => ({
    id: row.id,
    client: null,
    site: null,
    owner: users.rows.find(({ id }) => id === row['UserId'])!,
  })),
  users: people.concat(users.rows.filter((user) => !people.includes(user))).map((user) => ({
    id: user.id,
    client: user.ClientId,
    site: user.SiteId,
    user,
  })),
}

/** The rows of any other resource, whose fields of the client and of the site its declaration names. */
function declaredRows(resource: Resource): Row[] {
  const idIn = (row: Draft, field: string | undefined) => (row[field ?? ''] as number | undefined) ?? null
  return fixtureRows(resource).map((row) => ({
    id: row.id,
    client: idIn(row, clientFieldOf(resource)),
    site: idIn(row, resource.site),
    team: row['siteType'] === 'team',
    open: row['visibility'] === 'public',
    ...(ALERT_READERS[resource.name] ? { providers: ALERT_READERS[resource.name]!(row) } : {}),
    // The channels that a provider watches are their client's own to read.
    provider: resource.name === 'monitoring-providers-channels' ? null : idIn(row, 'MonitoringProviderId'),
  }))
}

const rowsOf: Record<string, Row[]> = Object.fromEntries(
  resources.map((resource) => [resource.name, ownRows[resource.name] ?? declaredRows(resource)]),
)

/** Resources whose rows lie within a site, for a user bound to one. */
const SITE_RESOURCES = new Set(resources.filter(({ site }) => site !== undefined).map(({ name }) => name))

const OFFERED = new Set(['monitoring-providers', 'registration-handlers', 'registration-handlers-v2'])
const isGlobal = (resource: string, row: Row) => OFFERED.has(resource) && row.client === PROVIDER

function sees(actor: Kind, resource: string, row: Row): boolean {
  // People see their own tokens, and those of the users that they manage (C06).
  if (row.owner) {
    const { owner: user } = row
    const manages = mayDo(actor, users.resource, 'update')
    const asUser = { id: user.id, client: user.ClientId, site: user.SiteId, user }
    return user.id === actor.id || (manages && sees(actor, 'users', asUser))
  }
  if (actor.clients === 'all') return true
  if (row.user) {
    if (row.user.id === actor.id) return true
    if (actor.providerId !== null) return row.user.MonitoringProviderId === actor.providerId
    if (row.user.userType !== 'client') return false
  }
  if (resource === 'monitoring-providers') {
    if (actor.providerId !== null) return row.id === actor.providerId
    // The provider's own are there for every client whose scope may see them.
    if (isGlobal(resource, row) && actor.permissions.includes('monitoring-providers:view:global')) return true
  }
  if (actor.providerId !== null && !row.user && row.provider === actor.providerId) return true
  // People who are bound to a site read no messages.
  if (resource === 'broadcast-messages' && actor.siteId !== null) return false
  // Handlers that the provider offers: of the first kind to every client, of the second to its own staff.
  if (isGlobal(resource, row) && resource === 'registration-handlers' && actor.clients.length > 0) return true
  if (isGlobal(resource, row) && resource === 'registration-handlers-v2' && actor.role === 'clientManager') return true
  if (row.open && actor.clients.length > 0) return true
  if (actor.providerId !== null && row.providers?.includes(actor.providerId)) return true
  if (row.among) return row.among.some((client) => (actor.clients as number[]).includes(client))
  if (row.client === null || !actor.clients.includes(row.client)) return false
  if (actor.siteId === null || !SITE_RESOURCES.has(resource) || row.site === actor.siteId) return true
  // A silence of the whole client is one of each site.
  return resource === 'alert-silences' && row.site === null
}

const ownClient = (actor: Kind) => rowsOf['users']!.find(({ id }) => id === actor.id)?.client

/** Returns a few rows of every client: two thousand more would prove nothing else. */
const samples = (resource: string): Row[] =>
  [PROVIDER, ACME, BOREALIS, CIDADE_VAZIA, null].flatMap((client) => {
    const rows = rowsOf[resource]!.filter((row) => row.client === client)
    const teams = rows.filter((row) => row.team)
    return resource === 'users' ? rows : [...rows.slice(0, 2), ...(resource === 'sites' ? teams.slice(0, 1) : [])]
  })

// Thousands of requests in one test, more with every resource.
vi.setConfig({ testTimeout: 240_000 })

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
  await plantCanaries(world.database)
  await withServer(world.database, async (tx) => {
    await sql`insert into users (id, name, username, email, role, user_type, client_id, site_id, password_hash)
      select ${SITE_ADMIN.id}, name, ${SITE_ADMIN.username}, email, role, user_type, client_id, 1, password_hash
      from users where username = 'acme-admin'`.execute(tx)
  })
  for (const { username } of actors) await world.token(username)
})
afterAll(() => world.close())
afterEach(() => Object.assign(world.parts.fences, { code: true, database: true }))

/** The number of answers looked through since it was last reset. */
let cells = 0

/** Asks as somebody, and looks in every byte of the answer for texts that are not theirs. */
async function ask(actor: Kind, method: string, path: string, body?: unknown): Promise<Reply> {
  cells++
  const reply = await world.call(await world.token(actor.username), method, path, body)
  // Except for those who see all of the provider's own, and for its own people.
  if (actor.clients !== 'all' && actor.providerId === null)
    expect(reply.text + JSON.stringify(reply.headers), `${actor.username} ${method} ${path}`).not.toContain(UNTOLD)
  // A provider's people read the alerts of Borealis that it is assigned to.
  const isTheirs = actor.providerId !== null && path.startsWith('alert')
  if (!isTheirs && !sees(actor, 'clients', { id: BOREALIS, client: BOREALIS, site: null }))
    expect(reply.text + JSON.stringify(reply.headers), `${actor.username} ${method} ${path}`).not.toContain(CANARY)
  return reply
}

/** Returns every difference from scope and role table, as lines; empty when there is none. */
async function differences(
  probe: (say: (line: string, got: unknown, wanted: unknown) => void) => Promise<void>,
): Promise<string[]> {
  const found: string[] = []
  await probe((line, got, wanted) => {
    if (got !== wanted) found.push(`${line}: ${String(got)} instead of ${String(wanted)}`)
  })
  return found
}

/** Returns the resource whose permissions a row asks for: a team is one, whatever it is reached through. */
const askedAs = (resource: Resource, row: Row) =>
  resource.name === 'sites' && row.team ? resources.find(({ name }) => name === 'teams')! : resource

async function probeRecords(say: (line: string, got: unknown, wanted: unknown) => void): Promise<void> {
  for (const actor of actors)
    for (const resource of resources) {
      const rows = samples(resource.name)
      for (const row of rows) {
        const own = row.user?.id === actor.id
        // A missing permission is missing whatever the record: one record of each client is enough.
        const isFirst = rows.find(({ client, team }) => client === row.client && team === row.team) === row
        const tells = (verb: Verb | { action: string }) => isFirst || own || mayDo(actor, resource, verb)
        const seen = sees(actor, resource.name, row)
        const beyond = actor.siteId !== null && !SITE_RESOURCES.has(resource.name)
        const expected = (verb: 'view' | 'update' | 'delete') => {
          if (own && verb !== 'delete') return 200
          if (!mayDo(actor, resource, verb)) return 403
          if (!seen) return 404
          // Seen by clients, and changed by staff or by their owner.
          const isOthers = isGlobal(resource.name, row) || (row.open && !actor.clients.includes(row.client as never))
          if (isOthers && actor.clients !== 'all' && verb !== 'view') return 403
          return mayDo(actor, askedAs(resource, row), verb) ? 200 : 403
        }
        const line = `${actor.username} ${resource.name}/${row.id}`
        if (tells('view'))
          say(`GET ${line}`, (await ask(actor, 'GET', `${pathOf(resource)}/${row.id}`)).status, expected('view'))
        for (const method of resource.can.update && tells('update') ? [row.id % 2 ? 'PUT' : 'PATCH'] : []) {
          // Writes to users of a higher rank are tested with the roles.
          if (row.user && seen && !own) continue
          const wanted = expected('update') === 200 && beyond ? 403 : expected('update')
          const { status, body } = await ask(actor, method, `${pathOf(resource)}/${row.id}`, {})
          // Let in, and told that the client is locked: the lock itself is another test's.
          const locked = row.client === BOREALIS && body.error?.message === 'CLIENT_LOCKED'
          say(`${method} ${line}`, locked ? 200 : status, wanted)
        }
        if (seen) continue
        if (resource.can.delete && tells('delete'))
          say(
            `DELETE ${line}`,
            (await ask(actor, 'DELETE', `${pathOf(resource)}/${row.id}`)).status,
            expected('delete'),
          )
        for (const [action, { path }] of Object.entries(resource.actions)) {
          if (!tells({ action })) continue
          const wanted = mayDo(actor, resource, { action }) ? 404 : 403
          const reply = await ask(actor, 'POST', `${pathOf(resource)}/${row.id}/${path ?? kebab(action)}`, {
            versionComment: 'x',
          })
          say(`POST ${action} ${line}`, reply.status, wanted)
        }
      }
    }
}

/** Probes the routes without a declaration: of users, of a client's sheet, of searches, and those without a session. */
async function probeOwnRoutes(say: (line: string, got: unknown, wanted: unknown) => void): Promise<void> {
  const own = ['authorize/update-mfa', 'update-mfa', 'select-mfa', 'end-sessions']
  for (const actor of actors) {
    for (const { id, client } of rowsOf['users']!) {
      const line = `${actor.username} users/${id}`
      // Set-up and sessions are there for oneself alone, whoever asks and on every database alike; nor does anybody but
      // root make links.
      if (id !== actor.id && provesAll) {
        for (const step of own)
          say(`${line}/${step}`, (await ask(actor, 'POST', `users/${id}/${step}`, { password: 'x' })).status, 404)
        say(`${line}/sessions`, (await ask(actor, 'GET', `users/${id}/sessions`)).status, 404)
      }
      if (actor.role !== 'root')
        say(`${line}/sign-in-link`, (await ask(actor, 'POST', `users/${id}/sign-in-link`)).status, 403)
      if (actor.clients !== 'all' && client === BOREALIS && !actor.clients.includes(BOREALIS))
        for (const prefix of [`v2/${actor.userType}`, 'v2/map']) {
          const wrongPrefix = prefix !== `v2/${actor.userType}`
          const wanted = wrongPrefix || !mayDo(actor, users.resource, { action: 'loginAs' }) ? 403 : 404
          const { status } = await ask(actor, 'POST', `${prefix}/users/${id}/impersonate`)
          say(`${line}/impersonate under ${prefix}`, status, wanted)
        }
    }
    for (const { id } of rowsOf['clients']!) {
      const seen = sees(actor, 'clients', { id, client: id, site: null })
      const { status } = await ask(actor, 'POST', `clients/${id}/upload`)
      if (!seen) say(`${actor.username} clients/${id}/upload is refused`, [403, 404, 415].includes(status), true)
    }
    say(`${actor.username} search-index`, (await ask(actor, 'GET', 'search-index?limit=5000')).status, 200)
    // Without a session nobody is told more of Borealis, whatever name they use.
    for (const [path, body] of [
      ['login', { username: 'borealis-admin', password: 'Wrong1234' }],
      ['restore-password/validate-code', { username: 'borealis-admin', code: 'ABCDEFG' }],
      ['refresh-token', { refreshToken: await world.token(actor.username) }],
      ['mfa/verify', { code: 'ABCDEFG' }],
    ] as const) {
      const { status } = await ask(actor, 'POST', `authentication/${path}`, body)
      say(`${actor.username} ${path} is refused`, [400, 401, 429].includes(status), true)
    }
  }
}

const everything = (resource: Resource, filter = '') =>
  [
    'limit=1000',
    resource.switch ? 'showInactive=true' : '',
    resource.deleted ? 'showDeleted=true' : '',
    resource.name === 'users' ? 'userType=tocsin,client,monitoring-provider' : '',
    resource.name === 'registration-handlers' ? 'showGlobal=true' : '',
    resource.name === 'registration-handlers-v2' ? 'showInternal=true' : '',
    // Staff's own list is narrower.
    resource.name === 'monitoring-providers' && !/^clientId$/i.test(filter)
      ? `ClientId=${clients.rows.map(({ id }) => id).join(',')}`
      : '',
  ]
    .filter(Boolean)
    .join('&')

type Listed = { id: number; ClientId?: number; clientId?: number }[]

async function probeLists(say: (line: string, got: unknown, wanted: unknown) => void): Promise<void> {
  for (const actor of actors)
    for (const resource of resources) {
      const { name } = resource
      const path = pathOf(resource)
      const line = `${actor.username} ${name}`
      const reply = await ask(actor, 'GET', `${path}?${everything(resource)}`)
      if (!mayDo(actor, resource, 'view')) {
        say(line, reply.status, 403)
        continue
      }
      const visible = rowsOf[name]!.filter((row) => sees(actor, name, row) && !(name === 'sites' && row.team))
      const ids = new Set(visible.map(({ id }) => id))
      const ofProvider = ({ client, providers }: Row) =>
        client === BOREALIS && providers?.includes(actor.providerId ?? 0)
      const rows = reply.body.data as Listed
      // Every sign-in and write of this file is an event as well; of those only the stranger is looked for.
      if (name !== 'audit-events') {
        say(`${line} total`, reply.body.total, visible.length)
        say(`${line} strangers`, rows.filter(({ id }) => !ids.has(id)).length, 0)
      }
      const foreign = rowsOf[name]!.find((row) => !sees(actor, name, row) && !row.team === (name !== 'teams'))
      const own = visible[0]
      if (foreign && own)
        for (const list of [`${own.id},${foreign.id}`, `${foreign.id},${own.id}`, `${foreign.id}`]) {
          const { data, total } = (await ask(actor, 'GET', `${path}?ids=${list}&${everything(resource)}`)).body
          const wanted = list === String(foreign.id) ? '' : String(own.id)
          say(`${line} ids=${list}`, (data as Listed).map(({ id }) => id).join(), wanted)
          say(`${line} ids=${list} total`, total, wanted === '' ? 0 : 1)
        }
      // Points every filter with a reference at a row elsewhere, in both spellings.
      for (const [filter, field] of Object.entries(filterFields(resource))) {
        const target = rowsOf[field.of ?? '']?.find((row) => !sees(actor, field.of!, row))
        if ((field.type !== 'ref' && field.type !== 'refs') || !target) continue
        const other =
          filter.charAt(0) === filter.charAt(0).toUpperCase()
            ? filter.charAt(0).toLowerCase()
            : filter.charAt(0).toUpperCase()
        for (const spelling of /Ids?$/.test(filter) ? [filter, other + filter.slice(1)] : [filter]) {
          const { status, body } = await ask(
            actor,
            'GET',
            `${path}?${spelling}=${target.id}&${everything(resource, spelling)}`,
          )
          // Staff belong to the provider's client: an actor who sees users without it sees those users in it.
          const own = name === 'users' && filter === 'ClientId' && target.id === ownClient(actor)
          const among = own ? visible.filter(({ client }) => client === target.id).length : 0
          // The provider's own are seen though their client is not.
          const globals = /^clientId$/i.test(filter) ? visible.filter((row) => isGlobal(name, row)) : []
          // Who reads a record is told what it has of the provider's own, and finds it by that.
          // So is a provider of the places of its alerts.
          const ofAlert = actor.providerId !== null && ALERT_READERS[name] !== undefined
          const linked = isGlobal(field.of!, target) || ofAlert ? fixtureRows(resource) : []
          const told = linked.filter((row) => ids.has(row.id) && idsIn(row[filter]).includes(target.id)).length
          const wanted = among + told + globals.filter(({ client }) => client === target.id).length
          say(`${line} ${spelling}=${target.id}`, `${status} ${body.total}`, `200 ${wanted}`)
        }
      }
      if (resource.unsearched) continue
      const q = await ask(actor, 'GET', `${path}?q=${CANARY}&${everything(resource)}`)
      if (actor.clients !== 'all' && !actor.clients.includes(BOREALIS))
        // A provider finds what it is assigned to.
        say(`${line} q`, `${q.status} ${q.body.total}`, `200 ${visible.filter(ofProvider).length}`)
      // A hidden field finds nothing, nor does its order show.
      if (!OFFERED.has(name) || actor.clients === 'all' || actor.providerId !== null) continue
      const found = await world.call(
        await world.token(actor.username),
        'GET',
        `${path}?q=${UNTOLD}&${everything(resource)}${name === 'monitoring-providers' ? '&includeGlobal=true' : ''}`,
      )
      if (found.status === 200) say(`${line} q of what is not told`, found.body.total, 0)
    }
}

/** Answers looked through in each of the ways: 3,315 + 1,225 + 1,014 of all resources and thirteen people. */
const CELLS = { records: 3000, ownRoutes: provesAll ? 1200 : 300, lists: 1000 }

// Each fence holds alone what both hold together, as every other test has them.
const FENCES = [
  ['the database alone', { code: false, database: true }],
  ['the code alone', { code: true, database: false }],
] as const

// The rows that the code alone guards, it guards on every database.
describe('the world that is asked', () => {
  it.each(resources.filter(({ tenant }) => tenant !== undefined).map(({ name }) => name))(
    'has rows of %s in two clients at least',
    (name) => {
      const clients = new Set(rowsOf[name]!.map(({ client }) => client))
      expect(clients.size, `add rows of another client to the fixtures of ${name}`).toBeGreaterThan(1)
      expect(clients, `add rows of Borealis to the fixtures of ${name}`).toContain(BOREALIS)
    },
  )

  it('has a canary in the rows of every resource', async () => {
    expect(await withoutCanary(world.database), 'plant one in tests/canaries.ts').toEqual([])
  })
})

describe.each(provesAll ? FENCES : FENCES.slice(0, 1))('with %s', (_name, fences) => {
  // The longest of the probes: its policies are those of the lists, which each engine is asked for.
  it.runIf(provesAll)(
    'T01 T06 PERM-07 PERM-12 keeps every record from who may not have it, by every verb and action',
    async () => {
      Object.assign(world.parts.fences, fences)
      cells = 0
      expect(await differences(probeRecords)).toEqual([])
      expect(cells).toBeGreaterThan(CELLS.records)
    },
  )

  it('T01 T20 T33 keeps them from every other route as well: set-up, links, login-as, sheets, search, signing in', async () => {
    Object.assign(world.parts.fences, fences)
    cells = 0
    expect(await differences(probeOwnRoutes)).toEqual([])
    expect(cells).toBeGreaterThan(CELLS.ownRoutes)
  })

  it('T02 T03 T07 T08 A-056 lists, counts, filters, searches and reads by ids within the scope alone', async () => {
    Object.assign(world.parts.fences, fences)
    cells = 0
    expect(await differences(probeLists)).toEqual([])
    expect(cells).toBeGreaterThan(CELLS.lists)
  })

  it('T04 T05 refuses another tenant in every field that points somewhere, on create and on update', async () => {
    Object.assign(world.parts.fences, fences)
    const admin = actors.find(({ username }) => username === 'acme-admin')!
    // Texts that decide whether a field is there at all.
    const more: Record<string, object> = {
      'registration-codes': { mode: 'site', SiteId: 1 },
      users: { role: 'manager', SiteId: 1 },
    }
    let tried = 0
    for (const resource of resources.filter((one) => one.tenant !== undefined && mayDo(admin, one, 'create'))) {
      const { name } = resource
      const draft = { ...draftOf(resource, 1), ...more[name] }
      const own = rowsOf[name]!.findLast(
        (row) => row.client === ACME && row.id !== admin.id && row.id !== SITE_ADMIN.id,
      )!
      for (const [field, { type, of, told, readonly }] of Object.entries(resource.fields)) {
        if ((type !== 'ref' && !told) || readonly === true) continue
        const other = rowsOf[of ?? '']?.find((row) => row.client === BOREALIS)?.id ?? 999_999
        const foreign = told ? [other] : other
        tried++
        const created = await ask(admin, 'POST', pathOf(resource), { ...draft, [field]: foreign })
        expect(created.status, `POST ${name} ${field}=${other} ${created.text}`).toBe(400)
        expect(created.body.error?.errors).toContainEqual(expect.objectContaining({ field }))
        if (!resource.can.update) continue
        const moved = await ask(admin, 'PATCH', `${pathOf(resource)}/${own.id}`, { [field]: foreign })
        expect(moved.status, `PATCH ${name}/${own.id} ${field}=${other} ${moved.text}`).toBe(400)
        expect(moved.body.error?.errors).toContainEqual(expect.objectContaining({ field }))
      }
    }
    expect(tried).toBeGreaterThan(15)
  })
})

describe('what points to another record', () => {
  /**
   * Returns every declared reference of a client's resource to another resource of clients, with its path and its
   * resource.
   */
  const references = () =>
    resources.flatMap((resource) =>
      Object.entries(resource.fields)
        .filter(([field, { type, of, told, readonly }]) => {
          const target = resources.find(({ name }) => name === of)
          // A provider is of users of providers alone, and dropped from any other.
          if (field === 'MonitoringProviderId') return false
          // One that is fixed after creation is refused for that.
          return (type === 'ref' || told) && !readonly && field !== resource.tenant && resource.tenant && target?.tenant
        })
        .map(([field, { of, told }]) => ({ resource, field, of: of!, several: told !== undefined })),
    )
  const rowOf = (resource: string, client: number) =>
    rowsOf[resource]!.filter((row) => row.client === client && row.user?.userType !== 'tocsin' && !row.team)
      // A row that may have a site comes first.
      .sort((one, other) => Number(other.site !== null) - Number(one.site !== null))[0]?.id

  it('T04 names a record of the same client, whoever writes it: said at the field, by the code alone', async () => {
    Object.assign(world.parts.fences, { code: true, database: false })
    let tried = 0
    for (const { resource, field, of, several } of references()) {
      const [own, foreign] = [rowOf(resource.name, ACME), rowOf(of, BOREALIS)]
      if (own === undefined || foreign === undefined) continue
      const line = `${resource.name}/${own} ${field}=${of}/${foreign}`
      // A code has a handler of one kind.
      const body = {
        ...(field === 'regHandlerId' ? { RegistrationHandlerId: null } : {}),
        [field]: several ? [foreign] : foreign,
      }
      const reply = await world.call(await world.token('root'), 'PATCH', `${pathOf(resource)}/${own}`, body)
      tried++
      expect(reply.status, `${line} ${reply.text}`).toBe(400)
      expect(reply.body.error?.errors, line).toContainEqual({ field, message: 'formErrors.notFound' })
    }
    expect(tried).toBeGreaterThan(9)
  })

  it('T04 names a record of the same client by the schema alone, whoever writes it', async () => {
    const served = await serveResources()
    const links = new Map([...served.values()].map(({ resource, overrides }) => [resource.name, overrides.links]))
    let tried = 0
    for (const { resource, field, of } of references()) {
      const [own, foreign] = [rowOf(resource.name, ACME), rowOf(of, BOREALIS)]
      if (own === undefined || foreign === undefined) continue
      const table = resource.name === 'teams' ? 'sites' : resource.name.replaceAll('-', '_')
      const link = links.get(resource.name)?.[field]
      const write = withServer(world.database, (tx) =>
        (link
          ? sql`insert into ${sql.table(link.table)} (client_id, ${sql.id(link.from)}, ${sql.id(link.to)})
              values (${ACME}, ${own}, ${foreign})`
          : sql`update ${sql.table(table)} set ${sql.ref(snake(field))} = ${foreign} where id = ${own}`
        ).execute(tx),
      )
      tried++
      const refusal = await write.then(
        () => `written: ${table} has no key (client_id, ${snake(field)}) in its migration`,
        (error: { sqlState?: string }) => error.sqlState,
      )
      expect(refusal, `${table}/${own} ${field}=${of}/${foreign}`).toMatch(/^(23503|23514)$/)
    }
    expect(tried).toBeGreaterThan(9)
  })
})

/**
 * Returns the token of a user who may view a resource but nothing of Borealis: an admin of Acme, a client manager, or
 * somebody of a provider.
 */
const strangerTo = (resource: Resource) => {
  const strangers = ['acme-admin', 'client-manager', 'monitor-admin']
  const may = (name: string) =>
    mayDo(
      actors.find(({ username }) => username === name)!,
      resource,
      'view',
    )
  return world.token(strangers.find(may)!)
}

describe('without either fence', () => {
  it('sees the leak in every resource: the probes above can fail', async () => {
    Object.assign(world.parts.fences, { code: false, database: false })
    for (const resource of resources) {
      const foreign = rowsOf[resource.name]!.find((row) => row.client === BOREALIS)
      // A row of no client is not for a user bound to one.
      if (!foreign) continue
      const { status } = await world.call(await strangerTo(resource), 'GET', `${pathOf(resource)}/${foreign.id}`)
      expect(status, resource.name).toBe(200)
    }
  })

  it.each(Object.keys(rowsOf).filter((name) => rowsOf[name]!.some(({ client }) => client === BOREALIS)))(
    'T01 sees %s leak when the code forgets and the policy is gone, and nothing when it is back',
    async (name) => {
      world.parts.fences.code = false
      const table = TABLES[name] ?? name.replaceAll('-', '_')
      const foreign = rowsOf[name]!.find((row) => row.client === BOREALIS)!
      const resource = resources.find((one) => one.name === name)!
      const look = async () =>
        (await world.call(await strangerTo(resource), 'GET', `${pathOf(resource)}/${foreign.id}`)).status
      const set = (state: string) =>
        sql`alter table ${sql.table(table)} ${sql.raw(state)} row level security`.execute(world.database.kysely)
      expect(await look()).toBe(404)
      await set('disable')
      expect(await look()).toBe(200)
      await set('enable')
      expect(await look()).toBe(404)
    },
  )
})

describe('at the border of two clients', () => {
  it('T09 lets two clients have the same tag, and says of a taken code only that it is', async () => {
    const admin = await world.token('acme-admin')
    const twin = await world.call(admin, 'POST', 'sites', {
      name: 'x',
      tag: `${CANARY}10001`,
      location: { formatted: 'y' },
    })
    expect(twin.status).toBe(201)
    const taken = await world.call(admin, 'POST', 'registration-codes', { code: CANARY })
    expect(taken.status).toBe(400)
    expect(taken.body.error).toEqual({ message: 'CODE_ALREADY_EXISTS', details: { field: 'code' } })
    await world.call(admin, 'DELETE', `sites/${(twin.body.data as { id: number }).id}`)
  })

  it('T06 A-045 keeps who is bound to a site from writing what is the whole client’s', async () => {
    const admin = await world.token(SITE_ADMIN.username)
    for (const [method, path, body] of [
      ['POST', 'projects', { name: 'p', description: 'd' }],
      ['PATCH', 'projects/5', { name: 'p' }],
      ['DELETE', 'projects/5', undefined],
      ['POST', 'apps', { name: 'a', projectId: 2 }],
      ['POST', 'apps/1/publish', { versionComment: 'x' }],
      ['PATCH', 'apps/2', { name: 'x' }],
      ['POST', 'registration-forms', { name: 'x' }],
      ['PATCH', 'registration-handlers/2', { name: 'x' }],
      ['DELETE', 'registration-data/1', undefined],
    ] as const)
      expect((await world.call(admin, method, path, body)).status, `${method} ${path}`).toBe(403)
    // A wider user, a client's code, another site: their maker would not see any of them afterwards.
    const user = {
      name: 'u',
      username: 'wide',
      email: 'u@example.org',
      role: 'approver',
      password: 'Abcdef12',
      passwordConfirm: 'Abcdef12',
    }
    for (const SiteId of [undefined, null, 2]) {
      const wide = await world.call(admin, 'POST', 'users', { ...user, ...(SiteId === undefined ? {} : { SiteId }) })
      expect(wide.status, wide.text).toBe(400)
      expect(wide.body.error?.errors).toContainEqual(expect.objectContaining({ field: 'SiteId' }))
    }
    expect((await world.call(admin, 'POST', 'registration-codes', {})).status).toBe(403)
    expect((await world.call(admin, 'POST', 'sites', { name: 'x', location: { formatted: 'y' } })).status).toBe(403)
    expect((await world.call(admin, 'POST', 'users', { ...user, SiteId: 1 })).status).toBe(201)
    const code = await world.call(admin, 'POST', 'registration-codes', { mode: 'site', SiteId: 1 })
    expect(code.status, code.text).toBe(201)
  })
})

it('T01 keeps what is Borealis’s out of every answer to a phone and to a link of Acme', async () => {
  const sign = (kind: 'mobile' | 'survey', claims: object) =>
    world.parts.tokens.sign(kind, { sub: '1', ...claims }, world.clock.now)
  const of = async (profile: number) => ({ token: await sign('mobile', { sub: String(profile), gen: 1 }) })
  const [acme, borealis] = [await of(1), await of(8)]
  const channel = { channel: 14, jti: 'isolation' }
  const link = { token: await sign('survey', channel) }
  const answers: [string, Reply][] = []
  const show = async (method: string, path: string, headers: Record<string, string>, body?: object) => {
    const reply = await world.call(null, method, path, body, headers)
    answers.push([`${method} ${path}`, reply])
    return reply.status
  }
  for (const [code, database] of [
    [true, true],
    [true, false],
  ] as const) {
    Object.assign(world.parts.fences, { code, database })
    for (const path of ['/mobile/config', '/mobile/config?profileId=1', '/mobile/v2/config'])
      expect(await show('GET', path, acme)).toBe(200)
    expect(await show('GET', '/mobile/config?profileId=8', acme)).toBe(400)
    expect(await show('GET', '/api/public/config', link)).toBe(200)
    for (const id of [4, 5, 999]) {
      expect(await show('POST', `/mobile/v2/surveys/${id}/result`, acme, { data: { plantao: 'sim' } })).toBe(404)
      expect(await show('POST', `/api/surveys/${id}/result`, link, { data: { plantao: 'sim' } })).toBe(401)
      expect(await show('POST', `/mobile/v2/surveys/${id}/files`, acme, {})).toBe(404)
      expect(await show('POST', `/api/surveys/${id}/files`, link, {})).toBe(401)
    }
    // A link that names a channel of another client tells nothing of it.
    expect(await show('GET', '/api/public/config', { token: await sign('survey', { ...channel, channel: 414 }) })).toBe(
      200,
    )
  }
  for (const code of [CANARY, 'QX5H2N'])
    expect(await show('POST', '/mobile/register', {}, { code, name: 'Ana', phone: '+5511955550001' })).toBe(401)
  for (const [line, { text, headers }] of answers) expect(text + JSON.stringify(headers), line).not.toContain(CANARY)
  // A phone of its own is told it, so that there is something to keep.
  expect((await world.call(null, 'GET', '/mobile/config', undefined, borealis)).text).toContain(CANARY)
})

it('T08 keeps the people, the files and the counts of Borealis’s alerts from everybody else, by each fence alone', async () => {
  Object.assign(world.parts.fences, { code: true, database: true })
  const phones = phonesOf(world)
  // Borealis raises an alert with a picture. Its profile has a person, and its channel asks for the picture.
  await phones.join(8)
  const field = {
    name: 'foto',
    type: 'attachment',
    title: CANARY,
    options: {
      attachmentTypes: ['image'],
      attachmentQty: 1,
      attachmentMandatory: 'none',
      attachmentSizes: { image: 8 },
    },
  }
  const lock = (locked: boolean) => phones.query(sql`update clients set locked = ${locked} where id = ${BOREALIS}`)
  await lock(false)
  const [shown] = await phones.query(sql<{ id: number }>`update app_versions set channels = jsonb_set(channels,
      '{0,config,schema}', ${JSON.stringify({ fields: [field] })}::jsonb) || '[]'
    where client_id = ${BOREALIS} and status = 'published' and channels -> 0 ->> 'channelType' = 'alert'
    returning (channels -> 0 ->> 'id')::int as id`)
  await lock(true)
  const ChannelId = shown!.id
  const sent = await phones.file(8, ChannelId, 'foto', png())
  expect(sent.status, sent.text).toBe(201)
  const { id } = await phones.raised(8, { ChannelId, text: CANARY, data: { foto: [sent.body.data] } })
  const { url } = sent.body.data as { url: string }
  const totals = async (username: string) => {
    const { body } = await world.call(await world.token(username), 'GET', 'alerts?limit=1')
    return body.total
  }
  const before = Object.fromEntries(
    await Promise.all(actors.map(async ({ username }) => [username, await totals(username)] as const)),
  )
  await phones.raised(8, { ChannelId, text: CANARY })
  for (const [name, fences] of FENCES) {
    Object.assign(world.parts.fences, fences)
    for (const actor of actors) {
      const may = mayDo(
        actor,
        resources.find((one) => one.name === 'alerts')!,
        'view',
      )
      const isOwn = actor.clients === 'all' || actor.clients.includes(BOREALIS)
      for (const part of ['', '/responsibles', '/recipients', '/attachments']) {
        const { status, text } = await ask(actor, 'GET', `alerts/${id}${part}`)
        const line = `${actor.username} ${part} with ${name}`
        expect(`${line}: ${status}`).toBe(`${line}: ${may ? (isOwn ? 200 : 404) : 403}`)
        if (!isOwn) expect(text, line).not.toContain(url)
      }
      // The count of a list follows what its reader sees. The kept counts have none for a provider: only the code counts.
      if (may && (fences.code || actor.providerId === null))
        expect([actor.username, await totals(actor.username)]).toEqual([
          actor.username,
          before[actor.username]! + (isOwn ? 1 : 0),
        ])
    }
  }
  // The bare address is no key, and a phone of another client can name the file in no alert of its own.
  expect((await world.call(null, 'GET', url)).status).toBe(404)
  Object.assign(world.parts.fences, { code: true, database: true })
  const { leftOut } = await phones.raised(1, { ChannelId: 1, data: { foto: [sent.body.data] } })
  expect(leftOut).toBeUndefined()
  const [stolen] = await phones.query(
    sql<{ attachments: unknown[] }>`select attachments from alerts order by id desc limit 1`,
  )
  expect(stolen!.attachments).toEqual([])
})
