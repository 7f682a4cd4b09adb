import { basename } from 'node:path'
import { MAX_CHOICES_SHEET, type ChoicesSheet } from '@tocsin/core/form/choices-sheet'
import { CHOICES_PART, FIELD_OPTIONS_PATH } from '@tocsin/core/form/field-options'
import { channels } from '@tocsin/core/resources/channels/index'
import { copyOf, pasted, readCopy } from '@tocsin/core/apps/paste'
import { groupAround, moved, positionsOf, REARRANGE_PATH, type Step } from '@tocsin/core/resources/channels/order'
import type { Channel } from '@tocsin/core/resources/channels/types'
import { apps } from '@tocsin/core/resources/apps/index'
import type { App } from '@tocsin/core/resources/apps/types'
import type { Row } from '@tocsin/core/api/references'
import { commandsOf } from '@tocsin/core/command-line/commands'
import { usageError } from '../command-error'
import type { Context } from '../context'
import { isDryRun, refuseEmpty } from '../given'
import { readJson, readReferences, readUpload } from '../input'
import { layoutOf, ownLayout } from '../layout'
import type { LocalizedCommand } from '../localized-command'
import { namesOf } from '../many'
import { channels as words } from '../messages/channels'
import { showRecord } from '../named-rows'
import { jsonText, rowWriter } from '../output'
import { findRecord, resolveReference } from '../references'
import { KEY_FLAG, keyGiven, writeOnce } from '../write-once'
import { runList } from './read'
import { showRows } from './write'

/** Adds `channels reorder`, `move`, `copy`, `paste`, `field-types` and `choices`. */
export function addChannels(context: Context, resourceCommand: LocalizedCommand): void {
  context.addWords('channels', words)
  const { t } = context
  resourceCommand
    .child('reorder', t('cli.channels.reorder'), ['tocsin channels reorder 1 --ids-from=order.txt'])
    .argument('<app>', t('cli.help.reference'))
    .argument('[channel...]', t('cli.channels.all'))
    .changes()
    .option(`--ids-from <${t('cli.help.file')}>`, t('cli.flags.ids-from'))
    .option('--dry-run', t('cli.flags.dry-run'))
    .handler(async ([app, ...given], flags) => reorder(context, app as string, given, flags))
  resourceCommand
    .child('move', t('cli.channels.move'), ['tocsin channels move 4 --first', 'tocsin channels move 7 --before=1'])
    .argument('<channel>', t('cli.help.reference'))
    .changes()
    .option('--before <channel>', `${t('cli.channels.before')} (${t('cli.help.reference')})`)
    .option('--after <channel>', `${t('cli.channels.after')} (${t('cli.help.reference')})`)
    .option('--first', t('cli.channels.first'))
    .option('--last', t('cli.channels.last'))
    .option('--dry-run', t('cli.flags.dry-run'))
    .handler(async ([channel], flags) => move(context, channel as string, flags))
  resourceCommand
    .child('copy', t('cli.channels.copy'), ['tocsin channels copy 4'])
    .prints('document')
    .argument('<channel>', t('cli.help.reference'))
    .handler(async ([channel]) => copy(context, channel as string))
  resourceCommand
    .child('paste', t('cli.channels.paste'), ['tocsin channels paste 2 --name=Polícia --data=channel.json'])
    .argument('<app>', t('cli.help.reference'))
    .changes()
    .needs('--name')
    .option(`--name <${t('cli.help.types.text')}>`, `${t('cli.channels.name')} (${t('cli.help.required')})`)
    .option(`--data <${t('cli.help.file')}>`, t('cli.channels.data'))
    .option(`--${KEY_FLAG} <${t('cli.help.types.text')}>`, t(`cli.flags.${KEY_FLAG}`))
    .option('--dry-run', t('cli.flags.dry-run'))
    .handler(async ([app], flags) => paste(context, app as string, flags))
  resourceCommand
    .child('field-types', t('cli.channels.fieldTypes'), ['tocsin channels field-types'])
    .handler(async () => printFieldTypes(context))
  resourceCommand
    .child('choices', t('cli.channels.choices'), [
      'tocsin channels choices cidades.csv',
      'tocsin channels choices cores.csv --type=dropdown',
    ])
    .prints('document')
    .argument(`<${t('cli.help.file')}>`, t('cli.channels.sheet'))
    .option(`--type <${t('cli.help.types.text')}>`, t('cli.channels.type'))
    .handler(async ([file], flags) => printChoices(context, file as string, flags))
}

