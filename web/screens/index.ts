import { lazy, type ComponentType } from 'react'
import type { Resource } from '@tocsin/core/resource'
import GenericList from './generic/list'
import ProviderList from './monitoring-providers/list'
import PlaceList from './places/list'
import UserList from './users/list'

// Lists come with the first page, since that is where everybody goes; other screens when they are opened.

/** What the screens of a noun are given. */
export type ListProps = { resource: Resource }
export type RecordProps = { resource: Resource; id: number }

type Screen<Props> = ComponentType<Props>
type Screens = {
  list?: Screen<ListProps>
  create?: Screen<ListProps>
  show?: Screen<RecordProps>
  edit?: Screen<RecordProps>
}

const generic: Required<Screens> = {
  list: GenericList,
  create: lazy(() => import('./generic/create')),
  show: lazy(() => import('./generic/show')),
  edit: lazy(() => import('./generic/edit')),
}

/** What is written as HTML, and published. */
const text: Screens = { show: lazy(() => import('./texts/show')) }

/** Screens of their own; a noun that is not here, or has no screen of a kind, gets the generic one. */
const own: Record<string, Screens> = {
  terms: text,
  documents: text,
  clients: {
    show: lazy(() => import('./clients/show')),
    edit: lazy(() => import('./clients/edit')),
  },
  'monitoring-providers': {
    list: ProviderList,
    create: lazy(() => import('./monitoring-providers/create')),
    show: lazy(() => import('./monitoring-providers/show')),
    edit: lazy(() => import('./monitoring-providers/edit')),
  },
  projects: {
    show: lazy(() => import('./projects/show')),
  },
  'registration-codes': {
    create: lazy(() => import('./registration-codes/create')),
    edit: lazy(() => import('./registration-codes/edit')),
  },
  'registration-data-schemas': {
    show: lazy(() => import('./registration-data-schemas/show')),
  },
  'registration-forms': {
    create: lazy(() => import('./registration-forms/create')),
    show: lazy(() => import('./registration-forms/show')),
    edit: lazy(() => import('./registration-forms/edit')),
  },
  maps: {
    show: lazy(() => import('./maps/show')),
  },
  sites: {
    list: PlaceList,
    create: lazy(() => import('./places/create')),
    show: lazy(() => import('./places/show')),
    edit: lazy(() => import('./places/edit')),
  },
  teams: {
    list: PlaceList,
    create: lazy(() => import('./places/create')),
    show: lazy(() => import('./places/show')),
    edit: lazy(() => import('./places/edit')),
  },
  users: {
    list: UserList,
    create: lazy(() => import('./users/create')),
    show: lazy(() => import('./users/show')),
    edit: lazy(() => import('./users/edit')),
  },
}

export const screensOf = (noun: string): Required<Screens> => ({ ...generic, ...own[noun] })
