import { useQueries } from '@tanstack/react-query'
import type { AuditEvent } from '@tocsin/core/resources/audit-events/types'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { blockedFor } from '../../commands/why'
import { useAccount } from '../../data/account'
import { pointedQuery } from '../../data/names'
import { findResource } from '../../data/resources'
import { isOwn, pairsOf, wayBackOf, type WayBack } from '@tocsin/core/vocabulary/way-back'

/** A change on the start page. */
export type Told = {
  event: AuditEvent
  resource: Resource
  /** The way back; in words alone where there is none, and null where nothing is said about it. */
  back: { way: WayBack; blocked: ReturnType<typeof blockedFor> } | 'undone' | 'never' | null
  isOwn: boolean
}

/** Returns the changes that are shown, each with its way back once its record is read. */
export function useWaysBack(events: readonly AuditEvent[]): Told[] {
  const account = useAccount()
  const found = events.flatMap((event) => {
    const resource = findResource(event.noun)
    return resource ? [{ event, resource }] : []
  })
  const records = useQueries({
    queries: found.map(({ event, resource }) => ({
      ...pointedQuery(account.id, resource, event.recordId),
      enabled: mayDo(account, resource, 'view'),
    })),
  })
  return found.map(({ event, resource }, at) => {
    const row = records[at]?.data
    const way = row === undefined ? null : wayBackOf(resource, event, row, account)
    const back =
      row && way && typeof way === 'object'
        ? { way, blocked: blockedFor(resource, 'action' in way ? way.action : 'update', row) }
        : (way as 'undone' | 'never' | null)
    return { event, resource, back, isOwn: isOwn(event, account) }
  })
}

/**
 * Returns the newest change of one's own that can be taken back. `events` are those shown and some before them: a change that
 * only took another back is passed over, so that the key pressed again goes on to the change before.
 */
export function newestOwn(told: readonly Told[], events: readonly AuditEvent[]): Told | undefined {
  const { undoing } = pairsOf(events)
  return told.find(
    ({ event, back, isOwn: mine }) =>
      mine && back !== null && typeof back === 'object' && back.blocked === null && !undoing.has(event.id),
  )
}
