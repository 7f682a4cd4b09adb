import type { ImportProgress } from '@tocsin/core/import/run'
import { expect, it } from 'vitest'
import { createContext } from '../context'
import type { Io } from '../io'
import { importWords } from '../messages/import'
import { showProgress } from './progress'

it('tells the time that is left by the rate itself, also below one row a second', async () => {
  const time = { now: 0 }
  let told = ''
  const output = {
    isTerminal: false,
    width: 80,
    write: async (text: string | Uint8Array) => void (told += String(text)),
  }
  const io = { stdout: output, stderr: output, env: { TOCSIN_LOCALE: 'en-US' }, now: () => time.now } as unknown as Io
  const context = createContext(io, {})
  context.addWords('import', importWords)
  const progress = showProgress(context, 'text', 'write', { total: 100 })
  const update = (seconds: number, created: number) => {
    time.now = seconds * 1000
    progress.update({ created, updated: 0, unchanged: 0, skipped: 0, rejected: 0, retries: 0 } as ImportProgress)
  }
  update(10, 14)
  update(50, 20)
  await progress.end()
  expect(told).toBe('written 14/100 rows  1/s  1:02 left\nwritten 20/100 rows  3:20 left\n')
})

/** Returns a terminal whose width and time a test sets, and what was drawn on it. */
function terminal(locale: string) {
  const state = { now: 0, width: 100, drawn: [] as string[] }
  const stderr = {
    isTerminal: true,
    get width() {
      return state.width
    },
    write: async (text: string | Uint8Array) => void state.drawn.push(String(text)),
  }
  const io = { stdout: stderr, stderr, env: { TOCSIN_LOCALE: locale }, now: () => state.now } as unknown as Io
  const context = createContext(io, {})
  context.addWords('import', importWords)
  return { state, context }
}

const at = (created: number) =>
  ({ created, updated: 0, unchanged: 0, skipped: 0, rejected: 0, retries: 3 }) as ImportProgress

it('C66 C67 a plan tells the part of the file that is read and the time that is left, in the width of the moment', async () => {
  for (const [locale, wide, narrow] of [
    ['en-US', 'planned 2,000 rows  25%  200/s  0:30 left  3 retries', 'planned 3,000 rows  50%…'],
    ['pt-BR', 'planejadas 2.000 linhas  25%  200/s  faltam 0:30  3 novas tentativas', 'planejadas 3.000 linhas…'],
  ] as const) {
    const { state, context } = terminal(locale)
    let share = 0
    const progress = showProgress(context, 'text', 'plan', { share: () => share })
    state.now = 10_000
    share = 0.25
    progress.update(at(2000))
    state.now = 20_000
    share = 0.5
    state.width = 25
    progress.update(at(3000))
    await progress.end()
    expect(state.drawn).toEqual([`\r\u001b[2K${wide}`, `\r\u001b[2K${narrow}`, '\r\u001b[2K'])
    for (const line of state.drawn.slice(1)) expect(line.replace('\r\u001b[2K', '').length).toBeLessThan(25)
  }
})

it('C67 a plan tells its part of the file to programs too', async () => {
  const { state, context } = terminal('en-US')
  const progress = showProgress(context, 'json', 'plan', { share: () => 1 / 3 })
  progress.update(at(5))
  await progress.end()
  expect(JSON.parse(state.drawn.join(''))).toMatchObject({
    progress: { step: 'plan', total: null, share: 0.333, created: 5 },
  })
})
