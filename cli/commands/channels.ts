import { channels } from '@tocsin/core/resources/channels/index'
import { REARRANGE_PATH } from '@tocsin/core/resources/channels/order'
import { apps } from '@tocsin/core/resources/apps/index'
import { commandsOf } from '@tocsin/core/command-line/commands'
import { usageError } from '../command-error'
import type { Context } from '../context'
import { readReferences } from '../input'
import type { LocalizedCommand } from '../localized-command'
import { namesOf } from '../many'
import { channels as words } from '../messages/channels'
import { findRecord, resolveReference } from '../references'
import { writeOnce } from '../write-once'
import { runList } from './read'

/** Adds `channels reorder`. */
export function addChannels(context: Context, resourceCommand: LocalizedCommand): void {
  context.addWords('channels', words)
  const { t } = context
  resourceCommand
    .child('reorder', t('cli.channels.reorder'), ['tocsin channels reorder 1 --ids-from=order.txt'])
    .argument('<app>', t('cli.help.reference'))
    .argument('[channel...]', t('cli.channels.all'))
    .option(`--ids-from <${t('cli.help.file')}>`, t('cli.flags.ids-from'))
    .handler(async ([app, ...given], flags) => reorder(context, app as string, given, flags['idsFrom']))
}

/** Gives all channels of an app the order in which they are named, and lists them. */
async function reorder(context: Context, reference: string, given: readonly string[], file: unknown): Promise<void> {
  const named = typeof file === 'string' ? [...given, ...(await readReferences(context.io, file))] : given
  if (named.length === 0) throw usageError('cli.channels.none', {}, { next: 'tocsin channels reorder --help' })
  await context.findResource('channels')
  const app = await findRecord(context, apps, reference)
  const ids: number[] = []
  for (const channel of named) ids.push(await resolveReference(context, 'channels', channel, { appId: app.id }))
  await refuseMissing(context, app.id, ids)
  const http = await context.http()
  await writeOnce(context, (idempotencyKey) =>
    http({
      method: 'PATCH',
      path: REARRANGE_PATH,
      body: { channelsOrder: ids.map((id, displayOrder) => ({ id, displayOrder })) },
      ifMatch: app['version'] as number,
      idempotencyKey,
    }),
  )
  const list = commandsOf(channels).find(({ kind }) => kind === 'list')!
  await runList(context, channels, list, { app: String(app.id), limit: String(ids.length) })
}

/** Throws a usage error that names the channels of the app that the new order leaves out. */
async function refuseMissing(context: Context, appId: number, ids: readonly number[]): Promise<void> {
  const client = await context.client()
  const missing: string[] = []
  for await (const { rows } of client.all(channels, { appId }))
    missing.push(...rows.filter(({ id }) => !ids.includes(id)).map(({ id, name }) => `${name} (${id})`))
  if (missing.length > 0)
    throw usageError('cli.channels.missing', { count: missing.length, names: namesOf(context, missing) })
}
