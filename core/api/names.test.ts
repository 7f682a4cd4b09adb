import { expect, it } from 'vitest'
import { createClient } from './client'
import type { Call } from './http'
import { nameBeside, pointedTo, recordsById } from './names'
import { auditEvents } from '../resources/audit-events/index'
import { projects } from '../resources/projects/index'
import { registrationCodes } from '../resources/registration-codes/index'
import { maps } from '../resources/maps/index'
import { users } from '../resources/users/index'

const idsOf = (found: Map<string, Set<number>>) =>
  Object.fromEntries([...found].map(([resource, ids]) => [resource, [...ids]]))

it('finds what rows point to at the columns that are shown, each record once', () => {
  const rows = [
    { id: 1, ClientId: 2, SiteId: null, RegistrationFormId: 5 },
    { id: 2, ClientId: 2, SiteId: 9, RegistrationFormId: 6 },
  ]
  expect(idsOf(pointedTo(registrationCodes, ['code', 'ClientId', 'SiteId'], rows))).toEqual({
    clients: [2],
    sites: [9],
  })
  expect(idsOf(pointedTo(users, ['ClientIds'], [{ id: 1, ClientIds: [3, 4] }]))).toEqual({ clients: [3, 4] })
  expect(pointedTo(registrationCodes, ['constructor', 'config.autoApprove'], rows).size).toBe(0)
})

it('finds the record of a stored event by the resource that the event names', () => {
  const rows = [
    { id: 1, noun: 'sites', recordId: 9, ClientId: 2 },
    { id: 2, noun: 'users', recordId: 9, ClientId: 2 },
    { id: 3, noun: null, recordId: 9, ClientId: 2 },
  ]
  expect(idsOf(pointedTo(auditEvents, ['recordId', 'ClientId'], rows))).toEqual({
    sites: [9],
    users: [9],
    clients: [2],
  })
})

it('does not ask for what a row names itself', () => {
  const row = { id: 1, SiteId: 9, Site: { name: 'Creche' } }
  expect(nameBeside(row, 'SiteId')).toBe('Creche')
  expect(pointedTo(maps, ['SiteId'], [row]).size).toBe(0)
  expect(nameBeside({ Site: { name: '' } }, 'SiteId')).toBeUndefined()
  expect(nameBeside(undefined, 'SiteId')).toBeUndefined()
})

it('API-16 asks for many records in one call, those that were deleted among them', async () => {
  const asked: Call[] = []
  const client = createClient(async (call) => {
    asked.push(call)
    const ids = call.query?.['ids'] as number[]
    return { data: ids.filter((id) => id !== 3).map((id) => ({ id, name: `P${id}` })), total: ids.length } as never
  })
  expect(await recordsById(client, projects, [2, 3, 4])).toEqual([
    { id: 2, name: 'P2' },
    { id: 4, name: 'P4' },
  ])
  expect(asked.map(({ path, query }) => [path, query])).toEqual([
    ['projects', { ids: [2, 3, 4], limit: 3, offset: 0, showDeleted: true }],
  ])
  const many = Array.from({ length: 501 }, (_, at) => at + 1)
  expect(await recordsById(client, registrationCodes, many)).toHaveLength(500)
  expect(asked.slice(1).map(({ query }) => (query as { ids: number[] }).ids.length)).toEqual([500, 1])
  expect(asked[1]?.query).not.toHaveProperty('showDeleted')
})
