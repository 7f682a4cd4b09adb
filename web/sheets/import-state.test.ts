import { expect, it } from 'vitest'
import type { SheetProblem } from '@tocsin/core/import/problems'
import { blockedBy, nextImport, nothingChosen, type ImportEvent, type ImportState } from './import-state'
import type { Failure, Outcome } from './worker-protocol'

const file = new File(['a'], 'sites.csv')
const figures = { read: 3, created: 2, updated: 0, unchanged: 0, skipped: 0, rejected: 0, unsent: 0 }
const outcome = (change: Partial<Outcome> = {}): Outcome => ({
  ...figures,
  counts: {},
  warnings: [],
  warningCounts: {},
  changes: {},
  skippedRows: [],
  unsettled: 0,
  samples: [],
  failure: null,
  rejects: null,
  ...change,
})
const problem = { line: 2, column: 1, code: 'missing_data' } as SheetProblem
const after = (...events: ImportEvent[]): ImportState => events.reduce(nextImport, nothingChosen)
const planning: Extract<ImportEvent, { type: 'planning' }> = {
  type: 'planning',
  file,
  mode: 'create',
  encoding: null,
  now: 0,
}
const network: Failure = { kind: 'api', parts: { status: 0, code: 'NETWORK_ERROR' } }

it('IMPORT-02 IMPORT-03 cannot begin without a file, nor before it is planned', () => {
  expect(blockedBy(nothingChosen)).toBe('noFile')
  expect(blockedBy(after(planning))).toBe('planning')
  expect(blockedBy(after(planning, { type: 'planned', outcome: outcome() }))).toBeNull()
})

it('IMPORT-03 IMPORT-04 does not begin while a row is bad, unless the good ones are asked for', () => {
  const planned = after(planning, { type: 'planned', outcome: outcome({ rejected: 1 }) })
  expect(blockedBy(planned)).toBe('badRows')
  expect(blockedBy(nextImport(planned, { type: 'onError', onError: 'skip' }))).toBeNull()
})

it('does not begin where nothing would be written', () => {
  expect(blockedBy(after(planning, { type: 'planned', outcome: outcome({ created: 0, unchanged: 3 }) }))).toBe(
    'nothing',
  )
})

it('takes what the server did not answer in full for no plan', () => {
  const state = after(
    planning,
    { type: 'problems', problems: [problem] },
    {
      type: 'planned',
      outcome: outcome({ failure: network }),
    },
  )
  expect(state).toMatchObject({ step: 'choose', plan: null, failure: network, problems: [] })
  expect(blockedBy(state)).toBe('failed')
})

it('gathers problems over a pass and begins anew with the next', () => {
  const state = after(planning, { type: 'problems', problems: [problem] }, { type: 'problems', problems: [problem] })
  expect(state.problems).toHaveLength(2)
  expect(nextImport(state, { type: 'writing', resumed: false, now: 5 }).problems).toHaveLength(0)
  expect(nextImport(state, planning).problems).toHaveLength(0)
})

it('counts rows per second over the pass under way', () => {
  const progress = { ...figures, created: 500, retries: 0 }
  expect(after(planning, { type: 'progress', progress, now: 250 }).rate).toBe(2_000)
  const written = after(
    planning,
    { type: 'planned', outcome: outcome() },
    { type: 'writing', resumed: false, now: 100 },
    {
      type: 'written',
      outcome: outcome(),
      now: 300,
    },
  )
  expect(written).toMatchObject({ step: 'done', rate: 10, result: outcome() })
  expect(blockedBy(written)).toBe('done')
})

it('a run that breaks off is over, a plan that breaks off is none', () => {
  const failed: ImportEvent = { type: 'failed', failure: network }
  expect(after(planning, failed).step).toBe('choose')
  const writing = after(planning, { type: 'planned', outcome: outcome() }, { type: 'writing', resumed: true, now: 1 })
  expect(nextImport(writing, failed)).toMatchObject({ step: 'done', failure: network, resumed: true })
})

it('T131 asks for the encoding of a file that does not say it, and keeps its words until another file is chosen', () => {
  const failure: Failure = { kind: 'refusal', code: 'encoding_unknown', values: { samples: ['JoÆo'] } }
  const unknown = after(planning, { type: 'failed', failure })
  expect(blockedBy(unknown)).toBe('encoding')
  const chosen = nextImport(unknown, { ...planning, encoding: 'cp850' })
  expect(chosen).toMatchObject({ encoding: 'cp850', unread: ['JoÆo'], failure: null })
  expect(nextImport(chosen, { ...planning, file: new File([], 'other.csv') }).unread).toBeNull()
})

it('T132 drops the plan of a file that has changed', () => {
  const failure: Failure = { kind: 'other', text: 'fileChanged' }
  const changed = after(planning, { type: 'planned', outcome: outcome() }, { type: 'failed', failure })
  expect(changed).toMatchObject({ step: 'choose', plan: null })
  expect(blockedBy(changed)).toBe('failed')
})

it('keeps the choices when the file is taken back', () => {
  const state = after({ type: 'onError', onError: 'skip' }, { ...planning, mode: 'upsert' }, { type: 'left' })
  expect(state).toMatchObject({ step: 'choose', file: null, mode: 'upsert', onError: 'skip' })
})
