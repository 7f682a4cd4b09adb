import { describe, expect, it } from 'vitest'
import { apps } from '@tocsin/core/resources/apps/index'
import { clients } from '@tocsin/core/resources/clients/index'
import { sites } from '@tocsin/core/resources/sites/index'
import { teams } from '@tocsin/core/resources/teams/index'
import { users } from '@tocsin/core/resources/users/index'
import { choicesOf } from './choices-of'
import { choicesWithin, leftBehind } from './choices-within'
import { fieldsToFill, lockOf } from './lock-of'

const everything = () => true
const free = { isNew: true, byAccount: false, maySeeTarget: true }

describe('why a field is locked', () => {
  it('is that the server keeps it, that it is fixed, that it is the account’s, or that its records cannot be seen', () => {
    expect(lockOf({ ...free, resource: sites, path: 'name' })).toBeNull()
    expect(lockOf({ ...free, resource: sites, path: 'App.name' })).toBe('server')
    expect(lockOf({ ...free, resource: sites, path: 'ClientId' })).toBeNull()
    expect(lockOf({ ...free, resource: sites, path: 'ClientId', isNew: false })).toBe('fixed')
    expect(lockOf({ ...free, resource: clients, path: 'manager.email', isNew: false })).toBe('fixed')
    expect(lockOf({ ...free, resource: sites, path: 'ClientId', byAccount: true })).toBe('account')
    expect(lockOf({ ...free, resource: sites, path: 'appId', maySeeTarget: false })).toBe('noAccess')
  })
})

describe('the fields of a form', () => {
  it('asks for a new client and its manager, who is never asked for again', () => {
    expect(fieldsToFill(clients, true, everything)).toEqual([
      'name',
      'nickname',
      'active',
      'locked',
      'config',
      'manager',
    ])
    expect(fieldsToFill(clients, false, everything)).not.toContain('manager')
  })

  it('are none of the server’s, none without a choice, and none of a kind that is not here yet', () => {
    expect(fieldsToFill(teams, true, everything)).not.toContain('siteType')
    expect(fieldsToFill(sites, false, everything)).not.toContain('createdAt')
    const names = fieldsToFill(apps, true, (resource) => resource !== 'terms')
    expect(names).toContain('projectId')
    expect(names).not.toContain('termId')
  })

  it('USERS-21 offers the roles of the chosen user type', () => {
    const role = users.fields.role
    expect(choicesOf(role, { userType: 'monitoring-provider' }, '')).toEqual(['admin', 'operator'])
    expect(choicesOf(role, { userType: 'monitoring-provider' }, 'root')).toContain('root')
  })

  it('narrow what can be pointed to, to the client, and forget it with the client', () => {
    const find = (resourceName: string) => ({ apps, sites, clients })[resourceName]
    expect(choicesWithin(sites, apps, { ClientId: 7 })).toEqual({ clientId: 7 })
    expect(choicesWithin(sites, clients, { ClientId: 7 })).toEqual({})
    expect(choicesWithin(sites, apps, { ClientId: null })).toEqual({})
    expect(leftBehind(sites, 'ClientId', find)).toEqual({ appId: null })
    expect(leftBehind(sites, 'name', find)).toEqual({})
  })
})
