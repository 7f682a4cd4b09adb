import { features } from '@tocsin/core/api/auth'
import { createProviderToken, renewProviderSecret, TOKEN_V2_FLAG } from '@tocsin/core/api/provider-secrets'
import { monitoringProviders } from '@tocsin/core/resources/monitoring-providers/index'
import { confirm } from '../confirm'
import type { Context } from '../context'
import type { LocalizedCommand } from '../localized-command'
import { providers as words } from '../messages/monitoring-provider-secrets'
import { refuseBlocked } from '../obstacles'
import { findRecord } from '../references'
import { printSecret } from '../told-once'
import { writeSecret } from '../write-once'

const HANDLERS = { authenticate: createToken, 'renew-secret': renewSecret }

/** Makes the derived commands `authenticate` and `renew-secret` print nothing but the new secret on stdout. */
export function addProviderSecrets(context: Context, resourceCommand: LocalizedCommand, verb?: string): void {
  if (verb !== 'authenticate' && verb !== 'renew-secret') return
  context.addWords('providers', words)
  const command = resourceCommand.commands.find((one) => one.name() === verb) as LocalizedCommand
  command.handler(async ([provider], flags) => HANDLERS[verb](context, provider as string, flags))
}

async function createToken(context: Context, reference: string, flags: Record<string, unknown>): Promise<void> {
  const provider = await findRecord(context, monitoringProviders, reference)
  await refuseBlocked(context, monitoringProviders, 'authenticate', provider)
  const v2Flag = (await features(await context.anonymousHttp())).find(({ name }) => name === TOKEN_V2_FLAG)
  const name = typeof flags['name'] === 'string' ? flags['name'] : undefined
  const http = await context.http()
  const v2 = v2Flag?.defaultValue === true
  const told = await writeSecret(context, () => createProviderToken(http, provider.id, { v2, name }))
  await printSecret(context, 'token', told)
  await context.note(context.t('cli.providers.tokenOnce', { name: provider['name'] }))
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
  const http = await context.http()
  await printSecret(context, 'secret', {
    secret: await writeSecret(context, () => renewProviderSecret(http, provider.id)),
  })
  await context.note(context.t('cli.providers.secretOnce', { name }))
}
