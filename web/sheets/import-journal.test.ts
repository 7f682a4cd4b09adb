import { expect, it } from 'vitest'
import { forgetRun, memory, openJournal, type RunOf } from './import-journal'

const run: RunOf = {
  digest: 'd',
  account: 1,
  clientId: 7,
  target: { resource: 'sites' },
  mode: 'create',
  onError: 'stop',
}
const DAY = 24 * 3_600_000
let count = 0
const open = (of: RunOf = run, now = 0) => openJournal(of, memory, now, () => `run-${++count}`)

it('takes up a run that was cut off under its own id, and forgets one that is finished', () => {
  const first = open()
  expect(first.resumed).toBe(false)
  const again = open()
  expect(again).toMatchObject({ runId: first.runId, resumed: true })
  again.finish()
  const anew = open()
  expect(anew.resumed).toBe(false)
  expect(anew.runId).not.toBe(first.runId)
  forgetRun(run, memory)
})

it.each([
  { digest: 'e' },
  { account: 2 },
  { clientId: 8 },
  { target: { resource: 'teams' } },
  { target: { resource: 'registration-data', contentId: 'a' } },
  { mode: 'upsert' },
  { onError: 'skip' },
])('is another run with %o', (change) => {
  const first = open()
  expect(open({ ...run, ...(change as Partial<RunOf>) }).resumed).toBe(false)
  first.finish()
})

it('is another run for another schema', () => {
  const into = (contentId: string): RunOf => ({ ...run, target: { resource: 'registration-data', contentId } })
  const first = open(into('a'))
  expect(open(into('b')).resumed).toBe(false)
  expect(open(into('a')).runId).toBe(first.runId)
  forgetRun(into('a'), memory)
  forgetRun(into('b'), memory)
})

it('does not take up what the server has forgotten', () => {
  const first = open({ ...run, digest: 'old' })
  expect(open({ ...run, digest: 'old' }, 5 * DAY).runId).toBe(first.runId)
  expect(open({ ...run, digest: 'old' }, 7 * DAY).resumed).toBe(false)
})
