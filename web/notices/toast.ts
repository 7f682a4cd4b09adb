import { atom } from 'jotai/vanilla'
import { ApiError } from '@tocsin/core/base/errors'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Reason, Resource } from '@tocsin/core/vocabulary/resource'
import { currentAccount } from '../data/account'
import { store } from '../store'
import { restOf } from '../rest'

const sentences = restOf(() => import('./sentence'), 'outside')

/** A notice: one line on the event, one with its command or the reason of a failure, and at most one action. */
export type Toast = {
  id: number
  /** The account that was notified. */
  account: number | null
  tone: 'done' | 'trouble'
  text: (t: Translate) => string
  detail?: (t: Translate) => string
  /** The terminal line with the same effect. */
  line?: string
  requestId?: string
  /** A text that it offers to copy, and the name of that text. */
  copy?: { text: string; what: (t: Translate) => string }
  /** True if it stays until it is dismissed although nothing went wrong: it has to be read. */
  stays?: true
  action?: ToastAction
  /** The attempted action: later news of it, above all a success, removes the notice of its failure. */
  subject?: object | string
}

export type ToastAction = {
  label: (t: Translate) => string
  keys?: readonly string[]
  run: () => void
  /** The done action that it refers to. */
  subject?: object
}

export const toastsAtom = atom<readonly Toast[]>([])

/** Number of notices shown: more would hide the records they are about. */
const SHOWN = 3
let count = 0

export function toast(one: Omit<Toast, 'id' | 'account'>): number {
  const id = ++count
  if (one.subject !== undefined) forgetFailure(one.subject)
  store.set(toastsAtom, (all) => [...all, { ...one, id, account: currentAccount()?.id ?? null }].slice(-SHOWN))
  return id
}

/** Removes the notice of a failure once the action has succeeded or is attempted again. */
export const forgetFailure = (subject: object | string): void =>
  store.set(toastsAtom, (all) => all.filter((one) => one.tone !== 'trouble' || one.subject !== subject))

/** Removes all notices of something, since the opposite is about to be reported. */
export const forgetNoticesOf = (subject: object): void =>
  store.set(toastsAtom, (all) => all.filter((one) => one.subject !== subject && one.action?.subject !== subject))

/** Changes or removes the actions of notices: an action was done already, or its key has another meaning by now. */
export const reviseActions = (revise: (action: ToastAction) => ToastAction | undefined): void =>
  store.set(toastsAtom, (all) =>
    all.map(({ action, ...one }) => {
      const now = action && revise(action)
      return now ? { ...one, action: now } : one
    }),
  )

export const dismiss = (id: number): void => store.set(toastsAtom, (all) => all.filter((one) => one.id !== id))

/**
 * Reports a failure that no form or dialog shows: the action, the reason, and the id to ask support with. Given the resource
 * of the record, the reason names its refused fields, and is in its own words where it has some.
 */
export function toastFailure(
  error: unknown,
  what?: (t: Translate) => string,
  { resource, ...more }: Pick<Toast, 'action' | 'subject'> & { resource?: Resource } = {},
): void {
  const { requestId } = error instanceof ApiError ? error : { requestId: undefined }
  const why = (t: Translate) => (resource ? sentences().whyOf(error, t, resource) : sentences().sentenceOf(error, t))
  toast({
    tone: 'trouble',
    text: what ?? why,
    ...(what ? { detail: why } : {}),
    ...(requestId ? { requestId } : {}),
    ...more,
  })
}

/** Returns the identity of a reason, for the notices about it. */
const reasonOf = ({ key, values = {} }: Reason): string => `${key} ${JSON.stringify(values)}`

/** Reports the reason an action is blocked, once for any number of attempts and records. */
export const tellReason = (reason: Reason): void =>
  void toast({ tone: 'trouble', text: (t) => t(reason.key, reason.values), subject: reasonOf(reason) })

/** Removes the notice of a reason that no longer holds. */
export const forgetReason = (reason: Reason): void => forgetFailure(reasonOf(reason))

/** Removes the notices of an account: they do not concern the next one. */
export const forgetToasts = (account: number): void =>
  store.set(toastsAtom, (all) => all.filter((one) => one.account !== account))
