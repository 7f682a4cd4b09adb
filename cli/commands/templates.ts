import { createFromTemplate, readTemplateLink, templateLink, templateToken } from '@tocsin/core/apps/shared-template'
import { apps } from '@tocsin/core/resources/apps/index'
import { projects } from '@tocsin/core/resources/projects/index'
import { templates } from '@tocsin/core/resources/templates/index'
import { usageError } from '../command-error'
import type { Context } from '../context'
import { isDryRun, refuseEmpty } from '../given'
import { layoutOf } from '../layout'
import type { LocalizedCommand } from '../localized-command'
import { templates as words } from '../messages/templates'
import { showRecord } from '../named-rows'
import { referenceHelp } from '../reference-help'
import { findRecord, resolveReference } from '../references'
import { printSecret } from '../told-once'
import { KEY_FLAG, keyGiven, writeOnce } from '../write-once'

const VALUES = ['name', 'project', 'client', 'description', 'nickname'] as const

/** Adds `templates use` and `templates share`. */
export function addTemplates(context: Context, resourceCommand: LocalizedCommand): void {
  context.addWords('templates', words)
  const { t } = context
  const text = t('cli.help.types.text')
  const required = (key: string) => `${t(`cli.templates.${key}`)} (${t('cli.help.required')})`
  resourceCommand
    .child('use', t('cli.templates.use'), ['tocsin templates use 1 --name=Escola --project=5'])
    .argument('<template>', `${t('cli.help.reference')}; ${t('cli.templates.link')}`)
    .changes()
    .needs('--name', '--project')
    .option(`--name <${text}>`, required('name'))
    .option('--project <project>', required('project'))
    .option('--client <client>', `${t('cli.templates.client')} (${referenceHelp(context, 'clients')})`)
    .option(`--description <${text}>`, t('cli.templates.description'))
    .option(`--nickname <${text}>`, t('cli.templates.nickname'))
    .option(`--${KEY_FLAG} <${text}>`, t(`cli.flags.${KEY_FLAG}`))
    .option('--dry-run', t('cli.flags.dry-run'))
    .handler(async ([reference], flags) => use(context, reference as string, flags))
  resourceCommand
    .child('share', t('cli.templates.share'), ['tocsin templates share 1'])
    .prints('secret')
    .argument('<template>', t('cli.help.reference'))
    .handler(async ([reference]) => share(context, reference as string))
}

async function use(context: Context, reference: string, flags: Record<string, unknown>): Promise<void> {
  refuseEmpty(
    VALUES.map((name) => ({ name })),
    flags,
  )
  const { name, project, client, description, nickname } = flags as Record<string, string | undefined>
  for (const [flag, value] of Object.entries({ name, project }))
    if (value === undefined)
      throw usageError(
        'cli.usage.missingFlag',
        { flag: `--${flag}` },
        { field: `--${flag}`, next: 'tocsin templates use --help' },
      )
  const shared = readTemplateLink(reference)
  for (const resource of ['apps', 'channels']) await context.findResource(resource)
  const id = shared?.id ?? (await resolveReference(context, 'templates', reference))
  const named = client === undefined ? undefined : await resolveReference(context, 'clients', client)
  const within = named === undefined ? {} : { ClientId: named }
  const { id: projectId, ClientId } = await findRecord(context, projects, project!, within)
  // The app belongs to the client of its project.
  const clientId = named ?? Number(ClientId)
  const dryRun = await isDryRun(context, flags)
  const http = await (dryRun ? context.dryHttp() : context.http())
  const draft = { name: name!, projectId, clientId, description, nickname }
  const shown = { id, token: shared?.token }
  const write = (key: string) => createFromTemplate(http, shown, draft, key)
  const made = await writeOnce(context, write, keyGiven(flags))
  await showRecord(context, apps, layoutOf(context, apps, 'record'), { ...made, ...(dryRun ? { id: null } : {}) })
}

async function share(context: Context, reference: string): Promise<void> {
  const { id, name } = await findRecord(context, templates, reference)
  const token = await templateToken(await context.http(), id)
  const link = templateLink(context.host, id, token)
  await printSecret(context, 'link', { link })
  await context.note(context.t('cli.templates.works', { name }))
}
