import { useLocation } from 'wouter'
import type { ListQuery } from '@tocsin/core/api/client'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Reason, Resource } from '@tocsin/core/vocabulary/resource'
import type { Profile } from '@tocsin/core/api/session'
import { useAccount } from '../data/account'
import { lockedReason, useLockedReason } from '../data/locked-clients'
import { tellReason } from '../notices/toast'

/** The creation of a record in some place: by a button, a key, the palette. */
export type Creation = {
  /** The reason none can be made there now. */
  blocked: Reason | null
  /** Opens the form, or tells the reason it is blocked. */
  run: () => void
}

/** Returns the client of a new record: the account's own, else the one in the form's address or its list's query. */
function clientOfNew({ tenant }: Resource, viewer: Profile, href: string, where: ListQuery): number | undefined {
  if (tenant === undefined) return undefined
  if (viewer.userType === 'client') return viewer.ClientId ?? undefined
  const said = new URLSearchParams(href.split('?')[1]).get(tenant) ?? where[tenant]
  return said === undefined ? undefined : Number(said)
}

const creationOf = (href: string, blocked: Reason | null, navigate: (href: string) => void): Creation => ({
  blocked,
  run: () => (blocked ? tellReason(blocked) : navigate(href)),
})

/** Returns a screen's creation of a noun; undefined where it is not offered or the permission is missing. */
export function useCreation(resource: Resource, href: string | undefined, where: ListQuery = {}): Creation | undefined {
  const account = useAccount()
  const [, navigate] = useLocation()
  const offered = href !== undefined && mayDo(account, resource, 'create') ? href : undefined
  const blocked = useLockedReason(offered === undefined ? undefined : clientOfNew(resource, account, offered, where))
  return offered === undefined ? undefined : creationOf(offered, blocked, navigate)
}

/** Returns the same outside of a screen, with the lock of a client that was seen. */
export const creationAt = (
  resource: Resource,
  viewer: Profile,
  href: string,
  navigate: (href: string) => void,
): Creation => creationOf(href, lockedReason(clientOfNew(resource, viewer, href, {})), navigate)
