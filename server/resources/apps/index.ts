import { apps, contentFields } from '@tocsin/core/resources/apps/index'
import { sql } from 'kysely'
import { defineOverrides } from '../../records/overrides'
import { touchDraft } from './contents'
import { templateWithId, withLook, writeChannels } from './from-template'
import { publishDraft, unpublishCurrent } from './versions'

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
      draftId: sql`(select v.id from app_versions v
        where v.client_id = r.client_id and v.app_id = r.id and v.status = 'draft')`,
      Channels: sql`(select jsonb_build_object('total', count(*), 'primary', count(*) filter (where c."primary"))
        from channels c where c.client_id = r.client_id and c.app_id = r.id)`,
      Project: sql`(select jsonb_build_object('name', p.name, 'isDefault', p.is_default) from projects p
        where p.client_id = r.client_id and p.id = r.project_id)`,
    },
  },
  writes: {
    async create(save, draft, _, { appTemplateId, nickname }) {
      const template = await templateWithId(save, appTemplateId)
      const written = await save.store(await save.new(withLook(draft, template, nickname)))
      const app = { clientId: written.values['clientId'] as number, appId: written.id }
      if (template) await writeChannels(save, app, template.channels)
      await touchDraft(save, app)
      const made = template ? { appTemplateId: { before: null, after: appTemplateId } } : {}
      return save.history(written, made)
    },
    async update(save, app, changes) {
      const validated = await save.change(app, changes)
      if (Object.keys(contentFields).some((name) => Object.hasOwn(validated.changedFields, name)))
        await touchDraft(save, { clientId: app.clientId, appId: app.id })
      return save.history(await save.store(validated))
    },
  },
  actions: {
    publish: async (save, app, input) => {
      await publishDraft(save, app, input)
      // The version of the record is raised, so that a stale save is noticed.
      const stored = await save.set(app, {})
      return save.history(stored, { versionComment: { before: null, after: input['versionComment'] } })
    },
    unpublish: async (save, app) => {
      await unpublishCurrent(save, app)
      return save.history(await save.set(app, {}))
    },
  },
})
