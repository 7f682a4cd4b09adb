import { PassThrough } from 'node:stream'
import { afterEach, expect, it, vi } from 'vitest'
import { askCounting } from './prompts'

afterEach(() => void vi.useRealTimers())

it('counts down while a code is waited for, and says when there is no time left', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const [input, output] = [new PassThrough(), new PassThrough()]
  let drawn = ''
  output.on('data', (piece: Buffer) => (drawn += piece.toString('utf8')))
  const world = { now: 0 }
  const io = {
    now: () => world.now,
    signal: new AbortController().signal,
    promptStreams: () => ({ input, output }),
  } as unknown as Parameters<typeof askCounting>[0]['io']
  const asked = askCounting({ io }, 2500, (seconds) => (seconds > 0 ? `${seconds} s left` : 'over'))
  await vi.waitFor(() => expect(drawn).toContain('3 s left'))
  for (const line of ['2 s left', '1 s left', 'over']) {
    world.now += 1000
    vi.advanceTimersByTime(1000)
    expect(drawn).toContain(line)
  }
  input.write(' abc2345 \r')
  expect(await asked).toBe('abc2345')
  expect(vi.getTimerCount()).toBe(0)
})
