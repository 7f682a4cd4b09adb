import { atom } from 'jotai/vanilla'
import { ApiError } from '@tocsin/core/base/errors'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import type { Reason } from '@tocsin/core/vocabulary/resource'
import { currentAccount } from '../data/account'
import { store } from '../store'
import { sentenceOf } from './sentence'

/** One line of what happened, one of the command that does the same or of why not, and at most one action. */
export type Toast = {
  id: number
  /** Whom it was told to. */
  account: number | null
  tone: 'done' | 'trouble'
  text: (t: Translate) => string
  detail?: (t: Translate) => string
  /** The line that does the same in a terminal. */
  line?: string
  requestId?: string
  /** Until it is dismissed, though nothing went wrong: it has to be read. */
  stays?: true
  action?: ToastAction
  /** What was attempted: whatever is told of it later, a success above all, takes the failure of it away. */
  of?: object | string
}

export type ToastAction = {
  label: (t: Translate) => string
  keys?: readonly string[]
  run: () => void
  /** What was done that it speaks of. */
  of?: object
}

export const toastsAtom = atom<readonly Toast[]>([])

/** More than these hide what they speak of. */
const SHOWN = 3
let count = 0

export function toast(one: Omit<Toast, 'id' | 'account'>): number {
  const id = ++count
  if (one.of !== undefined) forgetFailure(one.of)
  store.set(toastsAtom, (all) => [...all, { ...one, id, account: currentAccount()?.id ?? null }].slice(-SHOWN))
  return id
}

/** What was attempted has gone through meanwhile, or was attempted again. */
export const forgetFailure = (of: object | string): void =>
  store.set(toastsAtom, (all) => all.filter((one) => one.tone !== 'trouble' || one.of !== of))

/** Takes away everything that was told of something, since the opposite is about to be. */
export const forgetAll = (of: object): void =>
  store.set(toastsAtom, (all) => all.filter((one) => one.of !== of && one.action?.of !== of))

/** Changes what the notices offer, or takes it away: it was done already, or its key means something else by now. */
export const reviseActions = (revise: (action: ToastAction) => ToastAction | undefined): void =>
  store.set(toastsAtom, (all) =>
    all.map(({ action, ...one }) => {
      const now = action && revise(action)
      return now ? { ...one, action: now } : one
    }),
  )

export const dismiss = (id: number): void => store.set(toastsAtom, (all) => all.filter((one) => one.id !== id))

/** Tells of a failure that no form and no dialog shows itself: what, why, and the id to ask support with. */
export function toastFailure(
  error: unknown,
  what?: (t: Translate) => string,
  more: Pick<Toast, 'action' | 'of'> = {},
): void {
  const { requestId } = error instanceof ApiError ? error : { requestId: undefined }
  const why = (t: Translate) => sentenceOf(error, t)
  toast({
    tone: 'trouble',
    text: what ?? why,
    ...(what ? { detail: why } : {}),
    ...(requestId ? { requestId } : {}),
    ...more,
  })
}

/** A reason, as what is told of it says which it was. */
const reasonOf = ({ key, values = {} }: Reason): string => `${key} ${JSON.stringify(values)}`

/** Says why something cannot be done now: once, however often and of however many records it is tried. */
export const tellReason = (reason: Reason): void =>
  void toast({ tone: 'trouble', text: (t) => t(reason.key, reason.values), of: reasonOf(reason) })

/** What stood in the way does so no more. */
export const forgetReason = (reason: Reason): void => forgetFailure(reasonOf(reason))

/** What was told to one account is nothing to the next. */
export const forgetToasts = (account: number): void =>
  store.set(toastsAtom, (all) => all.filter((one) => one.account !== account))
