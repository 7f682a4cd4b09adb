import type { Context } from '../context'
import type { LocalizedCommand } from '../localized-command'
import { places } from '../messages/places'
import { surveyResults as words } from '../messages/survey-results'
import { referenceHelp } from '../reference-help'

/** Adds `export` of survey results: a file with a column for each question (SURV-08). */
export function addSurveyResults(context: Context, resourceCommand: LocalizedCommand): void {
  context.addWords('places', places)
  context.addWords('surveyResults', words)
  const { t } = context
  const placeholder = (type: string) => `<${t(`cli.help.types.${type}`)}>`
  resourceCommand
    .child('export', t('cli.surveyResults.export'), ['tocsin survey-results export --survey=1 > results.csv'])
    .prints('file')
    .needs('--survey')
    .option(
      '--survey <survey>',
      `${t('cli.surveyResults.survey')} (${t('cli.help.reference')}; ${t('cli.help.required')})`,
    )
    .option('--client <client>', `${t('cli.surveyResults.client')} (${referenceHelp(context, 'clients')})`)
    .option(`--q ${placeholder('text')}`, t('cli.flags.q'))
    .option(`--order ${placeholder('text')}`, t('cli.flags.order'))
    .option(`--file <${t('cli.help.file')}>`, t('cli.places.to'))
    .handler(async (_, flags) => (await import('./export-run')).runResultsExport(context, flags))
}
