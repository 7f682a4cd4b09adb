import { resource } from '../../vocabulary/resource'
import { placeActions, placeColumns, placeFields } from '../site-or-team'
import { messages } from './messages'
import type { Team } from './types'

export const teams = resource<Team>()({
  name: 'teams',
  // Teams are written at the path of sites (TEAM-08, A-070).
  kindOf: { resource: 'sites', field: 'siteType', value: 'team' },
  title: 'name',
  aliases: ['tag'],
  can: { view: 'teams:view', create: 'teams:update', update: 'teams:update', delete: 'teams:update' },
  fields: {
    ...placeFields,
    siteType: { type: 'choice', choices: ['team'], default: 'team', readonly: 'after-create' },
  },
  // A team moves, so that its address says little in a list (TEAM-03).
  columns: placeColumns.filter((column) => column !== 'location.formatted'),
  filters: { exportMode: { type: 'boolean' } },
  tenant: 'ClientId',
  site: 'id',
  switch: 'active',
  actions: placeActions('teams'),
  messages,
})
