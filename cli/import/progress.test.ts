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
  const progress = showProgress(context, 'text', 'write', 100)
  const update = (seconds: number, created: number) => {
    time.now = seconds * 1000
    progress.update({ created, updated: 0, unchanged: 0, skipped: 0, rejected: 0, retries: 0 } as ImportProgress)
  }
  update(10, 14)
  update(50, 20)
  await progress.end()
  expect(told).toBe('written 14/100 rows  1/s  1:02 left\nwritten 20/100 rows  3:20 left\n')
})
