import { useMemo, useSyncExternalStore } from 'react'
import { readCopy, type CopiedChannel } from '@tocsin/core/apps/paste'
import { stored } from '../../stored'

/** Under this key the copy is forgotten when its account signs out: see `web/data/belongings.ts`. */
const keptOf = (account: number) => stored(`copied:${account}:channel`)

const listeners = new Set<() => void>()

/** The copies of this page, where the browser refuses storage. */
const unkept = new Map<number, string>()

/** Keeps a copied channel for an account, instead of the one before (CHAN-04). */
export function keepCopy(account: number, copied: CopiedChannel): void {
  const text = JSON.stringify(copied)
  if (keptOf(account).set(text)) unkept.delete(account)
  else unkept.set(account, text)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  // Another tab has copied.
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}

/** Returns the copied channel of an account; null where there is none. */
export function useCopy(account: number): CopiedChannel | null {
  const text = useSyncExternalStore(subscribe, () => unkept.get(account) ?? keptOf(account).get())
  return useMemo(() => {
    try {
      return readCopy(JSON.parse(text ?? 'null'))
    } catch {
      return null
    }
  }, [text])
}
