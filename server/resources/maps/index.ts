import { maps, transitionBetween } from '@tocsin/core/resources/maps/index'
import { MAP_STATUSES } from '@tocsin/core/resources/maps/types'
import { sql } from 'kysely'
import { requirePermission } from '../../records/crud'
import { refuseWhileImpersonating } from '../../auth/impersonation'
import { issueMobileToken } from '../../codes/mobile-tokens'
import { blocked, invalid } from '../../http/failures'
import { defineOverrides } from '../../records/overrides'
import { isFirstManager } from '../sites/managers'
import { havingChannels } from './having-channels'

export const mapsOverrides = defineOverrides(maps, {
  // A profile that is only the name of a manager is not in the search. It is found with its place.
  reads: {
    searchable: {
      condition: sql`r.mobile_user_uuid is not null`,
      subtitle: sql`(select s.name from sites s where s.client_id = r.client_id and s.id = r.site_id)`,
      extraText: sql`concat_ws(E'\n', r.profile_props ->> 'email', r.profile_props ->> 'phone')`,
      beyond: (patterns) => sql`select m.id from maps m where m.site_id in (select tocsin_search_sites(${patterns}))`,
      beyondIsAnother: true,
    },
    computed: {
      Site: sql`(select jsonb_build_object('name', s.name) from sites s where s.client_id = r.client_id and s.id = r.site_id)`,
      siteManager: isFirstManager,
    },
    where: { channel: (_, { channel }) => (Array.isArray(channel) ? havingChannels(channel as number[]) : null) },
  },
  actions: {
    token: async ({ parts, tx, actor }, { id }) => {
      refuseWhileImpersonating(actor)
      const token = await issueMobileToken(parts, tx, id)
      if (token === null) throw blocked({ key: 'resources.mobile-users.notActive' })
      return { changes: {}, secret: { token } }
    },
  },
  writes: {
    /**
     * Applies the conditions of an action to an update with the same effect. Other changes of the status are refused
     * (MAP-02, A-047).
     */
    update: async (save, map, changes) => {
      const to = MAP_STATUSES.find((status) => status === changes['status'])
      if (to && to !== map.status) {
        const transition = transitionBetween(map.status, to)
        if (!transition) throw invalid([{ field: 'status', key: 'formErrors.noWay', values: { from: map.status, to } }])
        requirePermission(save, maps.actions[transition].can)
      }
      const { role } = changes
      if (role !== undefined && role !== map.role) requirePermission(save, maps.actions.toggleRole.can)
      return save.history(await save.store(await save.change(map, changes)))
    },
  },
})
