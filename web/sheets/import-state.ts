import type { Encoding } from '@tocsin/core/csv/encoding'
import type { SheetProblem } from '@tocsin/core/import/problems'
import type { ImportProgress } from '@tocsin/core/import/run'
import { writesOf, type ImportSummary } from '@tocsin/core/import/summary'
import type { ImportMode, OnError } from '@tocsin/core/import/modes'
import type { Failure, SheetFormat, Outcome } from './worker-protocol'

/** The steps are: choose a file → planning → planned → writing → done. A new file or mode starts a new plan. */
export type ImportState = {
  step: 'choose' | 'planning' | 'planned' | 'writing' | 'done'
  file: File | null
  mode: ImportMode
  onError: OnError
  opened: SheetFormat | null
  /** The chosen encoding; null if the file states it. */
  encoding: Encoding | null
  /** Words of a file without a stated encoding, as read in windows-1252; null if the file states it. */
  unread: readonly string[] | null
  progress: ImportProgress | null
  /** The time at which the pass began, in milliseconds. */
  began: number
  /** Rows per second of the pass under way, or of the one that ended. */
  rate: number
  /** Every problem of every rejected row, as it becomes known. */
  problems: readonly SheetProblem[]
  plan: Outcome | null
  result: Outcome | null
  /** The failure that ended the pass. Rejected rows are no failure. */
  failure: Failure | null
  /** True if an interrupted run is resumed. */
  resumed: boolean
}

export type ImportEvent =
  | { type: 'planning'; file: File; mode: ImportMode; encoding: Encoding | null; now: number }
  | { type: 'opened'; opened: SheetFormat }
  | { type: 'progress'; progress: ImportProgress; now: number }
  | { type: 'problems'; problems: readonly SheetProblem[] }
  | { type: 'planned'; outcome: Outcome }
  | { type: 'mode'; mode: ImportMode }
  | { type: 'onError'; onError: OnError }
  | { type: 'writing'; resumed: boolean; now: number }
  | { type: 'written'; outcome: Outcome; now: number }
  | { type: 'failed'; failure: Failure }
  | { type: 'left' }

export const nothingChosen: ImportState = {
  step: 'choose',
  file: null,
  mode: 'create',
  onError: 'stop',
  opened: null,
  encoding: null,
  unread: null,
  progress: null,
  began: 0,
  rate: 0,
  problems: [],
  plan: null,
  result: null,
  failure: null,
  resumed: false,
}

export const doneOf = ({ created, updated, unchanged, skipped, rejected }: ImportSummary): number =>
  created + updated + unchanged + skipped + rejected

const rateOf = (summary: ImportSummary, began: number, now: number): number =>
  now > began ? Math.round((doneOf(summary) * 1_000) / (now - began)) : 0

export function nextImport(state: ImportState, event: ImportEvent): ImportState {
  switch (event.type) {
    case 'planning': {
      const { file, mode, encoding, now } = event
      const unread = file === state.file ? state.unread : null
      return { ...nothingChosen, onError: state.onError, step: 'planning', file, mode, encoding, unread, began: now }
    }
    case 'opened':
      return { ...state, opened: event.opened }
    case 'progress':
      return { ...state, progress: event.progress, rate: rateOf(event.progress, state.began, event.now) }
    case 'problems':
      return { ...state, problems: [...state.problems, ...event.problems] }
    case 'planned':
      // A plan that ended with a failure is incomplete. Nothing was written.
      return event.outcome.failure
        ? { ...state, step: 'choose', progress: null, failure: event.outcome.failure, problems: [] }
        : { ...state, step: 'planned', progress: null, plan: event.outcome }
    case 'mode':
      return { ...state, mode: event.mode }
    case 'onError':
      return { ...state, onError: event.onError }
    case 'writing':
      // The run reports the rejected rows again.
      return {
        ...state,
        step: 'writing',
        progress: null,
        rate: 0,
        began: event.now,
        resumed: event.resumed,
        problems: [],
      }
    case 'written': {
      const { outcome, now } = event
      const rate = rateOf(outcome, state.began, now)
      return { ...state, step: 'done', progress: null, rate, result: outcome, failure: outcome.failure }
    }
    case 'failed':
      return {
        ...state,
        step: state.step === 'writing' ? 'done' : 'choose',
        progress: null,
        plan: isFileChanged(event.failure) ? null : state.plan,
        failure: event.failure,
        unread: unreadOf(event.failure) ?? state.unread,
      }
    case 'left':
      return { ...nothingChosen, mode: state.mode, onError: state.onError }
  }
}

/** Returns the sample words of a refusal that the choice of an encoding resolves; null for any other failure. */
function unreadOf(failure: Failure): readonly string[] | null {
  if (failure.kind !== 'refusal' || !['encoding_unknown', 'encoding_mixed'].includes(failure.code)) return null
  const { samples } = failure.values
  return Array.isArray(samples) ? (samples as string[]) : []
}

/** Returns whether the file itself has changed, so that another try with the same file handle fails too. */
export const isFileChanged = (failure: Failure | null): boolean =>
  failure?.kind === 'other' && (failure.text === 'fileChanged' || failure.text === 'fileChangedMidway')

/** Returns the reason the import cannot begin, as a key of the folder's words; null if it can (IMPORT-03). */
export function blockedBy({ step, failure, plan, onError }: ImportState): string | null {
  if (step === 'choose')
    return failure?.kind === 'refusal' && unreadOf(failure) ? 'encoding' : failure ? 'failed' : 'noFile'
  if (step === 'planning') return 'planning'
  if (step === 'writing') return 'writing'
  if (step === 'done' || !plan) return 'done'
  if (plan.rejected > 0 && onError === 'stop') return 'badRows'
  return writesOf(plan) === 0 ? 'nothing' : null
}
