import { ApiError } from '@tocsin/core/base/errors'
import type { AppContents } from '@tocsin/core/resources/app-versions/types'
import type { App } from '@tocsin/core/resources/apps/types'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../context/actor'
import type { Context } from '../../context/context'
import { DatabaseError } from '../../db/database-error'
import { iso } from '../../time'

/** Returns the name of the actor, as SQL. */
export const nameOf = ({ id }: Actor): RawBuilder<unknown> => sql`(select u.name from users u where u.id = ${id})`

type OfApp = { clientId: number; appId: number }

/** Returns the channels of an app as a version keeps them, as SQL. */
export const channelsOf = (clientId: RawBuilder<unknown>, appId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'channelType', c.channel_type,
      'label', c.label, 'primary', c."primary", 'tag', c.tag, 'config', c.config, 'MonitoringProviders', (
        select coalesce(jsonb_agg(tocsin_told_provider(l.provider_client_id, l.provider_id) order by l.provider_id), '[]')
        from channel_providers l where l.client_id = c.client_id and l.channel_id = c.id)) order by c.display_order), '[]')
    from channels c where c.client_id = ${clientId} and c.app_id = ${appId})`

/** Returns the version that changes of an app go to: its draft, or the latest version while nothing has changed (A-127). */
export const workingVersionOf = (clientId: RawBuilder<unknown>, appId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select v.id from app_versions v where v.client_id = ${clientId} and v.app_id = ${appId}
    order by v.number desc nulls first limit 1)`

/** Returns the contents that an app has now; undefined if it is gone. */
export async function contentsOf(
  { tx }: Pick<Context, 'tx'>,
  { clientId, appId }: OfApp,
): Promise<AppContents | undefined> {
  const { rows } = await sql<AppContents>`select label, config, ${channelsOf(sql`a.client_id`, sql`a.id`)} as channels
    from apps a where client_id = ${clientId} and id = ${appId}`.execute(tx)
  return rows[0]
}

/**
 * Notes in the draft of a held app that its contents change. The first change after a publish begins a draft (A-127).
 * A new draft has a version above those of all drafts before it, so that nobody takes it for one that they have seen.
 */
export async function touchDraft(
  { tx, parts, actor }: Pick<Context, 'tx' | 'parts' | 'actor'>,
  { clientId, appId }: OfApp,
): Promise<void> {
  const now = iso(parts.now())
  await orConflict(() =>
    sql`insert into app_versions as v (client_id, app_id, status, version, user_id, user_name, created_at, updated_at)
    values (${clientId}, ${appId}, 'draft', (select coalesce(max(o.version), 0) + 1 from app_versions o
      where o.client_id = ${clientId} and o.app_id = ${appId}), ${actor.id}, ${nameOf(actor)}, ${now}, ${now})
    on conflict (client_id, app_id) where status = 'draft' do update
    set version = v.version + 1, updated_at = ${now}, user_id = ${actor.id}, user_name = excluded.user_name,
      continued_from = null, replaced = null`.execute(tx),
  )
}

/** Turns a record that another request has just deleted into a conflict, which a retry tells in full. */
async function orConflict<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof DatabaseError && error.sqlState === '23503')
      throw new ApiError({ status: 503, code: 'CONFLICT', retryAfter: 100 })
    throw error
  }
}

/**
 * Gives a held app other contents. Channels keep their ids: those that were deleted since are there again, and those that
 * the contents do not have are deleted.
 */
export async function writeContents(
  { tx, parts }: Pick<Context, 'tx' | 'parts'>,
  app: Pick<App, 'id' | 'clientId'>,
  { label, config, channels }: AppContents,
): Promise<void> {
  await sql`update apps set label = ${label}, config = ${JSON.stringify(config)}::jsonb
    where client_id = ${app.clientId} and id = ${app.id}`.execute(tx)
  // The positions of the channels that go are free only when all is done.
  await sql`set constraints channels_order deferred`.execute(tx)
  // A channel that is there again has a version above those that it had, which nobody knows any more.
  await putChannels({ tx, parts }, app, channels, Math.floor(parts.now() / 1000))
  await sql`delete from channels where client_id = ${app.clientId} and app_id = ${app.id}
    and not id = any (${channels.map(({ id }) => id)}::int[])`.execute(tx)
  await sql`delete from channel_providers where client_id = ${app.clientId} and channel_id = any (
    select id from channels where client_id = ${app.clientId} and app_id = ${app.id})`.execute(tx)
  // A provider that is gone since is left out.
  const links = channels.flatMap(({ id, MonitoringProviders }) =>
    MonitoringProviders.map((provider) => ({ channel: id, provider: provider.id })),
  )
  await orConflict(() =>
    sql`insert into channel_providers (client_id, channel_id, provider_id)
    select ${app.clientId}, l.channel, l.provider
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as l(channel int, provider int)
    where tocsin_told_provider(${app.clientId}, l.provider) is not null or tocsin_told_provider(1, l.provider) is not null`.execute(
      tx,
    ),
  )
}

/** Inserts channels of a held app in their order, and updates those that are there. New ones have this version. */
export async function putChannels(
  { tx, parts }: Pick<Context, 'tx' | 'parts'>,
  app: Pick<App, 'id' | 'clientId'>,
  channels: readonly Draft[],
  version: number,
): Promise<void> {
  const now = iso(parts.now())
  await sql`insert into channels as c
      (id, client_id, app_id, name, channel_type, label, "primary", tag, config, display_order, version, created_at, updated_at)
    select k.id, ${app.clientId}, ${app.id}, k.name, k."channelType", k.label, k."primary", k.tag, k.config,
      k.position - 1, ${version}, ${now}, ${now}
    from rows from (jsonb_to_recordset(${JSON.stringify(channels)}::jsonb) as (id int, name text, "channelType" text,
      label text, "primary" boolean, tag text, config jsonb)) with ordinality
      as k (id, name, "channelType", label, "primary", tag, config, position)
    on conflict (client_id, id) do update set name = excluded.name, label = excluded.label,
      "primary" = excluded."primary", tag = excluded.tag, config = excluded.config,
      display_order = excluded.display_order, version = c.version + 1, updated_at = ${now}
    where (c.name, c.label, c."primary", c.tag, c.config, c.display_order) is distinct from
      (excluded.name, excluded.label, excluded."primary", excluded.tag, excluded.config, excluded.display_order)`.execute(
    tx,
  )
}
