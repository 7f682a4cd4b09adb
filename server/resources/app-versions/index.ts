import { appVersions } from '@tocsin/core/resources/app-versions/index'
import type { AppContents, AppVersion } from '@tocsin/core/resources/app-versions/types'
import { contentFields } from '@tocsin/core/resources/apps/index'
import { channels } from '@tocsin/core/resources/channels/index'
import { sql } from 'kysely'
import type { Changes, Context } from '../../context/context'
import { differences, shortened, writeAudit, writeAudits } from '../../records/audit'
import { forbidden } from '../../http/failures'
import { defineOverrides } from '../../records/overrides'
import { lackingFor } from '../../records/record-form'
import type { Save } from '../../records/save'
import { iso } from '../../time'
import { channelsOf, contentsOf, touchDraft, writeContents } from '../apps/contents'
import { unpublishCurrent } from '../apps/versions'

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
  // The version's app is held.
  const replaced = (await contentsOf(save, app))!
  await writeContents(save, app, contents)
  await touchDraft(save, app)
  await tellChannels(save, version, replaced, contents)
  const [was, is] = [replaced, contents].map(({ channels: kept }) => kept.map(({ name }) => name).join(', '))
  await tellApp(save, version, 'update', {
    ...differences(contentFields, replaced, contents),
    ...(was === is ? {} : { channelsOrder: shortened(was, is) }),
  })
  return replaced
}

/** Writes into the history of each channel what the contents of a version made of it. */
async function tellChannels(save: Save<AppVersion>, { clientId }: AppVersion, before: AppContents, after: AppContents) {
  const byId = ({ channels: kept }: AppContents) => new Map(kept.map((one) => [one.id, one]))
  const [was, is] = [byId(before), byId(after)]
  const told = { create: [], update: [], delete: [] } as Record<string, { recordId: number; changes: Changes }[]>
  for (const id of new Set([...was.keys(), ...is.keys()])) {
    const changes = differences(channels.fields, was.get(id) ?? null, is.get(id) ?? null)
    const verb = !was.has(id) ? 'create' : is.has(id) ? 'update' : 'delete'
    if (Object.keys(changes).length > 0) told[verb]!.push({ recordId: id, changes })
  }
  for (const [verb, records] of Object.entries(told))
    await writeAudits(save, { noun: 'channels', verb, clientId }, records)
}

/** Throws 403 if a channel of the version has another value of an option that the actor may not set (PERM-18). */
async function refuseUnpermitted(save: Save<AppVersion>, version: AppVersion): Promise<void> {
  const present = new Map((await contentsOf(save, appOf(version)))!.channels.map((channel) => [channel.id, channel]))
  const lacking = version.channels.flatMap((channel) =>
    lackingFor(save.actor, channels.fields, channel, present.get(channel.id) ?? {}),
  )
  if (lacking.length > 0) throw forbidden([...new Set(lacking)])
}

/** What a draft had before it continued a version, and whether there was a draft at all. */
type Replaced = AppContents & { hadDraft: boolean }

async function draftOf({ tx }: Context, { clientId, appId }: AppVersion) {
  const { rows } = await sql<{ replaced: Replaced | null }>`select replaced from app_versions
    where client_id = ${clientId} and app_id = ${appId} and status = 'draft'`.execute(tx)
  return rows[0]
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
  // Phones send alerts to the providers of what is published, which need not be those of the draft.
  uses: {
    'monitoring-providers': {
      of: (id) =>
        sql`r.status = 'published' and r.channels @> ${JSON.stringify([{ MonitoringProviders: [{ id }] }])}::jsonb`,
      called: sql`(select concat(a.name, ' ', r.number) from apps a where a.client_id = r.client_id and a.id = r.app_id)`,
    },
  },
  actions: {
    unpublish: (save, version) => setStatus(save, version, 'unpublished'),
    reactivate: (save, version) => setStatus(save, version, 'published'),
    /**
     * Gives the draft the contents of a version. What it had before the first of several is kept until the draft is
     * changed (A-129).
     */
    continue: async (save, version) => {
      await refuseUnpermitted(save, version)
      const draft = await draftOf(save, version)
      const replaced = await rewrite(save, version, version)
      const kept: Replaced = draft?.replaced ?? { ...replaced, hadDraft: draft !== undefined }
      await sql`update app_versions set continued_from = ${version.id}, replaced = ${JSON.stringify(kept)}::jsonb
        where client_id = ${version.clientId} and app_id = ${version.appId} and status = 'draft'`.execute(save.tx)
      return { changes: {} }
    },
    takeBack: async (save, version) => {
      const { hadDraft, ...contents } = (await draftOf(save, version))!.replaced!
      await rewrite(save, version, contents)
      if (!hadDraft)
        await sql`delete from app_versions where client_id = ${version.clientId} and app_id = ${version.appId}
          and status = 'draft'`.execute(save.tx)
      return { changes: {} }
    },
  },
})
