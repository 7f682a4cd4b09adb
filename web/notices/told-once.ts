import { atom } from 'jotai/vanilla'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { store } from '../store'

/** A secret that the server has told and does not keep. */
export type ToldOnce = {
  title: (t: Translate) => string
  /** What it is for, and that it is not told again. */
  detail: (t: Translate) => string
  /** What is copied: a token, a secret. */
  what: (t: Translate) => string
  text: string
}
export const toldOnceAtom = atom<ToldOnce | null>(null)

/** Shows a secret until its reader says that they have it. It stands in the memory of this page alone. */
export const tellOnce = (told: ToldOnce): void => store.set(toldOnceAtom, told)
export const forgetTold = (): void => store.set(toldOnceAtom, null)
