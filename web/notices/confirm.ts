import { atom } from 'jotai/vanilla'
import type { Consequence } from '@tocsin/core/api/consequences'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { store } from '../store'

export type Question = {
  title: (t: Translate) => string
  /** The other effects, and whether they can be undone. */
  detail?: (t: Translate) => string
  /** The label of the button, as a verb with its object. */
  verb: (t: Translate) => string
  /** The records that the action stops or deletes, according to the server; loads while the question is open. Null if nothing. */
  consequence?: Promise<Consequence | null>
  /** The terminal line with the same effect. */
  line?: string
  /** The text that the user must type to confirm. */
  typed?: (t: Translate) => string
  danger: boolean
}

/** An answer: `first` is a way to go on besides yes. */
export type Answer = boolean | 'first'

/** A question with two ways to go on: the first of them has a button of its own, before that of yes. */
type Choice = Question & {
  /** The label of the button. */
  first: (t: Translate) => string
}

export type OpenQuestion = Question & Partial<Choice> & { answer: (answer: Answer) => void }
export const questionAtom = atom<OpenQuestion | null>(null)

/** Asks a question, with the focus on "cancel"; resolves to false if another question takes its place. */
export const ask = async (question: Question): Promise<boolean> => (await open(question)) === true

/** Asks a question with two ways to go on. */
export const askWhich = (question: Choice): Promise<Answer> => open(question)

function open(question: Question | Choice): Promise<Answer> {
  store.get(questionAtom)?.answer(false)
  return new Promise((resolve) => {
    const answer = (yes: Answer) => {
      store.set(questionAtom, null)
      resolve(yes)
    }
    store.set(questionAtom, { ...question, answer })
  })
}
