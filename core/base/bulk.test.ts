import { expect, it } from 'vitest'
import { AT_ONCE, doEach } from './bulk'

/** Ends what is under way only when it is told to. */
function held() {
  const waiting: (() => void)[] = []
  return {
    wait: () => new Promise<void>((resolve) => waiting.push(resolve)),
    release: async () => {
      waiting.splice(0).forEach((go) => go())
      for (let turn = 0; turn < 10; turn++) await Promise.resolve()
    },
    get count() {
      return waiting.length
    },
  }
}

it('has a few under way at once, begun in their order, and does each once', async () => {
  const door = held()
  const begun: string[] = []
  const all = doEach('abcdefghij'.split(''), async (item, at) => {
    begun.push(`${at}${item}`)
    await door.wait()
  })
  expect(begun).toHaveLength(AT_ONCE)
  while (door.count > 0) {
    expect(door.count).toBeLessThanOrEqual(AT_ONCE)
    await door.release()
  }
  await all
  expect(begun).toEqual('abcdefghij'.split('').map((item, at) => `${at}${item}`))
})

it('begins nothing more once it does not go on, or one of them ends the whole', async () => {
  const done: number[] = []
  await doEach(
    [1, 2, 3, 4, 5, 6, 7, 8],
    async (item) => void done.push(item),
    () => done.length < 2,
  )
  expect(done).toEqual([1, 2])
  const begun: number[] = []
  const door = held()
  const all = doEach([1, 2, 3, 4, 5, 6, 7, 8], async (item) => {
    begun.push(item)
    await door.wait()
    if (item === 2) throw new Error('interrupted')
  })
  const outcome = expect(all).rejects.toThrow('interrupted')
  await door.release()
  await door.release()
  await outcome
  expect(begun.length).toBeLessThan(8)
})
