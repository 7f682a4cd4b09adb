import type { Profile } from '@tocsin/core/api/session'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { resourceOf } from '../../data/resources'
import type { Row } from '../../data/row'
import { here, showHref } from '../../navigation/hrefs'

/** The name of the open channel in the address of its app. */
export const OPEN = 'channel'

/** Returns the address of a channel in the editor of its app; null where the account may not see the app. */
export const editorHref = (viewer: Profile, { id, appId }: Row): string | null =>
  mayDo(viewer, resourceOf('apps'), 'view') ? `${showHref('apps', Number(appId))}?tab=channels&${OPEN}=${id}` : null

/** Returns the present address with another open channel, or with none. */
export function hrefWith(id: number | null): string {
  const [path, text] = here().split('?')
  const query = new URLSearchParams(text)
  if (id === null) query.delete(OPEN)
  else query.set(OPEN, String(id))
  return `${path}?${query.toString()}`
}

/** Returns the id of the open channel in an address; null if there is none. */
export function openIn(query: URLSearchParams): number | null {
  const text = query.get(OPEN)
  return text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null
}