type ChannelPosition = { id: number; displayOrder: number }

/** Gives all channels of an app the order in which they are named, and lists them. */
async function reorder(
  context: Context,
  reference: string,
  given: readonly string[],
  flags: Record<string, unknown>,
): Promise<void> {
  const file = flags['idsFrom']
  const named = typeof file === 'string' ? [...given, ...(await readReferences(context.io, file))] : given
  if (named.length === 0) throw usageError('cli.channels.none', {}, { next: 'tocsin channels reorder --help' })
  await context.findResource('channels')
  const app = await findRecord(context, apps, reference)
  const ids: number[] = []
  for (const channel of named) ids.push(await resolveReference(context, 'channels', channel, { appId: app.id }))
  const again = ids.findIndex((id, at) => ids.indexOf(id) < at)
  if (again >= 0) throw usageError('cli.channels.twice', { name: named[again] })
  await refuseMissing(context, app.id, ids)
  await arrange(
    context,
    app,
    ids.map((id, displayOrder) => ({ id, displayOrder })),
    flags,
  )
}

/** Gives the channels of an app their positions, based on the version of the app that was read, and lists them. */
async function arrange(
  context: Context,
  app: Row,
  channelsOrder: readonly ChannelPosition[],
  flags: Record<string, unknown>,
): Promise<void> {
  const dryRun = await isDryRun(context, flags)
  const http = await (dryRun ? context.dryHttp() : context.http())
  await writeOnce(context, (idempotencyKey) =>
    http({
      method: 'PATCH',
      path: REARRANGE_PATH,
      body: { channelsOrder },
      ifMatch: app['version'] as number,
      idempotencyKey,
    }),
  )
  if (dryRun) return showArranged(context, app.id, channelsOrder)
  const list = commandsOf(channels).find(({ kind }) => kind === 'list')!
  await runList(context, channels, list, { app: String(app.id), limit: String(channelsOrder.length) })
}

/** Lists the channels of an app as they would be with these positions. */
async function showArranged(context: Context, appId: number, positions: readonly ChannelPosition[]): Promise<void> {
  const client = await context.client()
  const rows: Channel[] = []
  for await (const { rows: page } of client.all(channels, { appId })) rows.push(...page)
  const at = new Map(positions.map(({ id, displayOrder }) => [id, displayOrder]))
  const arranged = rows
    .map((row) => ({ ...row, displayOrder: at.get(row.id) ?? row.displayOrder }))
    .sort((one, other) => one.displayOrder - other.displayOrder)
  await showRows(context, channels, layoutOf(context, channels, 'list'), arranged)
}

