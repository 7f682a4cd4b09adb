import type { Context } from '../context'
import type { LocalizedCommand } from '../localized-command'
import { alerts as words } from '../messages/alerts'
import { addAlertWatch } from './alert-watch'

/** Adds `watch` of alerts, and `simulate`, which raises them as phones do. */
export function addAlerts(context: Context, resourceCommand: LocalizedCommand): void {
  addAlertWatch(context, resourceCommand)
  context.addWords('alerts', words)
  const { t } = context
  const value = (type: string) => `<${t(`cli.help.types.${type}`)}>`
  resourceCommand
    .child('simulate', t('cli.alerts.simulate'), ['tocsin alerts simulate --profile=1 --test'])
    .changes()
    .option(`--profile ${value('text')}`, t('cli.alerts.profile'))
    .option(`--code ${value('text')}`, t('cli.alerts.code'))
    .option(`--people ${value('number')}`, t('cli.alerts.people'))
    .option(`--channel ${value('number')}`, t('cli.alerts.channel'))
    .option(`--count ${value('number')}`, t('cli.alerts.count'))
    .option(`--rate ${value('text')}`, t('cli.alerts.rate'))
    .option(`--for ${value('text')}`, t('cli.alerts.for'))
    .option(`--text ${value('text')}`, t('cli.alerts.text'))
    .option('--test', t('cli.alerts.test'))
    .option('--anonymous', t('cli.alerts.anonymous'))
    .handler(async (_, flags) => (await import('./alerts-simulate')).runSimulation(context, flags))
}
