import { alertHistories } from '@tocsin/core/resources/alert-histories/index'
import { ALERT_EVENTS } from '@tocsin/core/resources/alert-histories/types'
import type { Context } from '../context'
import type { LocalizedCommand } from '../localized-command'
import { alertWatch as words } from '../messages/alert-watch'

/** Adds `alerts watch`: a line for each event of an alert, as it happens. */
export function addAlertWatch(context: Context, resourceCommand: LocalizedCommand): void {
  context.addWords('alertWatch', words)
  context.vocabulary.add(['resources', alertHistories.name], alertHistories.messages)
  const { t } = context
  const text = t('cli.help.types.text')
  const command = resourceCommand
    .child('watch', t('cli.alertWatch.watch'), [
      'tocsin alerts watch',
      'tocsin alerts watch --priority --no-test --for=2s -o json',
    ])
    .option(`--from <${text}>`, t('cli.alertWatch.from'))
    .option(`--for <${text}>`, t('cli.alertWatch.for'))
    .option('--priority', t('cli.alertWatch.priority'))
    .option('--no-priority')
    .option('--test', t('cli.alertWatch.test'))
    .option('--no-test')
    .option(`--event <${t('cli.help.types.choice')}>`, `${t('cli.alertWatch.event')}: ${ALERT_EVENTS.join(', ')}`)
    .handler(async (_, flags) => (await import('./alert-watch-run')).runAlertWatch(context, flags))
  command.choices['--event'] = ALERT_EVENTS
  command.lists.add('--event')
}
