import { useSyncExternalStore } from 'react'
import { useAccount } from '../../data/account'
import { draftKey } from '../../form/kept-drafts'
import { keepValue, keptValue, onKept } from './kept'

/**
 * Returns a text that was typed and not sent, and what sets it. It is kept by account and record, as the drafts of forms are:
 * Esc and another alert keep it, nobody else sees it, and a sign-out removes it. An empty one is forgotten.
 */
export function useDraft(field: string, id: number): [text: string, set: (text: string) => void] {
  const account = useAccount()
  const key = draftKey({ account: account.id, resource: `alerts ${field}`, id })
  const kept = useSyncExternalStore(onKept, () => keptValue(key))
  return [typeof kept === 'string' ? kept : '', (next) => keepValue(key, next === '' ? undefined : next)]
}
