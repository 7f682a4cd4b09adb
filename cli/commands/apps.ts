import { valueAt } from '@tocsin/core/base/cells'
import { commandsOf } from '@tocsin/core/command-line/commands'
import { formatCommand } from '@tocsin/core/command-line/line'
import type { Look } from '@tocsin/core/apps/create'
import type { Client } from '@tocsin/core/api/client'
import { appVersions } from '@tocsin/core/resources/app-versions/index'
import type { AppContents, AppVersion } from '@tocsin/core/resources/app-versions/types'
import { ChannelRefused, copyApp } from '@tocsin/core/apps/copy'
import { queryWords } from '@tocsin/core/form/query-messages'
import { differencesInWords, type LineInWords } from '@tocsin/core/apps/difference-words'
import { differencesOf } from '@tocsin/core/apps/differences'
import { apps } from '@tocsin/core/resources/apps/index'
import type { App } from '@tocsin/core/resources/apps/types'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { CommandError, usageError } from '../command-error'
import type { Context } from '../context'
import { failureOf } from '../errors'
import { EXIT, type ExitCode } from '../exit-codes'
import { addAppFiles } from './app-files'
import { refuseEmpty } from '../given'
import { layoutOf } from '../layout'
import type { LocalizedCommand } from '../localized-command'
import { apps as words } from '../messages/apps'
import { showRecord } from '../named-rows'
import { jsonText } from '../output'
import { referenceHelp } from '../reference-help'
import { findRecord, resolveReference } from '../references'
import { safeForTerminal } from '../display-width'
import { writeOnce } from '../write-once'

/** Adds the commands about versions, which name a version by its number, and `copy`; and makes an app by two calls. */
export function addApps(context: Context, resourceCommand: LocalizedCommand, verb?: string): void {
  context.addWords('apps', words)
  const { t } = context
  if (verb === 'create') {
    const derived = resourceCommand.commands.find((one) => one.name() === verb) as LocalizedCommand
    derived.handler(async (_, flags) => create(context, flags))
    return
  }
  const [app, version] = ['<app>', `<${t('cli.apps.number')}>`]
  resourceCommand
    .child('versions', t('cli.apps.versions'), ['tocsin apps versions 1'])
    .argument(app, t('cli.help.reference'))
    .handler(async ([reference]) => listVersions(context, reference as string))
  resourceCommand
    .child('diff', t('cli.apps.diff'), ['tocsin apps diff 1', 'tocsin apps diff 1 2 3'])
    .prints('sentences')
    .argument(app, t('cli.help.reference'))
    .argument(`[${t('cli.apps.from')}]`, t('cli.apps.number'))
    .argument(`[${t('cli.apps.to')}]`, t('cli.apps.number'))
    .handler(async ([reference, from, to]) => diff(context, reference as string, from, to))
  for (const verb of ['reactivate', 'continue'] as const)
    resourceCommand
      .child(verb, t(`cli.apps.${verb}`), [`tocsin apps ${verb} 1 2 --yes`])
      .changes('ask')
      .argument(app, t('cli.help.reference'))
      .argument(version, t('cli.apps.number'))
      .option('--dry-run', t('cli.flags.dry-run'))
      .handler(async ([reference, number], flags) => actOn(context, verb, reference as string, number as string, flags))
  resourceCommand
    .child('copy', t('cli.apps.copy'), ['tocsin apps copy 1 --name=Cópia'])
    .changes()
    .needs('--name')
    .argument(app, t('cli.help.reference'))
    .option(`--name <${t('cli.help.types.text')}>`, `${t('cli.apps.name')} (${t('cli.help.required')})`)
    .option('--project <project>', `${t('cli.apps.project')} (${t('cli.help.reference')})`)
    .option('--client <client>', `${t('cli.apps.client')} (${referenceHelp(context, 'clients')})`)
    .handler(async ([reference], flags) => copy(context, reference as string, flags))
  addAppFiles(context, resourceCommand)
}

/** Creates an app and then gives it its look. Throws CommandError with what is to be done if only the look failed. */
async function create(context: Context, flags: Record<string, unknown>): Promise<ExitCode | void> {
  const { runWrite } = await import('./write')
  const { createApp, LookNotSaved } = await import('@tocsin/core/apps/create')
  const spec = commandsOf(apps).find(({ kind }) => kind === 'create')!
  return runWrite(context, apps, spec, [], flags, async (draft, options) => {
    const parts = {
      client: options.client,
      http: await context.http(),
      once: <T>(write: (key: string) => Promise<T>, key?: string) => writeOnce(context, write, key),
    }
    try {
      return { ...(await createApp(parts, draft, options)) }
    } catch (error) {
      if (!(error instanceof LookNotSaved)) throw error
      const { app, look, cause } = error
      const { message, lines } = await failureOf(cause, context, 'apps')
      throw new CommandError({
        code: 'LOOK_NOT_SAVED',
        // The app is there: a script that ran the same line again would make another one.
        exit: EXIT.partial,
        key: 'cli.apps.lookNotSaved',
        values: { app: app.name, id: app.id, reason: message },
        lines,
        next: lookLine(app, look, options.files !== undefined),
      })
    }
  })
}

/** Returns the line that gives an app the look that was asked for. A file has to be named again. */
function lookLine(app: App, look: Look, hasFiles: boolean): string {
  const spec = commandsOf(apps).find(({ verb }) => verb === 'customize')!
  const values = Object.fromEntries(
    spec.flags.flatMap(({ path }) => {
      const [now, wanted] = [valueAt(app, path), valueAt(look, path)]
      return wanted === undefined || wanted === null || wanted === now ? [] : [[path, wanted]]
    }),
  )
  const line = formatCommand(spec, { resource: 'apps', verb: 'customize', refs: [app.id], values })
  return hasFiles ? `${line} --banner=…` : line
}

