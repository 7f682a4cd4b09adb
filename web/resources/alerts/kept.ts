import { readKept, writeKept } from '../../form/kept-drafts'

const storage = () => localStorage

/** The values that the browser refused to store, by their key: they last as long as the page. */
const unstored = new Map<string, unknown>()
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** Calls the listener when a kept value changes here or in another tab. */
export function onKept(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('storage', tell)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('storage', tell)
  }
}

/** Returns the value that is kept under the key of a draft; undefined if there is none. */
export const keptValue = (key: string): unknown =>
  unstored.get(key) ?? readKept(storage, key, Date.now())?.changes['value']

/** Keeps a value under the key of a draft, so that it goes with the drafts of its account; undefined forgets it. */
export function keepValue(key: string, value: unknown): void {
  const kept = value === undefined ? null : { at: new Date().toISOString(), version: null, changes: { value } }
  if (writeKept(storage, key, kept) || kept === null) unstored.delete(key)
  else unstored.set(key, value)
  tell()
}
