import { useSyncExternalStore } from 'react'
import { useAccount } from '../../data/account'
import { draftKey, readKept, writeKept } from '../../form/kept-drafts'

const storage = () => localStorage

/** The texts that the browser refused to store, by their key. */
const unstored = new Map<string, string>()
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const textOf = (key: string): string => {
  const text = unstored.get(key) ?? readKept(storage, key, Date.now())?.changes['text']
  return typeof text === 'string' ? text : ''
}

function keep(key: string, text: string): void {
  const kept = text === '' ? null : { at: new Date().toISOString(), version: null, changes: { text } }
  if (writeKept(storage, key, kept) || text === '') unstored.delete(key)
  else unstored.set(key, text)
  for (const listener of listeners) listener()
}

/**
 * Returns a text that was typed and not sent, and what sets it. It is kept by account and record, as the drafts of forms are:
 * Esc and another alert keep it, nobody else sees it, and a sign-out removes it. An empty one is forgotten.
 */
export function useDraft(field: string, id: number): [text: string, set: (text: string) => void] {
  const account = useAccount()
  const key = draftKey({ account: account.id, resource: `alerts ${field}`, id })
  const text = useSyncExternalStore(subscribe, () => textOf(key))
  return [text, (next) => keep(key, next)]
}
