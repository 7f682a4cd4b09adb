import type { ComponentType } from 'react'
import type { Resource } from '@tocsin/core/vocabulary/resource'

/** What the screens of a resource are given. */
export type ListProps = { resource: Resource }
export type RecordProps = { resource: Resource; id: number }

/** The screens that a resource has of its own. */
export type Screens = {
  list?: ComponentType<ListProps>
  create?: ComponentType<ListProps>
  show?: ComponentType<RecordProps>
  edit?: ComponentType<RecordProps>
}
