import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { IconName } from '../ui/icon'

/** The place of a list in the sidebar: its group, and its position there. No two lists of a sidebar have the same. */
export type SidebarPlace = { group: 'main' | 'settings'; at: number }

/** The facts of a resource on the console, each with a default. They stand in `web/resources/<resource>/index.ts`. */
export type View = {
  /** The picture that is used wherever the resource appears. */
  icon?: IconName
  /** The places in the sidebar, by the kind of user (SHELL-05 to SHELL-08). Without one, the palette leads to the list. */
  sidebar?: Readonly<Record<string, SidebarPlace>>
  /** The list stays for a user bound to a site (SHELL-10, A-045). */
  ofOneSite?: true
  /** The path under which users of clients see it as their own, beside its own path (SHELL-08, A-099). */
  clientPath?: string
  /** It is read and written without screens of its own (API-24, A-125). */
  screenless?: true
  /** Lists of it, on any page, can be saved as a file (A-068, EXPORT-10). */
  exported?: true
  /** The fields asked for a new record, if not all: an action sets the others. */
  asked?: readonly string[]
  /** Returns the declaration with the fields a full screen requires; a dialog creates it with fewer. */
  whole?: (resource: Resource) => Resource
}

const views = new Map<string, View>()

/** Tells the facts of the resources, before the first drawing. */
export function setViews(all: Readonly<Record<string, View>>): void {
  for (const [resource, view] of Object.entries(all)) views.set(resource, view)
}

const PLAIN: View = {}

/** Returns the facts of a resource on the console. */
export const viewOf = (resource: string): View => views.get(resource) ?? PLAIN
