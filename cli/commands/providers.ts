import { features } from '@tocsin/core/api/auth'
import { createProviderToken, renewProviderSecret, TOKEN_V2_FLAG } from '@tocsin/core/api/provider-secrets'
import { monitoringProviders } from '@tocsin/core/resources/monitoring-providers/index'
import { confirm } from '../confirm'
import type { Context } from '../context'
import type { LocalizedCommand } from '../localized-command'
import { providers as words } from '../messages/providers'
import { refuseBlocked } from '../obstacles'
import { jsonText } from '../output'
import { findRecord } from '../references'

const RUN = { authenticate, 'renew-secret': renewSecret }

/** Adds the secrets of a provider that are shown once: derived commands, which print only them on stdout. */
export function addProviders(context: Context, resourceCommand: LocalizedCommand, verb?: string): void {
  if (verb !== 'authenticate' && verb !== 'renew-secret') return
  context.addWords('providers', words)
  const command = resourceCommand.commands.find((one) => one.name() === verb) as LocalizedCommand
  command.handler(async ([provider], flags) => RUN[verb](context, provider as string, flags))
}

async function authenticate(context: Context, reference: string, flags: Record<string, unknown>): Promise<void> {
  const provider = await findRecord(context, monitoringProviders, reference)
  await refuseBlocked(context, monitoringProviders, 'authenticate', provider)
  const flagged = (await features(await context.anonymousHttp())).find(({ name }) => name === TOKEN_V2_FLAG)
  const name = typeof flags['name'] === 'string' ? flags['name'] : undefined
  const token = await createProviderToken(await context.http(), provider.id, {
    v2: flagged?.defaultValue === true,
    name,
  })
  await tellSecret(context, 'token', token)
  await context.note(context.t('cli.providers.tokenOnce', { name: provider['name'] }))
}

/** Prints a secret as it is, so that it can be piped on; or as JSON if asked for. */
async function tellSecret({ io, format }: Context, name: 'token' | 'secret', value: string): Promise<void> {
  const isJson = format === 'json' || format === 'ndjson'
  await io.stdout.write(`${isJson ? jsonText({ [name]: value }, format === 'json' ? 2 : undefined) : value}\n`)
}

async function renewSecret(context: Context, reference: string): Promise<void> {
  const provider = await findRecord(context, monitoringProviders, reference)
  await refuseBlocked(context, monitoringProviders, 'renewSecret', provider)
  const name = String(provider['name'])
  const action = context.t('resources.monitoring-providers.actions.renewSecret')
  await confirm(context, {
    danger: 'ask',
    question: context.t('cli.confirm.question', { action, names: name }),
    name,
  })
  await tellSecret(context, 'secret', await renewProviderSecret(await context.http(), provider.id))
  await context.note(context.t('cli.providers.secretOnce', { name }))
}
