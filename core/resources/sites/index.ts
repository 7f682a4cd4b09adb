import { may, type Viewer } from '../../vocabulary/permissions'
import { resource, type Draft } from '../../vocabulary/resource'
import { placeActions, placeColumns, placeFields } from '../site-or-team'
import { messages } from './messages'
import type { Site } from './types'

/**
 * Returns the permission for a record of either kind. A team among the sites needs the permission for teams (A-049,
 * A-070); a list of both kinds needs both permissions.
 */
const ofKind =
  (verb: 'view' | 'update') =>
  (viewer: Viewer, record?: Draft): string => {
    const kinds = [record?.['siteType'] ?? 'site'].flat()
    const isAllowed = !kinds.includes('site') || may(viewer, `sites:${verb}`)
    return kinds.includes('team') && isAllowed ? `teams:${verb}` : `sites:${verb}`
  }

export const sites = resource<Site>()({
  name: 'sites',
  title: 'name',
  aliases: ['tag'],
  can: { view: ofKind('view'), create: ofKind('update'), update: ofKind('update'), delete: ofKind('update') },
  fields: {
    ...placeFields,
    siteType: { type: 'choice', choices: ['site', 'team'], default: 'site', readonly: 'after-create' },
  },
  columns: placeColumns,
  filters: {
    siteType: { type: 'choice', choices: ['site', 'team'], default: 'site' },
    // Readers who may not see codes see every site as one without.
    codes: { type: 'choice', choices: ['with', 'without'] },
    exportMode: { type: 'boolean' },
    withSites: { type: 'boolean' },
  },
  tenant: 'ClientId',
  site: 'id',
  switch: 'active',
  actions: placeActions('sites'),
  messages,
})
