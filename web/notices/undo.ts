import { atom } from 'jotai/vanilla'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { store } from '../store'
import { forgetOwn } from '../data/own-versions'
import { forgetAll, reviseActions, toast, toastFailure, type ToastAction } from './toast'

/** Something that was done, how to take it back, and how to do it again. */
export type Done = {
  title: (t: Translate) => string
  undo: () => Promise<void>
  redo: () => Promise<void>
}

/** More than these nobody remembers. */
const KEPT = 50

const pastAtom = atom<readonly Done[]>([])
const futureAtom = atom<readonly Done[]>([])

export function remember(done: Done): void {
  store.set(pastAtom, (past) => [...past, done].slice(-KEPT))
  store.set(futureAtom, [])
  // The key is for this one now; the buttons are still for what they stand beside.
  reviseActions(({ keys, ...action }) => (keys && !action.of ? { ...action, keys } : action))
}

/** What a notice offers beside what it tells of: to take back that, whatever was done since. */
export const undoAction = (done: Done): ToastAction => ({
  label: (t) => t('acts.undo'),
  keys: ['Z'],
  run: () => void undo(done),
  of: done,
})

const underWay = new Set<Promise<unknown>>()

/** What is still being done: `z` pressed meanwhile waits for it, since it is what was meant. */
export function track<T>(work: Promise<T>): Promise<T> {
  const ended = work.then(
    () => void underWay.delete(ended),
    () => void underWay.delete(ended),
  )
  underWay.add(ended)
  return work
}

/** Another account has done nothing yet. */
export function forgetEverything(): void {
  forgetOwn()
  store.set(pastAtom, [])
  store.set(futureAtom, [])
}

const step = async (
  from: typeof pastAtom,
  to: typeof pastAtom,
  way: 'undo' | 'redo',
  which?: Done,
): Promise<boolean> => {
  await Promise.all(underWay)
  const last = which ? store.get(from).find((one) => one === which) : store.get(from).at(-1)
  if (!last) {
    toast({ tone: 'done', text: (t) => t(`acts.nothingTo.${way}`) })
    return false
  }
  store.set(from, (all) => all.filter((one) => one !== last))
  try {
    await last[way]()
    store.set(to, (all) => [...all, last])
    // What was said of it before is no longer so.
    forgetAll(last)
    toast({ tone: 'done', text: (t) => t(`acts.${way}ne`, { what: last.title(t) }), of: last })
    return true
  } catch (error) {
    // What could not be taken back is still there to be tried again.
    store.set(from, (all) => [...all, last])
    toastFailure(error, (t) => t(`acts.not.${way}`, { what: last.title(t) }), { of: last })
    return false
  }
}

/** Takes back what was done last, or this. */
export const undo = (which?: Done): Promise<boolean> => track(step(pastAtom, futureAtom, 'undo', which))
export const redo = (): Promise<boolean> => track(step(futureAtom, pastAtom, 'redo'))
