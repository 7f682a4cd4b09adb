import { lazy } from 'react'
import type { Screens } from '../pages/screen'
import './screenless'

// The screens besides the lists. Each is fetched when it is first opened.

const generic: Required<Omit<Screens, 'list'>> = {
  create: lazy(() => import('../pages/generic/create')),
  show: lazy(() => import('../pages/generic/show')),
  edit: lazy(() => import('../pages/generic/edit')),
}

/** The screens of texts that are written as HTML and published. */
const text: Screens = { show: lazy(() => import('./terms/show')) }

/** The resources' own screens. A resource without one of a kind has the generic screen of that kind. */
const own: Record<string, Screens> = {
  terms: text,
  documents: text,
  alerts: {
    list: lazy(() => import('./alerts/list')),
    show: lazy(() => import('./alerts/show')),
  },
  apps: {
    create: lazy(() => import('./apps/create')),
    show: lazy(() => import('./apps/show')),
    edit: lazy(() => import('./apps/edit')),
  },
  'broadcast-messages': {
    show: lazy(() => import('./broadcast-messages/show')),
  },
  channels: {
    create: lazy(() => import('./channels/create')),
    edit: lazy(() => import('./channels/edit')),
  },
  clients: {
    show: lazy(() => import('./clients/show')),
    edit: lazy(() => import('./clients/edit')),
  },
  'monitoring-providers': {
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
    create: lazy(() => import('./sites/create')),
    show: lazy(() => import('./sites/show')),
    edit: lazy(() => import('./sites/edit')),
  },
  surveys: {
    create: lazy(() => import('./surveys/create')),
    show: lazy(() => import('./surveys/show')),
    edit: lazy(() => import('./surveys/edit')),
  },
  teams: {
    create: lazy(() => import('./sites/create')),
    show: lazy(() => import('./sites/show')),
    edit: lazy(() => import('./sites/edit')),
  },
  templates: {
    list: lazy(() => import('./templates/list')),
    show: lazy(() => import('./templates/show')),
  },
  tokens: { create: lazy(() => import('./tokens/create')) },
  users: {
    create: lazy(() => import('./users/create')),
    show: lazy(() => import('./users/show')),
    edit: lazy(() => import('./users/edit')),
  },
}

export const screensOf = (resource: string): typeof generic & Screens => ({ ...generic, ...own[resource] })
