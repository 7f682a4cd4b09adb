import { atom } from 'jotai/vanilla'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { store } from '../store'

/** Work on many records: its progress, and how to stop it. */
export type Progress = {
  title: (t: Translate) => string
  done: number
  total: number
  stop: () => void
}

export const progressAtom = atom<Progress | null>(null)

/** The result of a bulk run: how many records were done, and which were skipped or failed, with the reasons. */
export type Outcome = {
  title: (t: Translate) => string
  done: number
  skipped: readonly { name: (t: Translate) => string; why: (t: Translate) => string }[]
  failed: readonly { name: (t: Translate) => string; why: (t: Translate) => string; requestId?: string }[]
  stopped: boolean
}
export const outcomeAtom = atom<Outcome | null>(null)

export const showProgress = (progress: Progress | null): void => store.set(progressAtom, progress)
export const showOutcome = (outcome: Outcome | null): void => store.set(outcomeAtom, outcome)
