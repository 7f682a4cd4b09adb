import { beforeEach, expect, it, vi } from 'vitest'
import { dropMemory, memoryOf, PINS, rememberVisit, togglePin } from './visits'

const [ANA, RUTE] = [6, 1]
const site = (id: number) => ({ noun: 'sites', id, title: `S${id}` })
const pins = (account = ANA) => memoryOf(account).pins.map(({ id }) => id)

beforeEach(() => {
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  })
  for (const account of [ANA, RUTE]) dropMemory(account)
})

it('pins twenty records, the latest first, and no other until one of them is unpinned', () => {
  for (let id = 1; id <= PINS; id++) expect(togglePin(ANA, site(id))).toBe(true)
  const all = Array.from({ length: PINS }, (_, at) => PINS - at)
  expect([PINS, pins()]).toEqual([20, all])
  expect(togglePin(ANA, site(99))).toBe(false)
  expect(pins()).toEqual(all)
  // One that is pinned is unpinned at the limit as well, which leaves room for another.
  expect(togglePin(ANA, site(7))).toBe(false)
  expect(togglePin(ANA, site(99))).toBe(true)
  expect(pins()).toEqual([99, ...all.filter((id) => id !== 7)])
})

it('tells records apart by resource and id, and keeps the pins of each account in the browser', () => {
  togglePin(ANA, site(1))
  expect(togglePin(ANA, { noun: 'clients', id: 1, title: 'C1' })).toBe(true)
  expect([pins(), pins(RUTE)]).toEqual([[1, 1], []])
  // A pinned record takes the name under which it was opened last.
  rememberVisit(ANA, { ...site(1), title: 'Nova' })
  dropMemory(ANA)
  expect(memoryOf(ANA).pins.map(({ title }) => title)).toEqual(['C1', 'Nova'])
})
