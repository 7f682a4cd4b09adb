import { emptied, withIds } from '@tocsin/core/apps/template'
import type { AppContents, KeptChannel } from '@tocsin/core/resources/app-versions/types'
import { contentFields } from '@tocsin/core/resources/apps/index'
import { channels as channelsResource } from '@tocsin/core/resources/channels/index'
import { may } from '@tocsin/core/vocabulary/permissions'
import { isEmpty } from '@tocsin/core/vocabulary/empty'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { sql } from 'kysely'
import { scopeOf } from '../../context/actor'
import type { Context } from '../../context/context'
import { invalid } from '../../http/failures'
import { differences, writeAudits } from '../../records/audit'
import { merge } from '../../records/record-form'
import { withCopiedFiles } from '../../records/files'
import { templatesSeen } from '../templates/scope'
import { putChannels } from './contents'

/** Returns the contents of a template that the actor sees; null without an id. Throws ApiError 400 if they see none. */
export async function templateWithId({ tx, actor, parts }: Context, id: unknown): Promise<AppContents | null> {
  if ((id ?? null) === null) return null
  const seen = templatesSeen(scopeOf(actor))?.condition
  const { rows } = await sql<AppContents>`select label, config, channels from templates r
    where r.id = ${id} and ${(parts.fences.code && seen) || sql`true`}`.execute(tx)
  const [template] = rows
  if (!template) throw invalid([{ field: 'appTemplateId', key: 'formErrors.notFound' }])
  // An option that needs a permission is set by whoever has it.
  return emptied(template, ({ can }) => can !== undefined && !may(actor, can))
}

/** Returns the draft of an app with the look of its template, where the draft has none, and the name on phones. */
export function withLook(draft: Draft, template: AppContents | null, nickname: unknown): Draft {
  const { label, config } = template ?? {}
  const look = template ? merge(contentFields, { label, config }, draft) : draft
  return isEmpty(nickname) ? look : merge(contentFields, look, { config: { nickname } })
}

/** Gives a new app the channels of its template, with copies of their files. */
export async function writeChannels(
  context: Context,
  { clientId, appId }: { clientId: number; appId: number },
  channels: readonly KeptChannel[],
): Promise<void> {
  const { rows } = await sql<{ id: number }>`select nextval('channels_id_seq')::int as id
    from generate_series(1, ${channels.length}::int)`.execute(context.tx)
  const records = withIds(
    channels,
    rows.map(({ id }) => id),
  ).map((record) => ({ fields: channelsResource.fields, record }))
  const made = await withCopiedFiles(context, records, { clientId, field: 'appTemplateId' })
  await putChannels(context, { id: appId, clientId }, made, 1)
  const told = made.map((channel) => ({
    recordId: channel['id'] as number,
    changes: differences(channelsResource.fields, null, channel),
  }))
  await writeAudits(context, { noun: channelsResource.name, verb: 'create', clientId }, told)
}
