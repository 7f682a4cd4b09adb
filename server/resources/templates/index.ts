import { templateOf } from '@tocsin/core/apps/template'
import type { AppContents } from '@tocsin/core/resources/app-versions/types'
import { contentFields } from '@tocsin/core/resources/apps/index'
import { channels as channelsResource } from '@tocsin/core/resources/channels/index'
import { templates } from '@tocsin/core/resources/templates/index'
import type { Template } from '@tocsin/core/resources/templates/types'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { sql } from 'kysely'
import { scopeOf } from '../../context/actor'
import type { Context } from '../../context/context'
import { badParameter, invalid } from '../../http/failures'
import { defineOverrides } from '../../records/overrides'
import type { Save } from '../../records/save'
import { withCopiedFiles } from '../../records/files'
import { contentsOf, nameOf } from '../apps/contents'
import { holdApp } from '../channels/order'
import { templatesSeen } from './scope'

/** The bytes of the contents of a template, at most: every client reads those of public ones. */
const MAX_CONTENTS = 1024 * 1024

/**
 * Returns the contents of the version that a template is made from, or of the app as it is now. Throws ApiError 400
 * if the app has been deleted meanwhile, or has more than a template can hold.
 */
async function sourceOf(context: Context, { clientId, appId, appSchemaId }: Draft): Promise<AppContents> {
  await holdApp(context, { clientId, appId })
  const { rows } = await sql<AppContents>`select label, config, channels from app_versions
    where client_id = ${clientId} and app_id = ${appId} and id = ${appSchemaId ?? null} and status <> 'draft'`.execute(
    context.tx,
  )
  const contents = rows[0] ?? (await contentsOf(context, { clientId: clientId as number, appId: appId as number }))
  if (!contents) throw invalid([{ field: 'appId', key: 'formErrors.notFound' }])
  const template = templateOf(contents)
  if (Buffer.byteLength(JSON.stringify(template)) > MAX_CONTENTS)
    throw invalid([{ field: 'appId', key: 'resources.templates.tooLarge', values: { max: MAX_CONTENTS / 2 ** 20 } }])
  return template
}

export const templatesOverrides = defineOverrides(templates, {
  reads: {
    searchable: { subtitle: sql`r.description`, extraText: sql`tocsin_tags(r.tags)` },
    computed: { user: sql`case when r.user_name is not null then jsonb_build_object('name', r.user_name) end` },
    where: {
      // The templates of a client are those of one: whoever sees several names it (TPL-09).
      visibility: ({ actor }, query) => {
        const { kind, clientIds } = scopeOf(actor)
        const isOfOne = kind === 'clients' && clientIds.length === 1
        const wanted = query['visibility']
        const isOfClient = Array.isArray(wanted) && wanted.every((one) => one === 'client')
        if (isOfClient && !isOfOne && query['clientId'] === undefined) throw badParameter('clientId')
        return undefined
      },
    },
  },
  scope: templatesSeen,
  shared: {
    fields: ['name', 'description', 'tags', 'visibility', 'label', 'config', 'channels'],
    rows: (clientIds) => sql`not r.client_id = any (${clientIds}::int[])`,
    anonymous: true,
  },
  writes: {
    async create(save: Save<Template>, draft) {
      const validated = await save.new(draft)
      const { clientId } = validated.values
      const { label, config, channels } = await sourceOf(save, validated.values)
      const records = [
        { fields: contentFields, record: { config } },
        ...channels.map((record) => ({ fields: channelsResource.fields, record })),
      ]
      const [look, ...copied] = await withCopiedFiles(save, records, { clientId: clientId as number, field: 'appId' })
      return save.history(
        await save.store(validated, {
          label,
          config: sql`${JSON.stringify(look!['config'])}::jsonb`,
          channels: sql`${JSON.stringify(copied)}::jsonb`,
          user_name: nameOf(save.actor),
        }),
      )
    },
  },
})
