import { useSyncExternalStore } from 'react'
import { ANSWERS_KEPT } from '@tocsin/core/base/constants'
import { ApiError, type ApiErrorParts } from '@tocsin/core/base/errors'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import type { ActionOf, Draft } from '@tocsin/core/vocabulary/resource'
import type { alerts } from '@tocsin/core/resources/alerts/index'
import { currentAccount, useAccount } from '../../data/account'
import { draftKey } from '../../form/kept-drafts'
import { keepValue, keptValue, onKept } from './kept'

export type Action = Exclude<ActionOf<typeof alerts>, 'acknowledge'>

/** An action that was chosen without a connection. */
export type Waiting = {
  /** The idempotency key: however often it is sent, it is done once. */
  key: string
  alert: Pick<Alert, 'id'>
  action: Action
  input: Draft
  /** The names that its event tells, as in `details` of an event: who it goes to. */
  told: Record<string, unknown>
  /** The time it was chosen, in ISO 8601. */
  at: string
  /** The reason why the server refused it; absent while it waits. */
  refused?: Pick<ApiErrorParts, 'status' | 'code' | 'details' | 'fields'>
}

/** The most actions that wait. */
const MOST = 100
/** The pause between two attempts while there is no connection (ms). */
const EVERY = 5_000

/** The time for which a refused action is kept, unless the reader dismisses it (ms). */
const REFUSED_KEPT = 30 * 24 * 3_600_000

const NONE: readonly Waiting[] = []

/** The key of an account's actions: they go with its drafts at a sign-out. */
const keyOf = (account: number): string => draftKey({ account, resource: 'alerts waiting', id: 0 })

/** The list that was read last, with its text: the same text is the same list. */
let last: { text: string; list: readonly Waiting[] } = { text: '', list: NONE }

/** Returns the actions of an account that wait or were refused, in their order. */
export function waitingOf(account: number): readonly Waiting[] {
  const list = keptValue(keyOf(account))
  const text = JSON.stringify(list) ?? ''
  if (text !== last.text) last = { text, list: Array.isArray(list) ? (list as Waiting[]) : NONE }
  return last.list
}

/** Replaces the actions of an account. Refused ones go at last: their alert may be out of sight, with the way to dismiss them. */
function write(account: number, list: readonly Waiting[]): void {
  const kept = list.filter((one) => isWaiting(one) || ageOf(one) < REFUSED_KEPT)
  keepValue(keyOf(account), kept.length === 0 ? undefined : kept)
}

const isWaiting = ({ refused }: Waiting): boolean => refused === undefined
const ageOf = ({ at }: Waiting): number => Date.now() - Date.parse(at)

/** The actions that say something each time. Of the others, the same one twice in a row is one. */
const SAYING: readonly Action[] = ['note', 'notify']

/** Keeps an action until there is a connection. Returns false where as many wait already as may. */
export function keepWaiting(account: number, one: Waiting): boolean {
  const list = waitingOf(account)
  const before = list.findLast(({ alert, refused }) => alert.id === one.alert.id && refused === undefined)
  const isSame = before?.action === one.action && JSON.stringify(before.input) === JSON.stringify(one.input)
  if (isSame && !SAYING.includes(one.action)) return true
  if (list.filter(isWaiting).length >= MOST) return false
  write(account, [...list, one])
  return true
}

/** Removes an action: it is done, or the reader has read why it was refused. */
export const dropWaiting = (account: number, key: string): void =>
  write(
    account,
    waitingOf(account).filter((one) => one.key !== key),
  )

/** Returns whether actions of an account wait: a later one may not overtake them. */
export const hasWaiting = (account: number): boolean => waitingOf(account).some(isWaiting)

function refuse(account: number, key: string, { status, code, details, fields }: ApiError): void {
  const refused = { status, code, details, fields }
  write(
    account,
    waitingOf(account).map((one) => (one.key === key ? { ...one, refused } : one)),
  )
}

type Send = {
  /** Sends an action as its account; rejects with a 401 if the page works as another one by then. */
  send: (one: Waiting, account: number) => Promise<void>
  /** Called with what the server refused, and why. */
  onRefused: (one: Waiting, error: ApiError) => void
}

let sender: Send | null = null
let isSending = false

/** Sends what waits of the present account, in order, until there is no connection any more. */
async function sendAll({ send, onRefused }: Send): Promise<void> {
  for (;;) {
    const account = currentAccount()?.id
    const one = account === undefined ? undefined : waitingOf(account).find(isWaiting)
    if (account === undefined || !one) return
    try {
      // The server forgets keys, and might then do an action twice.
      if (ageOf(one) > ANSWERS_KEPT)
        throw new ApiError({ status: 409, code: 'CONFLICT', details: { reason: 'alerts.tooLate' } })
      await send(one, account)
      dropWaiting(account, one.key)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.temporary || error.status === 401) return
      refuse(account, one.key, error)
      // Another account, which may work here by now, is told nothing of it.
      if (currentAccount()?.id === account) onRefused(one, error)
    }
  }
}

/** Sends what waits of an account, if nothing of it is being sent. Of several tabs one sends; the keys make even two of them harmless. */
export async function sendWaiting(account: number | undefined): Promise<void> {
  if (!sender || isSending || account === undefined || !hasWaiting(account)) return
  const now = sender
  isSending = true
  try {
    if ('locks' in navigator)
      await navigator.locks.request('alerts-waiting', { ifAvailable: true }, async (lock) => {
        if (lock) await sendAll(now)
      })
    else await sendAll(now)
  } finally {
    isSending = false
  }
}

/** Sets how actions are sent, and sends those that wait, now and whenever there is a connection. */
export function sendBy(next: Send): void {
  const isFirst = sender === null
  sender = next
  if (!isFirst) return
  const run = () => void sendWaiting(currentAccount()?.id)
  addEventListener('online', run)
  setInterval(run, EVERY)
  run()
}

/** Returns the actions of the reader that wait or were refused. */
export function useWaiting(): readonly Waiting[] {
  const { id } = useAccount()
  return useSyncExternalStore(onKept, () => waitingOf(id))
}
