import type { SiteType } from '@tocsin/core/resources/sites/csv'
import type { Context } from '../context'
import { MODES, ON_ERROR, PROGRESS } from '../import/choices'
import type { LocalizedCommand } from '../localized-command'
import { places as words } from '../messages/places'

/** `import`, `export` and `template` of sites and teams: the same files, told apart by their type. */
export const addPlaces =
  (siteType: SiteType) =>
  (context: Context, noun: LocalizedCommand): void => {
    context.addWords('places', words)
    const { t } = context
    const name = noun.name()
    const placeholder = (type: string) => `<${t(`cli.help.types.${type}`)}>`
    const client = `--client <client>`

    const imports = noun.child('import', t('cli.places.import'), [
      `tocsin ${name} import ${name}.csv --client=Acme --dry-run`,
      `tocsin ${name} import ${name}.csv --client=Acme --mode=upsert`,
    ])
    Object.assign(imports.choices, { '--mode': MODES, '--on-error': ON_ERROR, '--progress': PROGRESS })
    imports
      .argument(`<${t('cli.help.file')}>`, t('cli.places.file'))
      .option(client, `${t('cli.places.client')} (${t('cli.help.reference')}; ${t('cli.help.required')})`)
      .option(`--mode ${placeholder('choice')}`, t('cli.places.mode'))
      .option('--dry-run', t('cli.places.dryRun'))
      .option('--exit-code', t('cli.places.exitCode'))
      .option(`--on-error ${placeholder('choice')}`, t('cli.places.onError'))
      .option(`--map <nome=siteName...>`, t('cli.places.map'))
      .option(`--encoding ${placeholder('choice')}`, t('cli.places.encoding'))
      .option(`--delimiter ${placeholder('text')}`, t('cli.places.delimiter'))
      .option(`--rejects <${t('cli.help.file')}>`, t('cli.places.rejects'))
      .option(`--progress ${placeholder('choice')}`, t('cli.places.progress'))
      .handler(async ([path = ''], flags) => (await import('../import/run')).runImport(context, siteType, path, flags))

    noun
      .child('export', t('cli.places.export'), [`tocsin ${name} export --client=Acme -o -`])
      .option(client, `${t('cli.places.client')} (${t('cli.help.reference')}; ${t('cli.help.required')})`)
      .option(`--format ${placeholder('choice')}`, t('cli.places.format'))
      .option(`-o, --output <${t('cli.help.file')}>`, t('cli.places.to'))
      .handler(async (_, flags) => (await import('./export-run')).runExport(context, siteType, flags))

    noun
      .child('template', t('cli.places.template'), [`tocsin ${name} template`])
      .handler(async () => (await import('./export-run')).writeTemplate(context, siteType))
  }
