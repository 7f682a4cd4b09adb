import { atom } from 'jotai/vanilla'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { store } from '../store'
import { forgetOwn } from '../data/own-versions'
import { forgetNoticesOf, reviseActions, toast, toastFailure, type ToastAction } from './toast'

/** A done action, with the ways to undo and redo it. */
export type Done = {
  title: (t: Translate) => string
  undo: () => Promise<void>
  redo: () => Promise<void>
  /** The moment after which the key does not undo it any more (ms); default: never. */
  until?: number
  /** The record that it changed, if it is only one. */
  record?: { resource: string; id: number }
}

/** The number of actions that can be undone. */
const KEPT = 50

/** The actions that can be undone. */
export const pastAtom = atom<readonly Done[]>([])
/** The actions that were undone, and can be done again. */
export const futureAtom = atom<readonly Done[]>([])

export function remember(done: Done): void {
  store.set(pastAtom, (past) => [...past, done].slice(-KEPT))
  store.set(futureAtom, [])
  // The key now undoes this action. Earlier notices lose the key, and their buttons still undo their own action.
  reviseActions(({ keys, ...action }) => (keys && !action.subject ? { ...action, keys } : action))
}

/** Returns the action of a notice that undoes the notice's own event, whatever was done since. */
export const undoAction = (done: Done): ToastAction => ({
  label: (t) => t('web.undo'),
  keys: ['Z'],
  run: () => void undo(done),
  subject: done,
})

const underWay = new Set<Promise<unknown>>()

/** Tracks work under way: a `z` pressed meanwhile waits for the work, since it is the action to undo. */
export function track<T>(work: Promise<T>): Promise<T> {
  const ended = work.then(
    () => void underWay.delete(ended),
    () => void underWay.delete(ended),
  )
  underWay.add(ended)
  return work
}

/** Forgets all actions, which belong to the account that did them. */
export function forgetUndo(): void {
  forgetOwn()
  store.set(pastAtom, [])
  store.set(futureAtom, [])
}

/** Returns the action that the key undoes next; undefined if there is none. */
export const nextOf = (past: readonly Done[]) => past.findLast(({ until = Infinity }) => Date.now() < until)

/** Reports that an action was undone or redone, and returns its notice; `line` does the same in a terminal. */
export const told = (done: Done, way: 'undo' | 'redo', line?: { line: string }): number =>
  toast({ tone: 'done', text: (t) => t(`web.${way}ne`, { what: done.title(t) }), subject: done, ...line })

const undoOrRedo = async (
  from: typeof pastAtom,
  to: typeof pastAtom,
  way: 'undo' | 'redo',
  which?: Done,
): Promise<boolean> => {
  await Promise.all(underWay)
  const last = which ? store.get(from).find((one) => one === which) : nextOf(store.get(from))
  if (!last) {
    toast({ tone: 'done', text: (t) => t(`web.nothingTo.${way}`) })
    return false
  }
  store.set(from, (all) => all.filter((one) => one !== last))
  try {
    await last[way]()
    store.set(to, (all) => [...all, last])
    // The earlier notices of the action no longer hold.
    forgetNoticesOf(last)
    told(last, way)
    return true
  } catch (error) {
    // An action that could not be undone can be tried again.
    store.set(from, (all) => [...all, last])
    toastFailure(error, (t) => t(`web.not.${way}`, { what: last.title(t) }), { subject: last })
    return false
  }
}

/** Undoes the last action, or this one. */
export const undo = (which?: Done): Promise<boolean> => track(undoOrRedo(pastAtom, futureAtom, 'undo', which))
export const redo = (): Promise<boolean> => track(undoOrRedo(futureAtom, pastAtom, 'redo'))
