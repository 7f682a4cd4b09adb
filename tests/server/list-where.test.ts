import { allResources } from '@tocsin/core/resources/index'
import { valueAt } from '@tocsin/core/base/cells'
import { pathOf } from '@tocsin/core/vocabulary/resource'
import { comparablePaths } from '@tocsin/core/vocabulary/where'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withServer } from '../../server/context/actor'
import { startWorld, type TestWorld } from '../world'

const resources = await allResources()
let world: TestWorld
let root: string
beforeAll(async () => {
  world = await startWorld()
  root = await world.token('root')
})
afterAll(() => world.close())

type Row = { id: number } & Record<string, unknown>

const listed = async (path: string, where: string, more = '', token = root) => {
  const { status, body } = await world.call(token, 'GET', `${path}?limit=200${more}&where=${encodeURIComponent(where)}`)
  return { status, rows: (body.data ?? []) as Row[], details: body.error?.details }
}
const namesOf = async (where: string, token = root) =>
  (await listed('sites', where, '&ClientId=2', token)).rows.map(({ id }) => id)

describe('C17 a list is narrowed by conditions on its fields', () => {
  it('by texts whole or in part, whatever their case and accents', async () => {
    expect(await namesOf('tag=ACME-000002')).toEqual([2])
    expect(await namesOf('tag=acme-000002')).toEqual([])
    expect((await listed('clients', 'name~EDUCACAO')).rows.map(({ id }) => id)).toEqual([2])
    expect((await listed('clients', 'name!~educação')).rows.map(({ id }) => id)).not.toContain(2)
    expect((await listed('clients', 'name~%')).rows).toEqual([])
  })

  it('by several at once, with quotes around a value that has the word between them', async () => {
    const some = await namesOf('location.city=Belém and name~lima and id<=20')
    expect(some.length).toBeGreaterThan(0)
    await world.call(root, 'PATCH', 'sites/9', { referencePoint: 'Portão and muro' })
    expect(await namesOf('referencePoint="Portão and muro" and id>1')).toEqual([9])
    expect(await namesOf("referencePoint='Portão and muro'")).toEqual([9])
  })

  it('by numbers, switches, choices, references and what is empty', async () => {
    expect(await namesOf('id>=3 and id<5')).toEqual([3, 4])
    expect((await listed('clients', 'locked=true')).rows.map(({ id }) => id)).toEqual([3])
    expect((await listed('clients', 'locked!=true')).rows.map(({ id }) => id)).not.toContain(3)
    const users = await listed('users', 'role=admin and ClientId=2', '&userType=client')
    expect(users.rows.map(({ username }) => username)).toContain('acme-admin')
    const [empty, full] = [await namesOf('referencePoint='), await namesOf('referencePoint!=')]
    expect([empty.includes(9), full.includes(9)]).toEqual([false, true])
  })

  it('by what hides rows otherwise, which then need no filter: inactive and deleted ones', async () => {
    const inactive = await listed('sites', 'active=false', '&ClientId=2')
    expect(inactive.rows.length).toBeGreaterThan(10)
    expect(inactive.rows.every(({ active }) => active === false)).toBe(true)
    const { body } = await world.call(root, 'GET', 'sites?ClientId=2&showInactive=true&limit=1&where=active%3Dfalse')
    expect(inactive.rows.length).toBe(Math.min(200, body.total!))
    expect((await listed('sites', 'active=false', '&ClientId=2&showInactive=false')).rows).toEqual([])
    expect((await listed('sites', 'active=true', '&ClientId=2')).rows.every(({ active }) => active)).toBe(true)
    const project = { ClientId: 2, name: 'Gone', description: 'x' }
    const made = (await world.call(root, 'POST', 'projects', project)).body.data as { id: number }
    await world.call(root, 'DELETE', `projects/${made.id}`)
    const ids = async (where: string) => (await listed('projects', where)).rows.map(({ id }) => id)
    expect(await ids('deletedAt!=')).toContain(made.id)
    expect(await ids('deletedAt=')).not.toContain(made.id)
    expect(await ids('name=Gone')).toEqual([])
  })

  it('by days of Brazil and by points in time', async () => {
    const { body } = await world.call(root, 'POST', 'registration-codes', { ClientId: 2 })
    const { id } = body.data as Row
    await withServer(world.database, (tx) =>
      sql`update registration_codes set created_at = '2026-05-10T01:30:00Z' where id = ${id}`.execute(tx),
    )
    const found = async (where: string) => (await listed('registration-codes', where)).rows.some((row) => row.id === id)
    // Half past one in UTC is still the day before in Brazil.
    expect(await found('createdAt=2026-05-09')).toBe(true)
    expect(await found('createdAt=2026-05-10')).toBe(false)
    expect(await found('createdAt>=2026-05-10')).toBe(false)
    expect(await found('createdAt<=2026-05-09')).toBe(true)
    expect(await found('createdAt>=2026-05-10T01:30:00Z')).toBe(true)
    expect(await found('createdAt>2026-05-10T01:30:00Z')).toBe(false)
    const made = await world.call(root, 'POST', 'license-comments/tocsin', {
      ClientId: 2,
      title: 'Renovada',
      responsible: 'Rute',
      startDate: '2026-05-01',
      endDate: '2026-06-01',
    })
    const ids = async (where: string) =>
      (await listed('license-comments/tocsin', where, '&ClientId=2')).rows.map((row) => row.id)
    const license = (made.body.data as Row).id
    expect(await ids('startDate=2026-05-01')).toEqual([license])
    expect(await ids('startDate>2026-05-01')).not.toContain(license)
    expect(await ids('endDate<=2026-06-01')).toContain(license)
  })

  it.each([
    ['nome=x', 'where.unknownField'],
    ['password=x', 'where.unknownField'],
    ['active~true', 'where.comparison'],
    ['active=yes', 'where.value'],
    ['id=abc', 'where.value'],
    ['createdAt>ontem', 'where.value'],
    ['name', 'where.unreadable'],
    ['name="x', 'where.unreadable'],
    ['name=x or id=1', 'where.unreadable'],
    ['name=x and', 'where.unreadable'],
    [Array.from({ length: 11 }, () => 'id>0').join(' and '), 'where.tooMany'],
    ["name=x'; drop table sites; --", 'ok'],
  ])('and refuses what it cannot read: %s', async (where, reason) => {
    const { status, details } = await listed('sites', where)
    expect([status, details?.['reason'] ?? 'ok']).toEqual([reason === 'ok' ? 200 : 400, reason])
  })

  it('and never shows a record of another client', async () => {
    const admin = await world.token('acme-admin')
    const { rows } = await listed('sites', 'ClientId=3', '', admin)
    expect(rows).toEqual([])
  })
})

