import { resource } from '../../vocabulary/resource'
import { placeActions, placeColumns, placeFields } from '../site-or-team'
import { messages } from './messages'
import type { Site } from './types'

export const sites = resource<Site>()({
  name: 'sites',
  title: 'name',
  can: { view: 'sites:view', create: 'sites:update', update: 'sites:update', delete: 'sites:update' },
  fields: {
    ...placeFields,
    siteType: { type: 'choice', choices: ['site', 'team'], default: 'site', readonly: 'after-create' },
  },
  columns: placeColumns,
  filters: {
    siteType: { type: 'choice', choices: ['site', 'team'], default: 'site' },
    exportMode: { type: 'boolean' },
    withSites: { type: 'boolean' },
  },
  tenant: 'ClientId',
  site: 'id',
  switch: 'active',
  actions: placeActions('sites'),
  messages,
})
