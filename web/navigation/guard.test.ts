import { describe, expect, it, vi } from 'vitest'
import { createGuard, createHistoryGuard, type HistoryEntry } from './guard'

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

describe('leaving a changed form', () => {
  it('asks nobody where nothing was changed', async () => {
    const asks = vi.fn(() => Promise.resolve(false))
    const guard = createGuard(asks)
    const release = guard.hold()
    release()
    expect(await guard.mayLeave()).toBe(true)
    expect(asks).not.toHaveBeenCalled()
  })

  it('stays after no, and asks again the next time', async () => {
    const asks = vi.fn(() => Promise.resolve(false))
    const guard = createGuard(asks)
    guard.hold()
    expect(await guard.mayLeave()).toBe(false)
    expect(await guard.mayLeave()).toBe(false)
    expect(asks).toHaveBeenCalledTimes(2)
    expect(guard.held()).toBe(true)
  })

  it('saves or discards the changes of the one form, and stays where they cannot be saved', async () => {
    const answers: (boolean | 'first')[] = ['first', 'first', true, false]
    const guard = createGuard(() => Promise.resolve(answers.shift()!))
    const leaving = {
      about: () => ({ name: 'a', changes: 'b' }),
      save: vi.fn(() => Promise.resolve(false)),
      discard: vi.fn(),
    }
    guard.hold('kept', leaving.save, leaving)
    expect(await guard.mayLeave()).toBe(false)
    leaving.save.mockResolvedValue(true)
    expect([await guard.mayLeave(), guard.held()]).toEqual([true, false])
    expect(leaving.discard).not.toHaveBeenCalled()
    guard.hold('kept', leaving.save, leaving)
    expect([await guard.mayLeave(), guard.held()]).toEqual([true, false])
    expect(leaving.discard).toHaveBeenCalledTimes(1)
    guard.hold('kept', leaving.save, leaving)
    expect([await guard.mayLeave(), guard.held()]).toEqual([false, true])
    expect(leaving.save).toHaveBeenCalledTimes(2)
  })

  it('asks once for all who ask at the same time, and not again on the way out', async () => {
    const asks = vi.fn(() => Promise.resolve(true))
    const guard = createGuard(asks)
    guard.hold()
    expect(await Promise.all([guard.mayLeave(), guard.mayLeave()])).toEqual([true, true])
    expect(await guard.mayLeave()).toBe(true)
    expect(asks).toHaveBeenCalledTimes(1)
  })
})

describe('saving what is held', () => {
  it('saves one form after the other, and stops at one that is not saved', async () => {
    const guard = createGuard(() => Promise.resolve(true))
    expect(guard.savable()).toBe(false)
    guard.hold('lost')
    expect(guard.savable()).toBe(false)
    const [first, second, third] = [vi.fn(async () => true), vi.fn(async () => false), vi.fn(async () => true)]
    const told = vi.fn()
    const stop = guard.watch(told)
    for (const save of [first, second, third]) guard.hold('kept', save)
    expect(told).toHaveBeenCalledTimes(3)
    stop()
    expect(guard.savable()).toBe(true)
    expect(await guard.saveAll()).toBe(false)
    expect([first, second, third].map((save) => save.mock.calls.length)).toEqual([1, 1, 0])
    second.mockResolvedValue(true)
    expect(await guard.saveAll()).toBe(true)
  })
})

/** A stub of the browser's list of entries. */
function browser(urls: string[]) {
  const entries: HistoryEntry[] = urls.map((url) => ({ url, state: url }))
  let at = entries.length - 1
  const guarded: { popped?: () => boolean } = {}
  const drawn: string[] = []
  const go = (by: number) => {
    at = Math.min(Math.max(at + by, 0), entries.length - 1)
    if (!guarded.popped?.()) drawn.push(entries[at]!.url)
  }
  const history = {
    now: () => entries[at]!,
    push: (entry: HistoryEntry) => {
      entries.splice(at + 1, entries.length, entry)
      at++
    },
    back: () => go(-1),
  }
  return { history, go, guarded, drawn, address: () => entries[at]!.url }
}

describe('Back out of a changed form', () => {
  const open = (yes: boolean) => {
    const { history, go, guarded, drawn, address } = browser(['/sites', '/sites/12'])
    const asks = vi.fn(() => Promise.resolve(yes))
    const guard = createGuard(asks)
    const { popped } = createHistoryGuard(guard, history)
    guarded.popped = popped
    return { guard, go, drawn, address, asks }
  }

  it('is taken back until the answer is yes', async () => {
    const { guard, go, drawn, address } = open(true)
    guard.hold()
    go(-1)
    expect(address()).toBe('/sites/12')
    expect(drawn).toEqual([])
    await settled()
    expect(address()).toBe('/sites')
    expect(drawn).toEqual(['/sites'])
  })

  it('stays after no', async () => {
    const { guard, go, drawn, address } = open(false)
    guard.hold()
    go(-1)
    await settled()
    expect(address()).toBe('/sites/12')
    expect(drawn).toEqual([])
  })

  it('asks once while it is pressed again and again', async () => {
    const { guard, go, address, asks } = open(true)
    guard.hold()
    go(-1)
    go(-1)
    go(-1)
    await settled()
    expect(asks).toHaveBeenCalledTimes(1)
    expect(address()).toBe('/sites')
  })

  it('is nobody’s business where nothing was changed', () => {
    const { go, drawn } = open(false)
    go(-1)
    expect(drawn).toEqual(['/sites'])
  })
})
