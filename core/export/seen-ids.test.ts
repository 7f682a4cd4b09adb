import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MAX_ID } from '../kinds'
import { SeenIds } from './seen-ids'

it('counts every id once, wherever it lies', () => {
  const id = fc.oneof(fc.nat(5000), fc.integer({ min: 0, max: MAX_ID }))
  fc.assert(
    fc.property(fc.array(id, { maxLength: 200 }), (ids) => {
      const seen = new SeenIds()
      for (const one of [...ids, ...ids]) seen.add(one)
      expect(seen.size).toBe(new Set(ids).size)
    }),
  )
})
