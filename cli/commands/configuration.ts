import type { Context } from '../context'
import type { LocalizedCommand } from '../localized-command'
import { configuration as words } from '../messages/configuration'

const EXAMPLES = {
  pull: [
    'tocsin pull --client=Acme --to=acme',
    'tocsin pull --client=Acme --to=acme --prune',
    'tocsin pull --client=Acme --to=acme --dry-run',
  ],
  plan: ['tocsin plan acme --client=Acme', 'tocsin plan acme --client=Acme --prune --exit-code'],
  apply: ['tocsin apply acme --client=Acme --yes', 'tocsin apply acme --client=Acme --prune --dry-run'],
}

/** Adds one of the commands for a client's configuration as files. Their work loads when it runs. */
export const addConfiguration =
  (verb: keyof typeof EXAMPLES) =>
  (context: Context, root: LocalizedCommand): void => {
    context.addWords('configuration', words)
    const { t } = context
    const command = root.child(verb, t(`cli.commands.${verb}`), EXAMPLES[verb]).prints('document')
    if (verb !== 'pull') command.argument('<dir>', t('cli.configuration.folder'))
    command.option('--client <client>', t('cli.configuration.client'))
    if (verb === 'pull') command.option('--to <dir>', t('cli.configuration.to'))
    command.option('--prune', t(`cli.configuration.${verb === 'pull' ? 'prunePull' : 'prune'}`))
    if (verb === 'plan') command.option('--exit-code', t('cli.configuration.exitCode'))
    if (verb !== 'plan')
      command.option('--dry-run', t(`cli.configuration.${verb === 'pull' ? 'dryRunPull' : 'dryRun'}`))
    if (verb === 'apply') command.changes('ask').mayAskForName()
    command.handler(async ([folder = ''], flags) => {
      if (verb === 'pull') return (await import('../configuration/pull')).pull(context, flags)
      const { applyFolder, plan } = await import('../configuration/apply')
      return verb === 'plan' ? plan(context, folder, flags) : applyFolder(context, folder, flags)
    })
  }
