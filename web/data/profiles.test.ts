import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Profile } from '@tocsin/core/api/session'

const database = vi.hoisted(() => ({ readRows: vi.fn(), putRow: vi.fn(), deleteRow: vi.fn() }))
vi.mock('./profile-database', () => database)

const refused = () => Promise.reject(new DOMException('refused', 'QuotaExceededError'))
const rows = new Map<number, { id: number }>()
const person = (id: number, name: string): Profile =>
  ({ id, name, username: name, token: 't', refreshToken: 'r', expiredAt: 1 }) as unknown as Profile
const ana = person(1, 'Ana')
const bia = person(2, 'Bia')

/** Returns the modules of another tab of this browser. */
async function openTab() {
  vi.resetModules()
  const profiles = await import('./profiles')
  const account = await import('./account')
  const { store } = await import('../store')
  return {
    ...profiles,
    ...account,
    trouble: () => store.get(profiles.storeTroubleAtom),
    names: () => store.get(account.profilesAtom).map(({ name }) => name),
  }
}

beforeEach(() => {
  rows.clear()
  database.readRows.mockImplementation(() => Promise.resolve([...rows.values()]))
  database.putRow.mockImplementation((row: { id: number }) => Promise.resolve(void rows.set(row.id, row)))
  database.deleteRow.mockImplementation((id: number) => Promise.resolve(void rows.delete(id)))
})

it('says of a browser without a store that it keeps nothing, and no longer to sign in again', async () => {
  for (const call of Object.values(database)) call.mockImplementation(refused)
  const tab = await openTab()
  await tab.readProfiles()
  expect(tab.trouble()).toBe('unreadable')
  await tab.keepProfile(ana)
  await tab.readProfiles()
  expect(tab.trouble()).toBe('unwritable')
})

describe('what the browser refuses', () => {
  it('ACCOUNT-03 an account that it would not remove is gone in the other tabs too, and this is told', async () => {
    for (const row of [ana, bia]) rows.set(row.id, row)
    const [here, other] = [await openTab(), await openTab()]
    await other.resumeAccount()
    expect(other.names()).toEqual(['Ana', 'Bia'])
    database.deleteRow.mockImplementation(refused)
    await here.signOutHere(bia)
    expect([here.names(), here.trouble()]).toEqual([['Ana'], 'unwritable'])
    await vi.waitFor(() => expect(other.names()).toEqual(['Ana']))
  })

  it('ACCOUNT-01 an account that it would not store comes first in the other tabs too', async () => {
    rows.set(ana.id, { ...ana, order: -2 } as never)
    rows.set(bia.id, { ...bia, order: -1 } as never)
    const [here, other] = [await openTab(), await openTab()]
    await other.resumeAccount()
    database.putRow.mockImplementation(refused)
    await here.switchToStored(bia)
    await vi.waitFor(() => expect(other.names()).toEqual(['Bia', 'Ana']))
  })
})
