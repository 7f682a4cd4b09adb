import { expect, it } from 'vitest'
import { isLeft, writeToEnd } from './resume'

const whole = { read: 2, created: 2, updated: 0, unchanged: 0, skipped: 0, rejected: 0, unsent: 0, failure: null }

/** Carries out runs of which the first `resumed` are resumed; the first `lacking` plans find rows missing. */
async function carriedOut(resumed: number, lacking: number, result: typeof whole | null = whole) {
  const log: string[] = []
  let runs = 0
  await writeToEnd({
    open: () => ({ runId: String(runs), resumed: runs++ < resumed, finish: () => log.push('finish') }),
    write: ({ runId }) => (log.push(`write ${runId}`), Promise.resolve(result)),
    plan: () => (log.push('plan'), Promise.resolve(lacking-- > 0)),
  })
  return log
}

it('a run that was resumed asks whether all of it is there, and writes what is not', async () => {
  expect(await carriedOut(0, 1)).toEqual(['write 0', 'finish'])
  expect(await carriedOut(1, 0)).toEqual(['write 0', 'finish', 'plan'])
  expect(await carriedOut(1, 1)).toEqual(['write 0', 'finish', 'plan', 'write 1', 'finish'])
})

it.each([
  ['or finds unchanged', { created: 2, unchanged: 8 }, { created: 6, updated: 1, unchanged: 3 }],
  [
    'though it stops at a bad row',
    { rejected: 1, unsent: 9 },
    { created: 4, updated: 1, unchanged: 0, rejected: 1, unsent: 4 },
  ],
])('T135 a run that writes in two rounds counts as created what either of them created, %s', async (_, last, told) => {
  const none = { ...whole, read: 10, created: 0 }
  const rounds = [
    { ...none, created: 4, updated: 1, unchanged: 5 },
    { ...none, ...last },
  ]
  let round = 0
  const result = await writeToEnd({
    open: () => ({ runId: String(round), resumed: round === 0, finish: () => {} }),
    write: () => Promise.resolve(rounds[round++]!),
    plan: () => Promise.resolve(true),
  })
  expect(result).toEqual({ ...none, ...told })
})

it('a run that did not come to its end is kept, to be taken up again', async () => {
  expect(await carriedOut(1, 1, null)).toEqual(['write 0'])
  expect(await carriedOut(1, 1, { ...whole, created: 1, unsent: 1 })).toEqual(['write 0'])
})

it('what a plan could not learn in full leaves nothing to write', () => {
  expect(isLeft(whole)).toBe(true)
  expect(isLeft({ ...whole, created: 0, unchanged: 2 })).toBe(false)
  expect(isLeft({ ...whole, failure: new Error('offline') })).toBe(false)
})
