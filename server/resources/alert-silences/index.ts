import { alertSilences } from '@tocsin/core/resources/alert-silences/index'
import { USUAL_SILENCE } from '@tocsin/core/resources/alert-silences/types'
import { sql } from 'kysely'
import { scopeOf } from '../../context/actor'
import { blocked, forbidden } from '../../http/failures'
import { defineOverrides } from '../../records/overrides'
import { iso } from '../../time'

const MINUTE = 60_000

export const alertSilencesOverrides = defineOverrides(alertSilences, {
  reads: {
    searchable: null,
    computed: {
      Site: sql`(select jsonb_build_object('name', s.name) from sites s where s.client_id = r.client_id and s.id = r.site_id)`,
    },
    where: {
      active: ({ parts }, { active }) =>
        active === undefined
          ? null
          : { condition: sql`(r.ended_at is null and r.ends_at > ${iso(parts.now())}) = ${active}` },
    },
  },
  // The silences of a whole client are those of its sites as well.
  scope: ({ kind, clientIds, siteId }) =>
    kind === 'clients' && siteId !== null
      ? { condition: sql`r.client_id = any (${clientIds}::int[]) and (r.site_id is null or r.site_id = ${siteId})` }
      : undefined,
  writes: {
    async create(save, draft, _, { minutes }) {
      const { parts, actor } = save
      const length = typeof minutes === 'number' ? minutes : USUAL_SILENCE
      const user = sql`${JSON.stringify({ id: actor.id, name: actor.name })}::jsonb`
      const written = await save.store(await save.new(draft), { user, ends_at: iso(parts.now() + length * MINUTE) })
      return save.history(written)
    },
  },
  actions: {
    async end(save, silence) {
      // People of a site see the silences of the whole client, which others end.
      const { siteId } = scopeOf(save.actor)
      if (siteId !== null && silence.SiteId !== siteId) throw forbidden([])
      const now = save.parts.now()
      // It has ended by itself.
      if (Date.parse(silence.endsAt) <= now) throw blocked({ key: 'resources.alert-silences.over' })
      return save.history(await save.set(silence, { ended_at: iso(now) }))
    },
  },
})
