import { expect, it } from 'vitest'
import { clients } from '../resources/clients/index'
import { projects } from '../resources/projects/index'
import { sites } from '../resources/sites/index'
import { terms } from '../resources/terms/index'
import { users } from '../resources/users/index'
import { type Account } from './permissions'
import { permissionsOf } from './roles'
import type { Draft, Resource } from './resource'
import { isReached, whyNot, type Obstacle } from './why-not'

const account = (userType: string, role: string): Account => ({
  id: 1,
  userType,
  role,
  permissions: permissionsOf(userType, role),
  impersonator: null,
})
const root = account('tocsin', 'root')
const lock = { key: 'locked' }

type Case = [
  what: string,
  resource: Resource,
  action: string,
  record: Draft,
  isLocked: boolean,
  wanted: Obstacle | null,
]

const off = { id: 5, active: false, userType: 'client', role: 'admin', ClientId: 2 }
const gone = { id: 5, deletable: true, deletedAt: '2026-01-31T00:00:00.000Z', ClientId: 2 }
const CASES: Case[] = [
  ['the account before the lock', users, 'deactivate', { ...off, id: 1 }, true, 'account'],
  ['the lock before what the record is like', users, 'deactivate', off, true, 'lock'],
  ['the lock before a deletion', projects, 'delete', gone, true, 'lock'],
  ['a deletion before what the record is like', projects, 'delete', { ...gone, deletable: false }, false, 'deleted'],
  ['what the record is like', users, 'deactivate', off, false, 'state'],
  ['that a record stays', projects, 'delete', { ...gone, deletedAt: null, deletable: false }, false, 'state'],
  ['that a deleted record takes no change', projects, 'update', gone, false, 'deleted'],
  ['nothing of restoring', projects, 'restore', gone, false, null],
  ['nothing of unlocking a locked client', clients, 'unlock', { id: 2, locked: true }, true, null],
  ['nothing of a change of oneself in a locked client', users, 'update', { ...off, id: 1 }, true, null],
  ['the lock of a change of others', users, 'update', off, true, 'lock'],
  ['nothing of signing in as somebody of a locked client', users, 'loginAs', { ...off, active: true }, true, null],
  ['nothing', sites, 'update', { id: 1, ClientId: 2, active: true }, false, null],
]

it.each(CASES)('tells %s', (_, resource, action, record, isLocked, wanted) => {
  const refusal = whyNot({
    resource,
    action,
    record: record as Draft & { id: number },
    viewer: root,
    lock: isLocked ? lock : null,
  })
  expect(refusal?.obstacle ?? null).toBe(wanted)
})

it('T16 tells that a record is above the viewer, whatever is done to it', () => {
  const admin = account('client', 'admin')
  const record = { ...off, id: 7, userType: 'tocsin', role: 'root' }
  for (const action of ['update', 'delete', 'activate'])
    expect(whyNot({ resource: users, action, record, viewer: admin, lock })).toEqual({
      obstacle: 'account',
      reason: { key: 'resources.users.aboveYou' },
    })
})

const here = { ...gone, deletedAt: null }
const REACHED: [what: string, resource: Resource, action: string, record: Draft, isSo: boolean][] = [
  ['deletes what is deleted', projects, 'delete', gone, true],
  ['deletes what is there', projects, 'delete', here, false],
  ['deletes what has no such mark', sites, 'delete', off, false],
  ['restores what is there', projects, 'restore', here, true],
  ['restores what is deleted', projects, 'restore', gone, false],
  ['changes what is deleted', projects, 'update', gone, false],
  ['switches off what is off', sites, 'deactivate', off, true],
  ['switches off what is on', sites, 'deactivate', { ...off, active: true }, false],
  ['publishes what is published', terms, 'publish', { publishedAt: '2026-01-31T00:00:00.000Z' }, true],
  ['publishes what is not', terms, 'publish', { publishedAt: null }, false],
  ['signs in as somebody', users, 'loginAs', off, false],
]

it.each(REACHED)('C10 knows from the declaration whether a repeat has nothing to do where it %s', (...of) => {
  const [, resource, action, record, isSo] = of
  expect(isReached({ resource, action, record: { id: 5, ...record }, input: {} })).toBe(isSo)
})
