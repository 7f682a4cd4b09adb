import { describe, expect, it } from 'vitest'
import { apps } from '../resources/apps/index'
import { channels } from '../resources/channels/index'
import { projects } from '../resources/projects/index'
import { sites } from '../resources/sites/index'
import { users } from '../resources/users/index'
import { terms } from '../resources/terms/index'
import type { AuditEvent } from '../resources/audit-events/types'
import type { Account } from './permissions'
import type { Draft, Resource } from './resource'
import { pairsOf, wayBackOf } from './way-back'

const account = (...permissions: string[]): Account => ({
  id: 6,
  userType: 'client',
  role: 'admin',
  permissions,
  impersonator: null,
})
const ana = account(
  ...['sites', 'projects', 'users', 'apps', 'client:terms'].flatMap((noun) => [`${noun}:view`, `${noun}:update`]),
)
const change = (before: unknown, after: unknown) => ({ before, after })
const row = { id: 7, version: 3, name: 'Abaeté', radius: 0.5, active: false, siteType: 'site', ClientId: 2 }
const back = (
  changes: AuditEvent['changes'],
  {
    of = sites,
    verb = 'update',
    now = row,
    who = ana,
  }: Partial<{ of: Resource; verb: string; now: (Draft & { id: number }) | null; who: Account }> = {},
) => wayBackOf(of, { verb, changes }, now, who)

describe('the way back from a change', () => {
  it('writes the former values of an update, also where it switched the record off', () => {
    expect(back({ radius: change(0.1, 0.5), active: change(true, false) })).toEqual({
      former: { radius: 0.1, active: true },
      left: { radius: 0.5, active: false },
    })
  })

  it('clears what a group did not have before', () => {
    const location = change({ formatted: 'Rua 1' }, { formatted: 'Rua 2', city: 'Belém' })
    const now = { ...row, location: location.after }
    expect(back({ location }, { now })).toEqual({
      former: { 'location.formatted': 'Rua 1', 'location.city': null },
      left: { 'location.formatted': 'Rua 2', 'location.city': 'Belém' },
    })
  })

  it('is done where the record is as before, and absent where the record is gone or the account may not change it', () => {
    const changes = { radius: change(0.1, 0.5) }
    expect(back(changes, { now: { ...row, radius: 0.1 } })).toBe('undone')
    expect(back(changes, { now: null })).toBeNull()
    expect(back(changes, { who: account('sites:view') })).toBeNull()
  })

  it('stays open where the record has been changed since', () => {
    expect(back({ radius: change(0.1, 0.4) })).toEqual({ former: { radius: 0.1 }, left: { radius: 0.4 } })
  })

  it('takes back what a token of a user changed as what the user did, and nothing that a program did', () => {
    const radius = change(0.1, 0.5)
    expect(back({ radius, token: change(null, 'cron') })).toEqual({ former: { radius: 0.1 }, left: { radius: 0.5 } })
    expect(back({ token: change(null, 'cron') })).toBe('never')
    expect(back({ radius, actor: change(null, 'program'), token: change(null, 'cron') })).toBe('never')
  })

  it('never writes a mask, a part of a long text, a fact that is no field, or what only the server writes', () => {
    const never = (changes: AuditEvent['changes'], of: Resource = sites) => expect(back(changes, { of })).toBe('never')
    never({ password: change('***', '***') }, users)
    never({ name: change('A', 'B'), password: change('***', '***') }, users)
    never({ referencePoint: change(`${'x'.repeat(2_000)}…`, 'short') })
    never({ referencePoint: change('…end', '…another end') })
    never({ radius: change(0.1, 0.5), actor: change(null, 'program') })
    never({ createdAt: change('2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z') })
    // The history has a path into a list, but not the list.
    never({ 'config.schema.0.label': change('A', 'B') }, apps)
    never({})
  })

  it('needs the permission of a field that has one of its own, in a group as well', () => {
    const changes = { config: change({ dataChannel: false }, { dataChannel: true }) }
    const now = { ...row, channelType: 'survey', config: { dataChannel: true } }
    const holding = (...more: string[]) => ({ of: channels, now, who: account('channels:update', ...more) })
    expect(back(changes, holding())).toBeNull()
    expect(back(changes, holding('channels:update:data-collection'))).toMatchObject({
      former: { 'config.dataChannel': false },
    })
  })

  it('deletes what is as it was created, and restores what is only marked as deleted', () => {
    const created = { verb: 'create', of: projects }
    const project = { id: 4, version: 1, name: 'P', description: null, deletedAt: null, ClientId: 2 }
    const may = account('projects:view', 'projects:update', 'projects:delete')
    expect(back({ name: change(null, 'P') }, { ...created, now: project, who: may })).toEqual({ action: 'delete' })
    expect(back({ name: change(null, 'P') }, { ...created, now: { ...project, name: 'Q' }, who: may })).toBe('never')
    const gone = { ...project, deletedAt: '2026-01-01T00:00:00Z' }
    const deleted = { verb: 'delete', of: projects, who: may }
    expect(back({}, { ...deleted, now: gone })).toEqual({ action: 'restore' })
    expect(back({}, { ...deleted, now: project })).toBe('undone')
    expect(back({}, { ...deleted, of: sites, now: null, who: account('sites:update') })).toBe('never')
  })

  it('says nothing of a sign-in, nor of an action that has another way back', () => {
    expect(back({ method: change(null, 'password') }, { of: users, verb: 'signIn' })).toBeNull()
    expect(back({}, { of: terms, verb: 'publish' })).toBeNull()
  })
})

it('knows the change that only took another back, and that one made again is a new one', () => {
  const event = (id: number, from: number, to: number, more: AuditEvent['changes'] = {}, recordId = 7) => ({
    id,
    noun: 'sites',
    recordId,
    verb: 'update',
    changes: { radius: change(from, to), ...more },
  })
  type Made = ReturnType<typeof event>
  const undoing = (...events: Made[]) => [...pairsOf(events).undoing]
  const undone = (...events: Made[]) => [...pairsOf(events).undone]
  const first = event(1, 0.1, 0.5)
  const back = event(2, 0.5, 0.1)
  expect(undoing(back, first)).toEqual([2])
  expect(undone(first, back)).toEqual([1])
  expect(undoing(first, event(2, 0.5, 0.1, {}, 8))).toEqual([])
  expect(undoing(first, event(2, 0.5, 0.2))).toEqual([])
  expect(undoing(first, event(2, 0.5, 0.1, { token: change(null, 'cron') }))).toEqual([2])
  // Done again, and undone again.
  expect(undoing(first, back, event(3, 0.1, 0.5))).toEqual([2])
  expect(undone(first, back, event(3, 0.1, 0.5), event(4, 0.5, 0.1))).toEqual([1, 3])
  // Two changes, taken back one after the other.
  const steps = [first, event(2, 0.5, 0.9), event(3, 0.9, 0.5), event(4, 0.5, 0.1)]
  expect(undoing(...steps)).toEqual([3, 4])
  expect(undone(...steps)).toEqual([2, 1])
})
