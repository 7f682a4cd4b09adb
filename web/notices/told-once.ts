import { atom } from 'jotai/vanilla'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { store } from '../store'

/** A secret that the server shows once and does not store. */
export type ToldOnce = {
  title: (t: Translate) => string
  /** Its purpose, and that it is not shown again. */
  detail: (t: Translate) => string
  /** The kind of secret to copy: a token, a secret. */
  what: (t: Translate) => string
  text: string
}
export const toldOnceAtom = atom<ToldOnce | null>(null)

/** Shows a secret until its reader confirms having it. It stays in the memory of this page alone. */
export const tellOnce = (told: ToldOnce): void => store.set(toldOnceAtom, told)
export const forgetTold = (): void => store.set(toldOnceAtom, null)
