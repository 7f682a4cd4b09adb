import type { ComponentType } from 'react'
import type { ListQuery } from '@tocsin/core/api/client'
import type { Viewer } from '@tocsin/core/vocabulary/permissions'
import type { Resource } from '@tocsin/core/vocabulary/resource'

/** The props of a resource's screens. */
export type ListProps = { resource: Resource }
/** Returns the filters that the list of a resource fixes for a viewer who works in a client, or in all clients. */
export type FixedFilters = (resource: Resource, viewer: Viewer, clientId: number | null) => ListQuery
export type RecordProps = { resource: Resource; id: number }

/** The table of a resource, and the filters that it fixes, since its rows are requested before it is drawn. */
export type ListScreen = { default: ComponentType<ListProps>; where: FixedFilters }

/** The custom screens of a resource besides its table. A generic screen replaces a missing one. */
export type Screens = {
  /** A list that is no table. */
  list?: ComponentType<ListProps>
  create?: ComponentType<ListProps>
  show?: ComponentType<RecordProps>
  edit?: ComponentType<RecordProps>
}
