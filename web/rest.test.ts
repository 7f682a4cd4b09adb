import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { once } from './rest'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('loads once, whoever asks', async () => {
  const load = vi.fn(async () => 'loaded')
  const loadOnce = once(load)
  expect(loadOnce()).toBe(loadOnce())
  expect(await loadOnce()).toBe('loaded')
  expect(load).toHaveBeenCalledTimes(1)
})

it('gives the same failure to a screen that waits, and tries again a second later', async () => {
  const load = vi.fn(async () => 'loaded').mockRejectedValueOnce(new Error('offline'))
  const loadOnce = once(load)
  await expect(loadOnce()).rejects.toThrow('offline')
  await expect(loadOnce()).rejects.toThrow('offline')
  expect(load).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await loadOnce()).toBe('loaded')
})