/** Moves a channel within its group, with what lies within it, and lists the channels of the app. */
async function move(context: Context, reference: string, flags: Record<string, unknown>): Promise<void> {
  refuseEmpty([{ name: 'before' }, { name: 'after' }], flags)
  const given = ['before', 'after', 'first', 'last'].filter((name) => flags[name] !== undefined)
  if (given.length !== 1) throw usageError('cli.channels.where', {}, { next: 'tocsin channels move --help' })
  const channel = await findChannel(context, reference)
  const client = await context.client()
  const app = await client.get(apps, channel.appId)
  const order: Channel[] = []
  for await (const { rows } of client.all(channels, { appId: app.id })) order.push(...rows)
  order.sort((one, other) => one.displayOrder - other.displayOrder)
  const idOf = async (flag: 'before' | 'after'): Promise<number> => {
    const id = await resolveReference(context, 'channels', flags[flag] as string, { appId: app.id })
    if (groupAround(order, channel.id).every((other) => other.id !== id))
      throw usageError('cli.channels.otherGroup', { name: channel.name, other: flags[flag] }, { field: `--${flag}` })
    return id
  }
  const step: Step =
    flags['before'] !== undefined
      ? { before: await idOf('before') }
      : flags['after'] !== undefined
        ? { after: await idOf('after') }
        : flags['first'] === true
          ? 'first'
          : 'last'
  await arrange(context, { ...app }, positionsOf(moved(order, channel.id, step)), flags)
}

async function findChannel(context: Context, reference: string): Promise<Channel> {
  await context.findResource('channels')
  return (await findRecord(context, channels, reference)) as unknown as Channel
}

/** Prints a copy of a channel, which `paste` reads. */
async function copy(context: Context, reference: string): Promise<void> {
  const channel = await findChannel(context, reference)
  await context.io.stdout.write(`${jsonText(copyOf(channel, new Date(context.io.now()).toISOString()), 2)}\n`)
}

/** Makes a channel of a copy, behind the other channels of the app. */
async function paste(context: Context, reference: string, flags: Record<string, unknown>): Promise<void> {
  refuseEmpty([{ name: 'name' }, { name: 'data' }], flags)
  const { name, data } = flags as Record<string, string | undefined>
  if (name === undefined)
    throw usageError(
      'cli.usage.missingFlag',
      { flag: '--name' },
      { field: '--name', next: 'tocsin channels paste --help' },
    )
  await context.findResource('channels')
  const copied = data === undefined ? null : readCopy(await readJson(context.io, data))
  if (!copied)
    throw usageError('resources.channels.invalidCopy', {}, { field: '--data', next: 'tocsin channels copy --help' })
  const app = (await findRecord(context, apps, reference)) as unknown as App
  const dryRun = await isDryRun(context, flags)
  const client = await (dryRun ? context.dryClient() : context.client())
  const draft = await pasted(client, copied, app, name)
  const made = await writeOnce(context, (key) => client.create(channels, draft, { key }), keyGiven(flags))
  await showRecord(context, channels, layoutOf(context, channels, 'record'), {
    ...made,
    ...(dryRun ? { id: null } : {}),
  })
}

/** Prints the types that a field of a form can have (CHAN-24). */
async function printFieldTypes(context: Context): Promise<void> {
  const http = await context.http()
  const { data } = await http<{ id: string; name: string }[]>({ method: 'GET', path: FIELD_OPTIONS_PATH })
  const writer = await rowWriter(
    ownLayout(context, ['id', 'name'], (path) => path),
    context.io.stdout,
  )
  await writer.page(data)
  await writer.end()
}

/** Prints the choices in a sheet as JSON, as a field of a form has them (CHAN-25). */
async function printChoices(context: Context, path: string, flags: Record<string, unknown>): Promise<void> {
  refuseEmpty([{ name: 'type' }], flags)
  const bytes = await readUpload(context.io, path, MAX_CHOICES_SHEET)
  if (bytes === 'too large') {
    const problem = context.t('formErrors.fileTooLarge', { max: MAX_CHOICES_SHEET / 2 ** 20 })
    throw usageError('cli.channels.badSheet', { path, problem })
  }
  const client = await context.client()
  const { data } = await client.upload<ChoicesSheet>(
    FIELD_OPTIONS_PATH,
    { [CHOICES_PART]: { name: basename(path), type: 'text/csv', bytes } },
    flags['type'] === undefined ? {} : { type: flags['type'] },
  )
  await context.io.stdout.write(`${jsonText(data, 2)}\n`)
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
