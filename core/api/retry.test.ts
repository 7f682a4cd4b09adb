import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../base/errors'
import { mayPass, retrying, type RetryOptions } from './retry'

const failure = (status: number, retryAfter?: number) => new ApiError({ status, code: 'X', retryAfter })

/** Runs through the outcomes, a number being a failure's status; returns the result and the total wait. */
async function run(outcomes: readonly (number | ApiError | string)[], options: Partial<RetryOptions> = {}) {
  const pauses: number[] = []
  let calls = 0
  const result = await retrying(
    async () => {
      const outcome = outcomes[Math.min(calls++, outcomes.length - 1)]
      if (typeof outcome === 'number') throw failure(outcome)
      if (outcome instanceof Error) throw outcome
      return outcome
    },
    { random: () => 0.5, pause: async (milliseconds) => void pauses.push(milliseconds), ...options },
  ).catch((error: unknown) => error)
  return { result, calls, pauses }
}

describe('trying again', () => {
  it('goes on until it is answered', async () => {
    expect(await run([503, 0, 429, 'done'])).toEqual({ result: 'done', calls: 4, pauses: [250, 500, 1000] })
  })

  it('gives up after as many tries as it has', async () => {
    expect((await run([503])).calls).toBe(8)
    const { result, calls, pauses } = await run([503], { tries: 3 })
    expect([calls, pauses.length, (result as ApiError).status]).toEqual([3, 2, 503])
  })

  it.each([400, 401, 403, 404, 409, 500])('never repeats what %i says', async (status) => {
    expect((await run([status, 'done'])).calls).toBe(1)
  })

  it('C09 repeats an error of the server itself where a repeat does no harm', async () => {
    expect(await run([500, 500, 'done'], { passes: mayPass })).toMatchObject({ result: 'done', calls: 3 })
    expect((await run([404, 'done'], { passes: mayPass })).calls).toBe(1)
  })

  it('C11 never repeats what a repeat cannot cure', async () => {
    const lasting = new ApiError({ status: 0, code: 'NETWORK_ERROR', lasting: true })
    for (const options of [{}, { passes: mayPass }]) expect((await run([lasting, 'done'], options)).calls).toBe(1)
  })

  it('never repeats a mistake of the program', async () => {
    const { result, calls } = await run([new TypeError('x') as unknown as ApiError, 'done'])
    expect([calls, result]).toEqual([1, expect.any(TypeError)])
  })

  it('waits as long as the server asks', async () => {
    expect((await run([failure(429, 7000), failure(503, 0), 'done'])).pauses).toEqual([7000, 0])
  })

  it('T102 does not wait out what is slowed for an hour, and tells how long it is', async () => {
    const { result, calls, pauses } = await run([failure(429, 3_600_000), 'done'])
    expect([calls, pauses, (result as ApiError).retryAfter]).toEqual([1, [], 3_600_000])
  })

  it('otherwise waits a random part of a pause that doubles and stays bounded', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
        fc.integer({ min: 1, max: 60_000 }),
        async (part, longest) => {
          const { pauses } = await run([503], { random: () => part, longest, tries: 12 })
          expect(pauses).toEqual(Array.from({ length: 11 }, (_, index) => part * Math.min(longest, 500 * 2 ** index)))
        },
      ),
      { numRuns: 50, seed: 1 },
    )
  })

  it('stops when it is told to, and says of each try that failed', async () => {
    const controller = new AbortController()
    const told: [number, number][] = []
    const { calls } = await run([503], {
      signal: controller.signal,
      onRetry: ({ status }, attempt) => {
        told.push([status, attempt])
        if (attempt === 2) controller.abort()
      },
    })
    expect(told).toEqual([
      [503, 1],
      [503, 2],
    ])
    expect(calls).toBeLessThanOrEqual(3)
  })
})
