import { atom } from 'jotai/vanilla'
import type { Consequence } from '@tocsin/core/api/consequences'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { store } from '../store'

export type Question = {
  title: (t: Translate) => string
  /** What else happens, and whether there is a way back. */
  detail?: (t: Translate) => string
  /** What the button does, as a verb with its object. */
  verb: (t: Translate) => string
  /** What it stops or takes along, asked from the server while the question stands there; null where nothing is to be said. */
  consequence?: Promise<Consequence | null>
  /** The line that does the same in a terminal. */
  line?: string
  /** Has to be typed first. */
  typed?: (t: Translate) => string
  danger: boolean
}

export type Asking = Question & { answer: (yes: boolean) => void }
export const questionAtom = atom<Asking | null>(null)

/** Asks, with the focus on "cancel"; false when another question takes its place. */
export function ask(question: Question): Promise<boolean> {
  store.get(questionAtom)?.answer(false)
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      store.set(questionAtom, null)
      resolve(yes)
    }
    store.set(questionAtom, { ...question, answer })
  })
}
