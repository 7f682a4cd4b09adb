import { apps } from '@tocsin/core/resources/apps/index'
import { sql } from 'kysely'
import type { Context } from '../../context/context'
import { defineOverrides } from '../../records/overrides'
import { iso } from '../../time'

async function unpublishCurrent({ tx, parts }: Context, appId: number): Promise<void> {
  await sql`update app_versions set status = 'unpublished', updated_at = ${iso(parts.now())}
    where app_id = ${appId} and status = 'published'`.execute(tx)
}

export const appsOverrides = defineOverrides(apps, {
  reads: {
    searchable: {
      subtitle: sql`(select p.name from projects p where p.client_id = r.client_id and p.id = r.project_id)`,
      extraText: sql`r.label`,
    },
    computed: {
      TermId: sql`r.term_id`,
      publishedVersion: sql`(select v.number from app_versions v
        where v.client_id = r.client_id and v.app_id = r.id and v.status = 'published')`,
      Project: sql`(select jsonb_build_object('name', p.name, 'isDefault', p.is_default) from projects p
        where p.client_id = r.client_id and p.id = r.project_id)`,
    },
  },
  actions: {
    /**
     * Stores the app as it is now as its next version and publishes that. The version before is unpublished.
     */
    publish: async (save, app, input) => {
      const { tx, parts, actor } = save
      await unpublishCurrent(save, app.id)
      const now = iso(parts.now())
      await sql`insert into app_versions
          (client_id, app_id, number, name, comment, status, label, config, user_id, created_at, updated_at)
        select ${app.clientId}, ${app.id}, coalesce(max(number), 0) + 1, ${input['versionName'] ?? null},
          ${input['versionComment']}, 'published', ${app.label}, ${JSON.stringify(app.config)}::jsonb, ${actor.id},
          ${now}, ${now}
        from app_versions where app_id = ${app.id}`.execute(tx)
      // The version of the record is raised, so that a stale save is noticed.
      const stored = await save.set(app, {})
      return save.history(stored, { versionComment: { before: null, after: input['versionComment'] } })
    },
    unpublish: async (save, app) => {
      await unpublishCurrent(save, app.id)
      return save.history(await save.set(app, {}))
    },
  },
})
