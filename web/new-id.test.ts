import { afterEach, expect, it, vi } from 'vitest'
import { newId } from './new-id'

afterEach(() => vi.unstubAllGlobals())

it('makes ids where the browser has no randomUUID, as on plain HTTP', () => {
  vi.stubGlobal('crypto', { getRandomValues: (into: Uint32Array) => into.map(() => Math.random() * 2 ** 32) })
  const ids = new Set(Array.from({ length: 100 }, newId))
  expect(ids.size).toBe(100)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]+(-[0-9a-f]+){3}$/)
})
