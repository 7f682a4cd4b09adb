import { resourceNameOf, type SiteType } from '@tocsin/core/resources/site-type'
import type { Context } from '../context'
import { addImport, addTemplate } from './import'
import type { LocalizedCommand } from '../localized-command'
import { places as words } from '../messages/places'

/** Adds `import`, `export` and `template` of sites and teams: the same files, told apart by their type. */
export const addPlaces =
  (siteType: SiteType) =>
  (context: Context, resourceCommand: LocalizedCommand): void => {
    context.addWords('places', words)
    const { t } = context
    const name = resourceCommand.name()
    const client = `--client <client>`

    addImport(context, resourceCommand, resourceNameOf(siteType))

    resourceCommand
      .child('export', t('cli.places.export'), [`tocsin ${name} export --client=Acme > acme.csv`])
      .prints('file')
      .needs('--client')
      .option(client, `${t('cli.sheets.client')} (${t('cli.help.reference')}; ${t('cli.help.required')})`)
      .option(`--file <${t('cli.help.file')}>`, t('cli.places.to'))
      .handler(async (_, flags) => (await import('./export-run')).runExport(context, siteType, flags))

    addTemplate(context, resourceCommand, resourceNameOf(siteType))
  }
