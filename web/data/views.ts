import type { ListQuery } from '@tocsin/core/api/client'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { IconName } from '../ui/icon'

/** The place of a list in the sidebar: its group, and its position there. No two lists of a sidebar have the same. */
export type SidebarPlace = { group: SidebarGroup; at: number }
/** The groups of the sidebar, in their order. The first has no caption. */
export const SIDEBAR_GROUPS = ['main', 'channels', 'registration', 'settings'] as const
export type SidebarGroup = (typeof SIDEBAR_GROUPS)[number]

/** How the console shows a resource; each key has a default. The views are in `web/resources/<resource>/index.ts`. */
export type View = {
  /** The icon that is used wherever the resource appears. */
  icon?: IconName
  /** The places in the sidebar, by user type (SHELL-05 to SHELL-08). Without one, only the palette opens the list. */
  sidebar?: Readonly<Record<string, SidebarPlace>>
  /** The list is also offered to a user who belongs to a site (SHELL-10, A-045). */
  ofOneSite?: true
  /** The path that users of clients see, besides the resource's own path (SHELL-08, A-099). */
  clientPath?: string
  /** The list shows cards and no table, or asks for its rows by itself. */
  cards?: true
  /** Programs write the records: the console has no form to create one or to edit it. */
  formless?: true
  /** The resource has no screens of its own (API-24, A-125). */
  screenless?: true
  /** Lists of the resource, on any page, can be saved as a file (A-068, EXPORT-10). */
  exported?: true
  /** The columns of the resource's own list; lists on other pages have the declared ones. */
  columns?: readonly string[]
  /** What that list asks the server for, besides the records of its client. */
  asks?: ListQuery
  /** Whoever works in all clients chooses one before a record is created from a list. */
  createdInClient?: true
  /** The field of a new record that its notice offers to copy, since it is passed on at once (W65). */
  passedOn?: string
  /** The fields in the form of a new record; default: all. Actions set the others. */
  asked?: readonly string[]
  /** Returns the declaration with the fields that a full page requires; a dialog requires fewer. */
  whole?: (resource: Resource) => Resource
}

const views = new Map<string, View>()

/** Sets the views of all resources, before the first render. */
export function setViews(all: Readonly<Record<string, View>>): void {
  for (const [resource, view] of Object.entries(all)) views.set(resource, view)
}

const PLAIN: View = {}

/** Returns how the console shows a resource. */
export const viewOf = (resource: string): View => views.get(resource) ?? PLAIN

/** Returns whether the console has the forms of a resource, if the account may create or edit records. */
export const hasForms = (resource: string): boolean => viewOf(resource).formless !== true
