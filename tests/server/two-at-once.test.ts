import { kebab } from '@tocsin/core/base/naming'
import { mayDo, type Account } from '@tocsin/core/vocabulary/permissions'
import { permissionsOf } from '@tocsin/core/vocabulary/roles'
import { pathOf, type Draft, type Field, type Resource } from '@tocsin/core/vocabulary/resource'
import { allResources } from '@tocsin/core/resources/index'
import { canonical, check } from '@tocsin/core/vocabulary/validate'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { users } from '../../fixtures/users'
import { ofAcme, validDraft, validValue } from '../drafts'
import { startWorld, type Reply, type TestWorld } from '../world'

const resources = (await allResources()).filter(({ can }) => can.update)
const named = resources
  // Two people cannot choose two other values of a broadcast message: it has only a switch.
  .filter(({ name }) => name !== 'broadcast-messages')
  .map((resource) => [resource.name, resource] as const)

type Row = Draft & { id: number; version: number }

let world: TestWorld
let root: string
let admin: string
beforeAll(async () => {
  world = await startWorld()
  root = await world.token('root')
  admin = await world.token('admin')
})
afterAll(() => world.close())

const asker = (username: string): Account => {
  const user = users.rows.find((one) => one.username === username)!
  return { ...user, permissions: permissionsOf(user.userType, user.role), impersonator: null }
}

/** The number of records made: each differs from the others. */
let made = 0

/** `409 STALE_VERSION`. */
const outcome = ({ status, body }: Reply): string => [status, body.error?.message].filter(Boolean).join(' ')

/** The kinds of fields that people write, those that say least of a record first. */
const KINDS = ['longtext', 'html', 'text', 'choice', 'boolean'] as const

/** The next status of a mobile profile from each. */
const NEXT: Readonly<Record<string, string>> = { pending: 'active', active: 'deactivated', deactivated: 'active' }

const freshCode = () => `Z${String(++made).padStart(5, '0')}`

/** Returns two valid changes of a record: of one field to two other values, if the field has as many. */
function twoChanges(resource: Resource, row: Row): { mine: Draft; theirs: Draft } {
  if (resource.name === 'maps')
    return {
      mine: { status: NEXT[String(row['status'])] },
      theirs: { role: row['role'] === 'manager' ? 'worker' : 'manager' },
    }
  // A code of its own, whatever the other records are.
  if (resource.name === 'registration-codes') return { mine: { code: freshCode() }, theirs: { code: freshCode() } }
  const candidates = Object.entries(resource.fields)
    .filter(([name, field]) => !field.readonly && !field.when && !field.secret && !UNTOUCHED.has(name))
    .sort(([one, a], [other, b]) => rank(resource, one, a) - rank(resource, other, b))
  for (const [name, field] of candidates) {
    if (!KINDS.some((kind) => kind === field.type)) continue
    const stored = (value: unknown) => canonical(resource.fields, { [name]: value })[name]
    const fits = (value: unknown) =>
      value !== null && check(resource.fields, { ...row, [name]: value }).every((problem) => problem.field !== name)
    // A unique value stays unique.
    const own = (value: unknown) =>
      typeof value === 'string' && fits(`${value} ${++made}`) ? `${value} ${made}` : value
    const values = fc
      .sample(validValue(field, ofAcme, true), { numRuns: 20, seed: ++made })
      .map(own)
      .filter(fits)
    const texts = new Map(values.map((value) => [JSON.stringify(stored(value)), value]))
    texts.delete(JSON.stringify(row[name] ?? null))
    texts.delete(JSON.stringify(null))
    const [mine, theirs] = texts.values()
    if (texts.size >= 2) return { mine: { [name]: mine }, theirs: { [name]: theirs } }
  }
  throw new Error(`${resource.name} has no field of which two people could think differently`)
}
const rank = (resource: Resource, name: string, { type }: Field) =>
  KINDS.findIndex((kind) => kind === type) + (name === resource.title ? KINDS.length : 0)
