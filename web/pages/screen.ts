import type { ComponentType } from 'react'
import type { Resource } from '@tocsin/core/vocabulary/resource'

/** The props of a resource's screens. */
export type ListProps = { resource: Resource }
export type RecordProps = { resource: Resource; id: number }

/** The custom screens of a resource. A generic screen replaces a missing one. */
export type Screens = {
  list?: ComponentType<ListProps>
  create?: ComponentType<ListProps>
  show?: ComponentType<RecordProps>
  edit?: ComponentType<RecordProps>
}
