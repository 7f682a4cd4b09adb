import { atom } from 'jotai/vanilla'
import { store } from '../store'
import { forgetNoticesOf } from './toast'
import { futureAtom, nextOf, pastAtom, told, type Done } from './undo'

/** The action that the key undoes next, as it was when the last one was done or undone; null if there is none. */
export const nextUndoAtom = atom((get) => nextOf(get(pastAtom)) ?? null)
/** Returns the action that the key undoes next. */
export const nextUndo = (): Done | undefined => nextOf(store.get(pastAtom))

/**
 * Reports that something was undone which is not among the actions of this page, such as a change of another day. It can be
 * done again. `instead` is the action of this page that has come to the same, and is not undone a second time.
 */
export function tellUndone(
  done: Done,
  { instead, line }: { instead?: Done | undefined; line?: string | undefined },
): void {
  if (instead) forgetDone(instead)
  store.set(futureAtom, (future) => [...future, done])
  told(done, 'undo', line === undefined ? undefined : { line })
}

/** Forgets an action of this page that was taken back in another way. */
export function forgetDone(done: Done): void {
  store.set(pastAtom, (past) => past.filter((one) => one !== done))
  forgetNoticesOf(done)
}
