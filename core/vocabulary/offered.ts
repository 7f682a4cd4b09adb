import { may, type Viewer } from './permissions'
import type { Field, Resource } from './resource'

/**
 * Returns the filter by which a list of one client's records has those that the provider offers to every client as well:
 * empty if the field takes none of those, or the viewer may not list them.
 */
export function offeredToo(
  { offered }: Pick<Field, 'offered'>,
  target: Pick<Resource, 'offers'> | undefined,
  viewer: Viewer | null,
): Record<string, true> {
  const { offers } = target ?? {}
  if (!offered || !offers) return {}
  return offers.can === undefined || (viewer !== null && may(viewer, offers.can)) ? { [offers.filter]: true } : {}
}
