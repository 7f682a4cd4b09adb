import { ApiError } from '@tocsin/core/base/errors'
import type { App } from '@tocsin/core/resources/apps/types'
import { differencesOf } from '@tocsin/core/apps/differences'
import { incomplete } from '@tocsin/core/apps/incomplete'
import type { AppContents } from '@tocsin/core/resources/app-versions/types'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { sql } from 'kysely'
import type { Context } from '../../context/context'
import { blocked } from '../../http/failures'
import { iso } from '../../time'
import { channelsOf, contentsOf, nameOf } from './contents'

type OfApp = Pick<App, 'id' | 'clientId'>

/** Leaves a held app without a published version. Returns the number of the one it had, or null. */
export async function unpublishCurrent({ tx, parts }: Context, { id, clientId }: OfApp): Promise<number | null> {
  const { rows } = await sql<{ number: number }>`update app_versions
    set status = 'unpublished', version = version + 1, updated_at = ${iso(parts.now())}
    where client_id = ${clientId} and app_id = ${id} and status = 'published' returning number`.execute(tx)
  return rows[0]?.number ?? null
}

/**
 * Turns the draft of a held app into its next version and publishes that. The version before is unpublished (A-075).
 * Throws ApiError BLOCKED if nothing differs from the latest version (A-128) or a channel is incomplete, and STALE_VERSION if the draft is not as
 * it was seen.
 */
export async function publishDraft(context: Context, { id, clientId }: OfApp, input: Draft): Promise<void> {
  const { tx, parts, actor } = context
  const nothingNew = blocked({ key: 'resources.apps.nothingNew' })
  const latest = await latestVersion(context, { id, clientId })
  const contents = (await contentsOf(context, { clientId, appId: id }))!
  if (latest && differencesOf(latest, contents).length === 0) throw nothingNew
  const reason = incomplete(contents.channels)
  if (reason) throw blocked(reason)
  await requireSeen(context, { id, clientId }, input['draftVersion'])
  await unpublishCurrent(context, { id, clientId })
  const { rows } = await sql`update app_versions v set status = 'published', number = ${(latest?.number ?? 0) + 1},
      version_name = ${input['versionName'] ?? null}, version_comment = ${input['versionComment']}, label = a.label,
      config = a.config, channels = ${channelsOf(sql`a.client_id`, sql`a.id`)}, user_id = ${actor.id},
      user_name = ${nameOf(actor)},
      updated_at = ${iso(parts.now())}, version = v.version + 1, continued_from = null, replaced = null
    from apps a where a.client_id = v.client_id and a.id = v.app_id and v.client_id = ${clientId} and v.app_id = ${id}
      and v.status = 'draft' returning v.id`.execute(tx)
  if (rows.length === 0) throw nothingNew
}

/** Throws ApiError STALE_VERSION if a version is given and the draft has another one. */
async function requireSeen({ tx }: Context, { id, clientId }: OfApp, seen: unknown): Promise<void> {
  if (typeof seen !== 'number') return
  const { rows } = await sql`select from app_versions
    where client_id = ${clientId} and app_id = ${id} and status = 'draft' and version = ${seen}`.execute(tx)
  if (rows.length === 0) throw new ApiError({ status: 409, code: 'STALE_VERSION' })
}

/** Returns the version with the highest number; undefined if none was ever published. */
async function latestVersion({ tx }: Context, { id, clientId }: OfApp) {
  const { rows } = await sql<AppContents & { number: number }>`select number, label, config, channels from app_versions
    where client_id = ${clientId} and app_id = ${id} and number is not null order by number desc limit 1`.execute(tx)
  return rows[0]
}
