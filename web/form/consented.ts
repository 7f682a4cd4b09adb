import type { Draft, Resource } from '@tocsin/core/vocabulary/resource'
import { currentAccount } from '../data/account'
import { ask } from '../notices/confirm'

/**
 * Asks for confirmation before a save that shows data to others (`confirms` of the resource). `onAsk` is called if there is
 * something to ask.
 */
export async function consented(
  resource: Resource,
  draft: Draft,
  before: Draft | null,
  onAsk?: () => void,
): Promise<boolean> {
  const viewer = currentAccount()
  const reason = viewer && resource.confirms?.(draft, before, viewer)
  if (!reason) return true
  onAsk?.()
  return ask({
    title: (t) => t('form.confirm.title'),
    detail: (t) => t(reason.key, reason.values),
    verb: (t) => t('form.confirm.verb'),
    danger: false,
  })
}