async function listVersions(context: Context, reference: string): Promise<void> {
  const { runList } = await import('./read')
  await context.findResource('app-versions')
  const { id } = await findRecord(context, apps, reference)
  const list = commandsOf(appVersions).find(({ kind }) => kind === 'list')!
  await runList(context, appVersions, list, { app: String(id) })
}

/** Returns an app and its versions, the draft first. */
async function readVersions(context: Context, reference: string): Promise<{ app: App; versions: AppVersion[] }> {
  for (const name of ['app-versions', 'channels']) await context.findResource(name)
  const app = (await findRecord(context, apps, reference)) as unknown as App
  const client: Client = await context.client()
  const versions: AppVersion[] = []
  for await (const { rows } of client.all(appVersions, { appId: app.id, order: 'id DESC' })) versions.push(...rows)
  return { app, versions }
}

/** Returns the version with a number, or the draft. */
function versionNamed(app: App, versions: readonly AppVersion[], text: string): AppVersion {
  if (text !== 'draft' && !/^\d+$/.test(text)) throw usageError('cli.apps.badVersion', { version: text })
  const found = versions.find(({ number, status }) => (text === 'draft' ? status === 'draft' : number === Number(text)))
  if (found) return found
  throw new CommandError({
    code: 'NOT_FOUND',
    exit: EXIT.notFound,
    key: 'cli.apps.noVersion',
    values: { app: app.name, version: text },
    hint: {
      key: 'cli.apps.knownVersions',
      values: { versions: versions.map(({ number }) => number ?? 'draft').join(', ') },
    },
  })
}

/** Shows what differs: by default what has changed since the latest version. */
async function diff(
  context: Context,
  reference: string,
  from: string | undefined,
  to: string | undefined,
): Promise<void> {
  const { t, locale, format, io } = context
  context.vocabulary.add(['query'], queryWords)
  const { app, versions } = await readVersions(context, reference)
  const latest = versions.find(({ number }) => number !== null)
  const sides = [
    from === undefined ? latest : versionNamed(app, versions, from),
    to === undefined ? (versions.find(({ status }) => status === 'draft') ?? latest) : versionNamed(app, versions, to),
  ]
  const client = await context.client()
  const [before, after] = await Promise.all(
    sides.map(async (side) => (side ? ((await client.get(appVersions, side.id)) as AppContents) : NOTHING(app))),
  )
  const differences = differencesOf(before!, after!)
  if (format === 'json') return io.stdout.write(`${jsonText(differences, 2)}\n`)
  if (format === 'ndjson') return io.stdout.write(differences.map((one) => `${jsonText(one)}\n`).join(''))
  if (differences.length === 0) return context.note(t('cli.apps.nothing'))
  const told = differencesInWords(differences, [before!, after!], { t, locale }).flatMap(({ what, title, lines }) => [
    what === 'added' || what === 'removed' ? t(`cli.apps.${what}`, { title }) : title,
    ...lines.map((line) => `  ${lineOf(line, t)}`),
  ])
  await io.stdout.write(told.map((line) => `${safeForTerminal(line)}\n`).join(''))
}

/** The contents before the first version: no label, no channels, and the theme that the app has. */
const NOTHING = ({ config }: App): AppContents => ({ label: null, config, channels: [] })

const lineOf = ({ label, before, after }: LineInWords, t: Translate): string =>
  before === null && after !== null
    ? `${label}: ${after}`
    : `${label}: ${before ?? t('cli.apps.empty')} → ${after ?? t('cli.apps.empty')}`

async function actOn(
  context: Context,
  verb: string,
  reference: string,
  number: string,
  flags: Record<string, unknown>,
): Promise<ExitCode | void> {
  const { runWrite } = await import('./write')
  const { app, versions } = await readVersions(context, reference)
  const spec = commandsOf(appVersions).find((one) => one.verb === verb)!
  return runWrite(context, appVersions, spec, [String(versionNamed(app, versions, number).id)], flags)
}

async function copy(context: Context, reference: string, flags: Record<string, unknown>): Promise<void> {
  refuseEmpty([{ name: 'name' }, { name: 'project' }, { name: 'client' }], flags)
  const { name, project, client: clientNamed } = flags as Record<string, string | undefined>
  if (name === undefined)
    throw usageError('cli.usage.missingFlag', { flag: '--name' }, { field: '--name', next: 'tocsin apps copy --help' })
  await context.findResource('channels')
  const source = (await findRecord(context, apps, reference)) as unknown as App
  const clientId = clientNamed === undefined ? source.clientId : await resolveReference(context, 'clients', clientNamed)
  if (project === undefined && clientId !== source.clientId)
    throw usageError('cli.apps.needsProject', {}, { field: '--project' })
  const projectId =
    project === undefined
      ? source.projectId
      : await resolveReference(context, 'projects', project, { ClientId: clientId })
  const parts = {
    client: await context.client(),
    http: await context.http(),
    once: <T>(write: (key: string) => Promise<T>) => writeOnce(context, write),
  }
  const made = await copyApp(parts, source, { name, projectId, clientId, description: source.description }).catch(
    async (error: unknown) => {
      if (!(error instanceof ChannelRefused)) throw error
      const { code, message, exitCode: exit, lines } = await failureOf(error, context, 'channels')
      const values = { channel: error.channel, reason: message }
      throw new CommandError({ code, exit, key: 'cli.apps.channelRefused', values, lines })
    },
  )
  await showRecord(context, apps, layoutOf(context, apps, 'record'), { ...made })
}