/** Fields whose change decides who may change the record, or which other fields it needs. */
const UNTOUCHED = new Set(['locked', 'active', 'username', 'role', 'phase', 'siteType', 'timezone'])

const send = (token: string, method: string, path: string, body?: unknown, version?: number) =>
  world.call(token, method, path, body, version === undefined ? {} : { 'if-match': `"${version}"` })

describe.each(named)('two people at once at %s', (_, resource) => {
  const route = pathOf(resource)
  const at = ({ id }: Row) => `${route}/${id}`

  const read = async (row: Row): Promise<Row> => (await send(root, 'GET', at(row))).body.data
  const isThere = async (row: Row) =>
    ((await send(root, 'GET', `${route}?ids=${row.id}`)).body.data as Row[]).some(({ deletedAt }) => !deletedAt)

  /** Returns a record that nothing points to: a new one, or where none can be made, an existing one. */
  async function record(): Promise<Row> {
    if (!resource.can.create) {
      const { body } = await send(root, 'GET', `${route}?limit=1&${resource.tenant}=2`)
      return (body.data as Row[])[0]!
    }
    // Users of no higher rank than either of the two: one of them would be refused for that.
    const drafts = validDraft(resource, ofAcme, { complete: true }).filter((one) =>
      mayDo(asker('admin'), resource, 'update', one),
    )
    const [draft] = fc.sample(drafts, { numRuns: 1, seed: ++made })
    const { status, body } = await send(root, 'POST', route, draft)
    // A value that somebody has already is drawn again.
    if (body.error?.message === 'CODE_ALREADY_EXISTS' || body.error?.errors?.[0]?.message === 'formErrors.taken')
      return record()
    expect([status, body.error]).toEqual([201, undefined])
    const row = body.data as Row
    for (const { id } of await madeWith(row)) await send(root, 'DELETE', `users/${id}`)
    return row
  }
  const madeWith = async ({ id }: Row): Promise<Row[]> =>
    resource.name === 'monitoring-providers'
      ? (await send(root, 'GET', `users?MonitoringProviderId=${id}`)).body.data
      : []

  const stale = (answer: Reply, row: Draft) => {
    expect([answer.status, answer.body.error?.message]).toEqual([409, 'STALE_VERSION'])
    expect(answer.body.error?.details).toMatchObject({ current: row, changedBy: { username: 'root' } })
    expect(answer.body.meta.id).toMatch(/^req-/)
  }

  it('T77 a save, a deletion or an action on an older version is refused with the newer one and who wrote it', async () => {
    const before = await record()
    const { mine, theirs } = twoChanges(resource, before)
    const saved = await send(root, 'PATCH', at(before), theirs, before.version)
    expect([saved.status, saved.body.error]).toEqual([200, undefined])
    const now = saved.body.data as Row
    expect(now.version).toBe(before.version + 1)

    stale(await send(admin, 'PATCH', at(before), mine, before.version), now)
    // The whole record, as the switch of a list sends it.
    stale(await send(admin, 'PUT', at(before), { ...before, ...mine }, before.version), now)
    if (resource.can.delete) stale(await send(admin, 'DELETE', at(before), undefined, before.version), now)
    for (const [action, { path, can, blocked }] of Object.entries(resource.actions)) {
      if (!mayDo(asker('admin'), { ...resource, actions: { [action]: { can, undo: action } } }, { action }, now))
        continue
      const answer = await send(admin, 'POST', `${at(before)}/${path ?? kebab(action)}`, {}, before.version)
      // The state of the record is told before a stale version of it.
      if (blocked?.(now, asker('admin'))) expect([action, outcome(answer)]).toEqual([action, '400 BLOCKED'])
      else stale(answer, now)
    }
    expect(await read(before)).toEqual(now)
    const again = await send(admin, 'PATCH', at(before), mine, now.version)
    expect([again.status, (again.body.data as Row).version]).toEqual([200, now.version + 1])
    for (const name of Object.keys(mine)) expect((again.body.data as Row)[name]).not.toEqual(now[name])
  })

  it('T77 of two who save on the same version one is kept, and the other told whose', async () => {
    const before = await record()
    const { mine, theirs } = twoChanges(resource, before)
    const answers = await Promise.all(
      [theirs, mine].map((value, index) =>
        send(index === 0 ? root : admin, 'PATCH', at(before), value, before.version),
      ),
    )
    expect(answers.map(outcome).sort()).toEqual(['200', '409 STALE_VERSION'])
    const kept = answers.find(({ status }) => status === 200)!.body.data as Row
    const told = answers.find(({ status }) => status === 409)!.body.error?.details
    expect(await read(before)).toEqual(kept)
    const winner = answers[0]!.status === 200 ? 'root' : 'admin'
    expect(told).toMatchObject({ current: kept, changedBy: { username: winner } })
  })

  if (resource.can.delete && resource.can.create)
    it('T77 of two who delete one does, and the other hears that it is gone', async () => {
      const before = await record()
      const answers = await Promise.all(
        [root, admin].map((token) => send(token, 'DELETE', at(before), undefined, before.version)),
      )
      // A record marked as deleted is still there, and can only be restored.
      const gone = resource.deleted ? '400 BLOCKED' : '404 NOT_FOUND'
      expect(answers.map(outcome).sort()).toEqual(['200', gone])
      expect(await isThere(before)).toBe(false)
    })

  if (resource.can.delete && resource.can.create)
    it('T77 of one who deletes and one who saves either comes first, and both hear what came of it', async () => {
      const before = await record()
      const { mine } = twoChanges(resource, before)
      const [deleted, saved] = await Promise.all([
        send(root, 'DELETE', at(before), undefined, before.version),
        send(admin, 'PATCH', at(before), mine, before.version),
      ])
      const statuses = [deleted.status, saved.status]
      if (deleted.status === 200) {
        expect(statuses).toEqual([200, resource.deleted ? 400 : 404])
        expect(await isThere(before)).toBe(false)
      } else {
        expect(statuses).toEqual([409, 200])
        expect(await read(before)).toEqual(saved.body.data)
      }
    })

  const taken = Object.entries(resource.actions).filter(([, { input, undo }]) => !input && undo !== 'irreversible')
  if (taken.length > 0)
    it('T77 MAP-02 an action that two do at once is done once, and the second is told', async () => {
      for (const [action, { blocked, path }] of taken) {
        const row = await ready(action, blocked)
        const way = `${at(row)}/${path ?? kebab(action)}`
        const answers = await Promise.all([root, admin].map((token) => send(token, 'POST', way, {}, row.version)))
        const told = answers.map(outcome).sort()
        const kept = answers.find(({ status }) => status === 200)!.body.data as Row
        // If the action leaves nothing to do for the second, that is the answer.
        const second = blocked?.(kept, asker('root')) ? '400 BLOCKED' : '409 STALE_VERSION'
        expect([action, told]).toEqual([action, ['200', second]])
        expect(await read(row)).toEqual(kept)
        // Without a version, a finished action is not done again.
        const again = await send(root, 'POST', way, {})
        if (blocked) expect([action, again.status, again.body.error?.message]).toEqual([action, 400, 'BLOCKED'])
      }
    })

  /** Returns a record to which the action can be done now. */
  async function ready(action: string, blocked: Resource['actions'][string]['blocked']): Promise<Row> {
    const row = await record()
    if (!blocked || blocked(row, asker('root')) === null) return row
    if (!resource.can.create) {
      const { body } = await send(root, 'GET', `${route}?limit=1000&${resource.tenant}=2`)
      return (body.data as Row[]).find((one) => blocked(one, asker('root')) === null)!
    }
    const undo = resource.actions[action]!.undo
    if (undo === 'delete') {
      await send(root, 'DELETE', at(row))
      return read(row)
    }
    const { input = {}, path = kebab(undo) } = resource.actions[undo]!
    const [asked] = fc.sample(validDraft({ name: undo, fields: input }, ofAcme, { complete: true }), {
      numRuns: 1,
      seed: ++made,
    })
    await send(root, 'POST', `${at(row)}/${path}`, asked)
    return read(row)
  }
})
