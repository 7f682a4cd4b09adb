import type * as argon2 from '@node-rs/argon2'
import type { ApiError } from '@tocsin/core/base/errors'
import { expect, it, vi } from 'vitest'
import { createPasswords } from './passwords'

const work = vi.hoisted(() => ({ verified: 0 }))
vi.mock('@node-rs/argon2', async (load) => {
  const real = await load<typeof argon2>()
  // The real work, counted.
  return { ...real, verify: (...given: Parameters<typeof real.verify>) => (work.verified++, real.verify(...given)) }
})

it('does the work of a comparison whether or not there is a hash to compare with', async () => {
  const passwords = await createPasswords()
  const stored = await passwords.hash('Demo1234')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.verify(stored, 'Demo1234')).toBe(true)
  expect(await passwords.verify(stored, 'Demo1235')).toBe(false)
  expect(work.verified).toBe(2)
  expect(await passwords.verify(null, 'Demo1234')).toBe(false)
  expect(work.verified).toBe(3)
})

it('never takes the hash it compares with for nobody as somebody’s', async () => {
  const passwords = await createPasswords()
  expect(await passwords.verify(null, 'a password that nobody has')).toBe(false)
})

it('T41 works on two at once, lets so many wait and answers the rest that it is busy', async () => {
  const passwords = await createPasswords({ concurrency: 2, maxQueued: 3 })
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => passwords.verify(null, 'x')))
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as ApiError] : []))
  expect(refused).toHaveLength(3)
  for (const error of refused) expect(error).toMatchObject({ status: 503, code: 'BUSY', retryAfter: 2000 })
  // The turns of all were handed on: nobody waits for one that is gone.
  expect(await passwords.verify(null, 'x')).toBe(false)
})

it('T123 hashes a new password while comparisons wait for something else, such as the transaction that sets it', async () => {
  const passwords = await createPasswords({ concurrency: 1 })
  let goOn = () => {}
  const set = new Promise<void>((resolve) => (goOn = resolve))
  const compared = passwords.verify(null, 'x', async (compare) => {
    await set
    return compare()
  })
  expect(await passwords.hash('Demo1234')).toMatch(/^\$argon2id/)
  goOn()
  expect(await compared).toBe(false)
})
