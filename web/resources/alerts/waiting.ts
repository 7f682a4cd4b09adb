import { useEffect, useSyncExternalStore } from 'react'
import { ANSWERS_KEPT } from '@tocsin/core/base/constants'
import { ApiError, type ApiErrorParts } from '@tocsin/core/base/errors'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import type { ActionOf, Draft } from '@tocsin/core/vocabulary/resource'
import type { alerts } from '@tocsin/core/resources/alerts/index'
import { currentAccount, useAccount } from '../../data/account'
import { draftKey, readKept, writeKept } from '../../form/kept-drafts'

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

/** The actions of accounts whose browser refuses storage: they last as long as the page. */
const unstored = new Map<number, readonly Waiting[]>()
const listeners = new Set<() => void>()
const NONE: readonly Waiting[] = []

const storage = () => localStorage
/** Where the actions of an account lie: they go with its drafts at a sign-out. */
const keyOf = (account: number): string => draftKey({ account, resource: 'alerts waiting', id: 0 })

/** What was read last, so that the same text is the same list. */
let last: { text: string; list: readonly Waiting[] } = { text: '', list: NONE }

/** Returns the actions of an account that wait or were refused, in their order. */
export function waitingOf(account: number): readonly Waiting[] {
  const kept = unstored.get(account)
  if (kept) return kept
  const list = readKept(storage, keyOf(account), Date.now())?.changes['list']
  const text = JSON.stringify(list) ?? ''
  if (text !== last.text) last = { text, list: Array.isArray(list) ? (list as Waiting[]) : NONE }
  return last.list
}

function write(account: number, list: readonly Waiting[]): void {
  const kept = list.length === 0 ? null : { at: new Date().toISOString(), version: null, changes: { list } }
  if (writeKept(storage, keyOf(account), kept) || kept === null) unstored.delete(account)
  else unstored.set(account, list)
  for (const listener of listeners) listener()
}

/** Keeps an action until there is a connection. Returns false where as many wait already as may. */
export function keepWaiting(account: number, one: Waiting): boolean {
  const list = waitingOf(account)
  if (list.length >= MOST) return false
  write(account, [...list, one])
  return true
}

/** Removes an action: it is done, or the reader has read why it was refused. */
export const dropWaiting = (account: number, key: string): void =>
  write(
    account,
    waitingOf(account).filter((one) => one.key !== key),
  )

const isWaiting = ({ refused }: Waiting): boolean => refused === undefined

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
  send: (one: Waiting) => Promise<void>
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
      // The server forgets keys, and might then do once more what it has done.
      if (Date.now() - Date.parse(one.at) > ANSWERS_KEPT)
        throw new ApiError({ status: 409, code: 'CONFLICT', details: { reason: 'alerts.tooLate' } })
      await send(one)
      dropWaiting(account, one.key)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.temporary || error.status === 401) return
      refuse(account, one.key, error)
      onRefused(one, error)
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

/** Sets how actions are sent, and sends what waits from now on whenever there is a connection. */
export function sendBy(next: Send): void {
  const isFirst = sender === null
  sender = next
  if (!isFirst) return
  const run = () => void sendWaiting(currentAccount()?.id)
  addEventListener('online', run)
  addEventListener('storage', () => {
    for (const listener of listeners) listener()
  })
  setInterval(run, EVERY)
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Returns the actions of the reader that wait or were refused. What waits from before is sent. */
export function useWaiting(): readonly Waiting[] {
  const { id } = useAccount()
  useEffect(() => void sendWaiting(id), [id])
  return useSyncExternalStore(subscribe, () => waitingOf(id))
}
