import { AT_ONCE } from '@tocsin/core/base/bulk'
import { ApiError } from '@tocsin/core/base/errors'
import { loadDeclaration } from '@tocsin/core/resources/index'
import { expect, it } from 'vitest'
import { createContext } from './context'
import { interrupted } from './command-error'
import type { Io } from './io'
import { doToEach } from './many'

const sites = await loadDeclaration('sites')

/** A terminal, or a pipe, whose clock moves only when it is told to. */
function world(isTerminal: boolean, locale: string) {
  const controller = new AbortController()
  const time = { now: 0 }
  let told = ''
  const output = { isTerminal, width: 80, write: async (text: string | Uint8Array) => void (told += String(text)) }
  const io = {
    stdout: output,
    stderr: output,
    env: { TOCSIN_LOCALE: locale },
    signal: controller.signal,
    now: () => time.now,
  } as unknown as Io
  return { context: createContext(io, {}), controller, time, told: () => told }
}

const rows = Array.from({ length: 2_000 }, (_, index) => ({ id: index + 1, name: `Posto ${index + 1}` }))

it.each([
  ['en-US', '235 of 2,000 done\n4 more may have been done anyway\n'],
  ['pt-BR', '235 de 2.000 feitos\nmais 4 podem ter sido feitos mesmo assim\n'],
])('shows what was done before Ctrl-C, and says how many that is, in %s', async (locale, line) => {
  const { context, controller, told } = world(false, locale)
  let shown: readonly unknown[] = []
  let waiting = 0
  const doing = doToEach(
    context,
    sites,
    rows,
    async (row) => {
      if (row.id <= 235) return row
      // Requests under way get no answer any more.
      const { signal } = controller
      const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve))
      if (++waiting === AT_ONCE) controller.abort('SIGINT')
      await aborted
      throw interrupted('SIGINT')
    },
    async (done) => void (shown = done),
  )
  await expect(doing).rejects.toMatchObject({ parts: { exit: 130 } })
  expect(shown).toEqual(rows.slice(0, 235))
  expect(told()).toBe(line)
})

it('draws on a terminal how far it is, and leaves nothing of that behind', async () => {
  const { context, time, told } = world(true, 'en-US')
  const run = async (row: (typeof rows)[number]) => {
    time.now += 10
    return row
  }
  expect(await doToEach(context, sites, rows, run, async () => undefined)).toBe(0)
  expect(told()).toContain('of 2,000 done')
  expect(told().split('\r').length).toBeLessThan(rows.length / 5)
  expect(told()).toMatch(/\r\u001b\[2K$/)
})

it('draws nothing where stderr is no terminal', async () => {
  const { context, time, told } = world(false, 'en-US')
  const run = async (row: (typeof rows)[number]) => {
    time.now += 10
    return row
  }
  await doToEach(context, sites, rows, run, async () => undefined)
  expect(told()).toBe('')
})

it.each([
  ['en-US', 'error: Posto 1 (1): ', 'the same for 1,998 more: Posto 2 (2), Posto 3 (3), Posto 4 (4), Posto 5 (5)'],
  ['pt-BR', 'erro: Posto 1 (1): ', 'o mesmo com mais 1.998: Posto 2 (2), Posto 3 (3), Posto 4 (4), Posto 5 (5)'],
])('tells once of a client that is locked, and how many more that is so of, in %s', async (locale, first, more) => {
  const { context, told } = world(false, locale)
  const run = async (row: (typeof rows)[number]) => {
    if (row.id === 2_000) throw new ApiError({ status: 409, code: 'BLOCKED' })
    throw new ApiError({ status: 401, code: 'CLIENT_LOCKED', requestId: `req-${row.id}` })
  }
  expect(await doToEach(context, sites, rows, run, async () => undefined)).toBe(5)
  expect(told()).toContain(first)
  expect(told()).toContain(more)
  expect(told()).toContain('Posto 2000 (2000)')
  expect(told().split('\n').filter(Boolean)).toHaveLength(6)
})

it.each(['run', 'read'])(
  'B10 notes what is left where the server dies at a %s, and looks up no name there',
  async (at) => {
    const { context } = world(false, 'en-US')
    const refuse = (id: number) => {
      if (id > 3) throw new ApiError({ status: 0, code: 'NETWORK_ERROR' })
    }
    let ended: { left: number; whole: boolean } | undefined
    let shown: { done: number; isAnswered: boolean } | undefined
    const exit = await doToEach(
      context,
      sites,
      rows,
      async (row) => {
        if (at === 'run') refuse(row.id)
        return row
      },
      async (done, isAnswered) => void (shown = { done: done.length, isAnswered }),
      async (row) => {
        if (at === 'read') refuse(row.id)
        return null
      },
      { done: () => undefined, end: async (left, whole) => void (ended = { left: left.length, whole }) },
    )
    expect(exit).toBe(9)
    expect(shown).toEqual({ done: 3, isAnswered: false })
    expect(ended).toEqual({ left: 1_997, whole: false })
  },
)

it('B10 notes the end of a run whose records cannot be shown', async () => {
  const { context } = world(false, 'en-US')
  let isEnded = false
  const doing = doToEach(
    context,
    sites,
    rows.slice(0, 3),
    async (row) => row,
    () => Promise.reject(new Error('no room')),
    async () => null,
    { done: () => undefined, end: async () => void (isEnded = true) },
  )
  await expect(doing).rejects.toThrow('no room')
  expect(isEnded).toBe(true)
})
