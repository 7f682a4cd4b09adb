import { appVersions } from '@tocsin/core/resources/app-versions/index'
import type { AppContents, AppVersion } from '@tocsin/core/resources/app-versions/types'
import { apps } from '@tocsin/core/resources/apps/index'
import { sql } from 'kysely'
import type { Changes, Context } from '../../context/context'
import { differences, writeAudit } from '../../records/audit'
import { defineOverrides } from '../../records/overrides'
import type { Save } from '../../records/save'
import { iso } from '../../time'
import { channelsOf, contentsOf, touchDraft, writeContents } from '../apps/contents'
import { unpublishCurrent } from '../apps/versions'

const CONTENTS = { label: apps.fields.label, config: apps.fields.config }

/** Returns a part of a version's contents: those of a draft are what its app has now. */
const now = (field: 'label' | 'config') =>
  sql`case r.status when 'draft' then (select ${sql.ref(`a.${field}`)} from apps a
    where a.client_id = r.client_id and a.id = r.app_id) else ${sql.ref(`r.${field}`)} end`

const appOf = ({ appId, clientId }: AppVersion) => ({ id: appId, appId, clientId })

/** Raises the version of a version's app, and writes into the app's history what happened to it. */
async function tellApp(context: Context, version: AppVersion, verb: string, changes: Changes): Promise<void> {
  await sql`update apps set version = version + 1, updated_at = ${iso(context.parts.now())}
    where client_id = ${version.clientId} and id = ${version.appId}`.execute(context.tx)
  await writeAudit(context, {
    noun: 'apps',
    recordId: version.appId,
    verb,
    clientId: version.clientId,
    changes,
  })
}

async function setStatus(save: Save<AppVersion>, version: AppVersion, status: 'published' | 'unpublished') {
  const before = await unpublishCurrent(save, appOf(version))
  const after = status === 'published' ? version.number : null
  const written = await save.set(version, { status })
  const verb = status === 'published' ? 'publish' : 'unpublish'
  await tellApp(save, version, verb, { publishedVersion: { before, after } })
  return save.history(written)
}

/** Gives the app of a version other contents, and returns those that they replaced. */
async function rewrite(save: Save<AppVersion>, version: AppVersion, contents: AppContents): Promise<AppContents> {
  const app = appOf(version)
  const replaced = await contentsOf(save, app)
  await writeContents(save, app, contents)
  await touchDraft(save, app)
  const counted = ({ channels }: AppContents) => ({ total: channels.length })
  await tellApp(save, version, 'update', {
    ...differences(CONTENTS, replaced, contents),
    Channels: { before: counted(replaced), after: counted(contents) },
  })
  return replaced
}

export const appVersionsOverrides = defineOverrides(appVersions, {
  reads: {
    // A version is found through its app.
    searchable: null,
    computed: {
      versionId: sql`r.id`,
      User: sql`case when r.user_name is not null then jsonb_build_object('name', r.user_name) end`,
      continued: sql`exists (select from app_versions v
        where v.client_id = r.client_id and v.app_id = r.app_id and v.continued_from = r.id)`,
      label: now('label'),
      config: now('config'),
      channels: sql`case r.status when 'draft' then ${channelsOf(sql`r.client_id`, sql`r.app_id`)} else r.channels end`,
    },
  },
  actions: {
    unpublish: (save, version) => setStatus(save, version, 'unpublished'),
    reactivate: (save, version) => setStatus(save, version, 'published'),
    /** Gives the draft the contents of a version. What it had is kept until the draft is changed (A-129). */
    continue: async (save, version) => {
      const replaced = await rewrite(save, version, version)
      await sql`update app_versions set continued_from = ${version.id}, replaced = ${JSON.stringify(replaced)}::jsonb
        where client_id = ${version.clientId} and app_id = ${version.appId} and status = 'draft'`.execute(save.tx)
      return { changes: {} }
    },
    takeBack: async (save, version) => {
      const { rows } = await sql<{ replaced: AppContents }>`select replaced from app_versions
        where client_id = ${version.clientId} and app_id = ${version.appId} and status = 'draft'`.execute(save.tx)
      await rewrite(save, version, rows[0]!.replaced)
      return { changes: {} }
    },
  },
})
