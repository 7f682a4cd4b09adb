import { describe, expect, it } from 'vitest'
import { draftKey, readKept, removeOldDrafts, writeKept } from './kept-drafts'

const memory = (full = false) => {
  const items = new Map<string, string>()
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (full) throw new DOMException('full', 'QuotaExceededError')
      items.set(key, text)
    },
    removeItem: (key: string) => items.delete(key),
  } as unknown as Storage
  return () => storage
}
const now = Date.parse('2026-11-21T12:00:00Z')
const kept = { at: '2026-11-21T11:00:00.000Z', version: 3, changes: { name: 'x', 'location.city': null } }

describe('a draft kept on this machine', () => {
  it('comes back as it was, and is gone when it is dropped', () => {
    const storage = memory()
    const key = draftKey({ account: 1, resource: 'sites', id: 12 })
    writeKept(storage, key, kept)
    expect(readKept(storage, key, now)).toEqual(kept)
    writeKept(storage, key, null)
    expect(readKept(storage, key, now)).toBeNull()
  })

  it('belongs to one account, resource, record and place', () => {
    const keys = [
      { account: 1, resource: 'sites', id: 12 },
      { account: 2, resource: 'sites', id: 12 },
      { account: 1, resource: 'teams', id: 12 },
      { account: 1, resource: 'sites', id: 13 },
      { account: 1, resource: 'sites', id: null },
      { account: 1, resource: 'sites', id: null, given: { ClientId: 2 } },
      { account: 1, resource: 'sites', id: null, given: { ClientId: 3 } },
    ].map(draftKey)
    expect(new Set(keys).size).toBe(keys.length)
    const given = { ClientId: 2, ProjectId: 3 }
    expect(draftKey({ account: 1, resource: 'sites', id: null, given })).toBe(
      draftKey({ account: 1, resource: 'sites', id: null, given: { ProjectId: 3, ClientId: 2 } }),
    )
  })

  it('is not missed where the storage is full, refused or holds nonsense', () => {
    const key = 'draft:1:sites:12'
    expect(() => writeKept(memory(true), key, kept)).not.toThrow()
    const refused = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    expect(() => writeKept(refused, key, kept)).not.toThrow()
    expect(readKept(refused, key, now)).toBeNull()
    const storage = memory()
    for (const text of ['{', '7', '{"at":"never","changes":{}}', '{"at":"2026-11-21T11:00:00Z"}']) {
      storage().setItem(key, text)
      expect(readKept(storage, key, now)).toBeNull()
    }
  })

  it('is removed after thirty days, and nothing else is', () => {
    const items: Record<string, string> = {
      import: 'x',
      'draft:1:sites:12': JSON.stringify(kept),
      'draft:2:apps:1': '{',
    }
    const storage = Object.defineProperties(items, {
      getItem: { value: (key: string) => items[key] ?? null },
      removeItem: { value: (key: string) => delete items[key] },
    }) as unknown as Storage
    removeOldDrafts(() => storage, now)
    expect(Object.keys(items)).toEqual(['import', 'draft:1:sites:12'])
    removeOldDrafts(() => storage, now + 31 * 24 * 3_600_000)
    expect(Object.keys(items)).toEqual(['import'])
  })

  it('is not given back after thirty days', () => {
    const storage = memory()
    writeKept(storage, 'draft:1:sites:12', kept)
    expect(readKept(storage, 'draft:1:sites:12', now + 31 * 24 * 3_600_000)).toBeNull()
  })
})
