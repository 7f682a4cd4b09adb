import type { Context } from '../context'
import type { LocalizedCommand } from '../localized-command'
import { configuration as words } from '../messages/configuration'

/** Adds `apps export` and `apps import`: one app as the file that `pull` and `apply` know. Their work loads when they run. */
export function addAppFiles(context: Context, resourceCommand: LocalizedCommand): void {
  context.addWords('configuration', words)
  const { t } = context
  resourceCommand
    .child('export', t('cli.configuration.export'), ['tocsin apps export 1'])
    .prints('text')
    .argument('<app>', t('cli.help.reference'))
    .handler(async ([app]) => (await import('../configuration/one-app')).exportApp(context, app as string))
  resourceCommand
    .child('import', t('cli.configuration.import'), ['tocsin apps import app.yaml --client=Acme --yes'])
    .prints('document')
    .changes('ask')
    .argument(`<${t('cli.help.file')}>`, t('cli.configuration.file'))
    .option('--client <client>', t('cli.configuration.client'))
    .option('--dry-run', t('cli.configuration.dryRun'))
    .handler(async ([file], flags) =>
      (await import('../configuration/one-app')).importApp(context, file as string, flags),
    )
}
