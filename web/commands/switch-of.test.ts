import { expect, it } from 'vitest'
import type { Profile } from '@tocsin/core/api/session'
import { clients } from '@tocsin/core/resources/clients/index'
import { maps } from '@tocsin/core/resources/maps/index'
import { projects } from '@tocsin/core/resources/projects/index'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { nextOf, switchOf } from './switch-of'

const account = { id: 1, userType: 'tocsin', role: 'admin' } as unknown as Profile
const next = (resource: unknown, row: object) => {
  const pair = switchOf(resource as Resource)
  return pair && nextOf(resource as Resource, pair, { id: 1, ...row }, account)
}

it('is between putting out and whatever the resource calls taking in again', () => {
  expect(next(clients, { active: true })).toBe('deactivate')
  expect(next(clients, { active: false })).toBe('activate')
  expect(next(maps, { status: 'active' })).toBe('deactivate')
  expect(next(maps, { status: 'deactivated' })).toBe('reactivate')
  expect(next(projects, { name: 'Escolas' })).toBeNull()
})
