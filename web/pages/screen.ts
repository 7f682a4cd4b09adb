import type { ComponentType } from 'react'
import type { ListQuery } from '@tocsin/core/api/client'
import type { Viewer } from '@tocsin/core/vocabulary/permissions'
import type { Resource } from '@tocsin/core/vocabulary/resource'

/** The props of a resource's screens. */
export type ListProps = { resource: Resource }
/** Returns the filters that the list of a resource fixes for a viewer who works in a client, or in all clients. */
export type FixedFilters = (resource: Resource, viewer: Viewer, clientId: number | null) => ListQuery
export type RecordProps = { resource: Resource; id: number }

/** The custom screens of a resource. A generic screen replaces a missing one. */
export type Screens = {
  list?: ComponentType<ListProps>
  /** The fixed filters of that list, which is asked for before it is drawn; null if the screen is no table. */
  where?: FixedFilters | null
  create?: ComponentType<ListProps>
  show?: ComponentType<RecordProps>
  edit?: ComponentType<RecordProps>
}
