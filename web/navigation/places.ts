import { mayDo, GUEST } from '@tocsin/core/vocabulary/permissions'
import type { Profile } from '@tocsin/core/api/session'
import { handlersNow, resourceInUse } from '../data/handlers-v2'
import { findFace, everyFace } from '../data/resources'
import { viewOf, type SidebarGroup } from '../data/views'
import type { IconName } from '../ui/icon'

/** Returns the icon of a resource, which is used wherever the resource appears. */
export const iconOf = (resource: string): IconName => viewOf(resource).icon ?? 'list'

const isOffered = (account: Profile) => (resourceName: string) => {
  const resource = findFace(resourceName)
  // Lists that need no permission are hidden from a user who holds only the guest's.
  if (account.permissions.every((permission) => permission === GUEST)) return false
  if (!resource || !mayDo(account, resource, 'view')) return false
  return account.userType !== 'client' || account.SiteId === null || viewOf(resourceName).ofOneSite === true
}

/** Returns the lists in a group of the account's sidebar, in the order of the specification (SHELL-05 to SHELL-08). */
export function sidebarOf(account: Profile, group: SidebarGroup): string[] {
  return everyFace()
    .map(({ name }) => ({ name, place: viewOf(name).sidebar?.[account.userType] }))
    .filter(({ place }) => place?.group === group)
    .sort((one, other) => (one.place?.at ?? 0) - (other.place?.at ?? 0))
    .map(({ name }) => resourceInUse(name))
    .filter(isOffered(account))
}

/** Returns whether a resource has a screen. A stored event may name one of another release, or one without a screen. */
export const hasScreen = (name: string): boolean => findFace(name) !== undefined && !viewOf(name).screenless

/** Returns every list that the account may open, by the palette and keys even if it is not in the sidebar. */
export function placesOf(account: Profile): string[] {
  return everyFace()
    .map(({ name }) => name)
    .filter((resource) => hasScreen(resource) && resource !== handlersNow().other.resource)
    .filter(isOffered(account))
}