describe('C17 a condition finds the rows that have its value in the answer, and no others', () => {
  for (const resource of resources)
    it(resource.name, async () => {
      const path = pathOf(resource)
      const all = await world.call(root, 'GET', `${path}?limit=200`)
      expect(all.status).toBe(200)
      const rows = all.body.data as Row[]
      for (const field of comparablePaths(resource.fields)) {
        const value = rows
          .map((row) => valueAt(row, field))
          .find((one) => one !== null && one !== undefined && one !== '')
        if (value === undefined || typeof value === 'object') continue
        const text = String(value)
        if (text.includes('"')) continue
        const { status, rows: found, details } = await listed(path, `${field}="${text}"`)
        // A value that only the read record knows cannot be compared.
        if (status === 400) {
          expect(details?.['reason'], field).toBe('where.unknownField')
          continue
        }
        expect(status, field).toBe(200)
        const has = (row: Row) => String(valueAt(row, field)) === text
        // More rows than a page may match.
        expect(
          found.filter((row) => !has(row)),
          `${field}=${text}`,
        ).toEqual([])
        const shown = new Set(found.map(({ id }) => id))
        const missed = rows.filter((row) => has(row) && !shown.has(row.id))
        expect(found.length < 200 ? missed : [], `${field}=${text}`).toEqual([])
      }
    })
})
