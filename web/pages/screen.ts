import type { ComponentType } from 'react'
import type { Resource } from '@tocsin/core/vocabulary/resource'

/** The props of a resource's screens. */
export type ListProps = { resource: Resource }
export type RecordProps = { resource: Resource; id: number }

/** A resource's own screens. */
export type Screens = {
  list?: ComponentType<ListProps>
  create?: ComponentType<ListProps>
  show?: ComponentType<RecordProps>
  edit?: ComponentType<RecordProps>
}
