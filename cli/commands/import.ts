import { mostRows } from '@tocsin/core/import/chunks'
import { IMPORT_MODES, ON_ERROR } from '@tocsin/core/import/modes'
import { defaultMode } from '@tocsin/core/import/target'
import type { SheetResourceName } from '@tocsin/core/resources/sheets'
import type { Context } from '../context'
import { PROGRESS } from '../import/choices'
import type { LocalizedCommand } from '../localized-command'
import { places } from '../messages/places'
import { sheets as words } from '../messages/sheets'
import { referenceHelp } from '../reference-help'

/** Returns the most rows that one transaction writes. The readers of rows are not loaded for that. */
const atomicRowsOf = (name: SheetResourceName) =>
  mostRows({ oneByOne: name === 'users' || name === 'registration-codes' }, { atomic: true })

/** A column of another name, as the help shows it; of places if there is none here. */
const MAP_EXAMPLES: Partial<Record<SheetResourceName, string>> = {
  'registration-data': 'matricula=key',
  users: 'matricula=username',
  'registration-codes': 'senha=code',
}

/** Adds `import` to a resource whose records come from sheets: one command for all kinds of rows. */
export function addImport(context: Context, resourceCommand: LocalizedCommand, sheetResource: SheetResourceName): void {
  context.addWords('sheets', words)
  const { t } = context
  const name = resourceCommand.name()
  const placeholder = (type: string) => `<${t(`cli.help.types.${type}`)}>`
  const hasSchema = sheetResource === 'registration-data'
  const where = `--client=Acme${hasSchema ? ' --content-id=visitantes' : ''}`
  const otherMode = IMPORT_MODES.find((mode) => mode !== defaultMode(sheetResource))

  const imports = resourceCommand.child('import', t('cli.sheets.import'), [
    `tocsin ${name} import ${name}.csv ${where} --dry-run`,
    `tocsin ${name} import ${name}.csv ${where} --mode=${otherMode}`,
  ])
  Object.assign(imports.choices, {
    '--mode': IMPORT_MODES,
    '--on-error': ON_ERROR,
    '--progress': PROGRESS,
  })
  imports
    .prints('figures')
    .changes('ask')
    .needs('--client', ...(hasSchema ? ['--content-id'] : []))
    .argument(`<${t('cli.help.file')}>`, t('cli.sheets.file'))
    .option(
      '--client <client>',
      `${t('cli.sheets.client')} (${referenceHelp(context, 'clients')}; ${t('cli.help.required')})`,
    )
  if (hasSchema)
    imports.option(`--content-id ${placeholder('text')}`, `${t('cli.sheets.contentId')} (${t('cli.help.required')})`)
  imports
    .option(`--mode ${placeholder('choice')}`, t(`cli.sheets.modes.${defaultMode(sheetResource)}`))
    .option('--dry-run', t('cli.sheets.dryRun'))
    .option('--exit-code', t('cli.sheets.exitCode'))
    .option(`--on-error ${placeholder('choice')}`, t('cli.sheets.onError'))
    .option(`--max-errors ${placeholder('number')}`, t('cli.sheets.maxErrors'))
    .option('--atomic', t('cli.sheets.atomic', { rows: atomicRowsOf(sheetResource) }))
    .option(`--map <${MAP_EXAMPLES[sheetResource] ?? 'nome=siteName'}...>`, t('cli.sheets.map'))
    .option(`--encoding ${placeholder('choice')}`, t('cli.sheets.encoding'))
    .option(`--delimiter ${placeholder('text')}`, t('cli.sheets.delimiter'))
    .option(`--rejects <${t('cli.help.file')}>`, t('cli.sheets.rejects'))
    .option(`--progress ${placeholder('choice')}`, t('cli.sheets.progress'))
    .handler(async ([path = ''], flags) =>
      (await import('../import/run')).runImport(context, sheetResource, path, flags),
    )
}

/** Adds `export` of a client's records in the columns of an import; the caller says how they are written. */
export function addExport(context: Context, resourceCommand: LocalizedCommand): LocalizedCommand {
  context.addWords('places', places)
  const { t } = context
  return resourceCommand
    .child('export', t('cli.places.export'), [`tocsin ${resourceCommand.name()} export --client=Acme > acme.csv`])
    .prints('file')
    .needs('--client')
    .option(
      '--client <client>',
      `${t('cli.sheets.client')} (${referenceHelp(context, 'clients')}; ${t('cli.help.required')})`,
    )
    .option(`--file <${t('cli.help.file')}>`, t('cli.places.to'))
}

/** Adds `template`, which writes an empty sheet of a resource with all its columns. */
export function addTemplate(
  context: Context,
  resourceCommand: LocalizedCommand,
  sheetResource: SheetResourceName,
): void {
  context.addWords('places', places)
  resourceCommand
    .child('template', context.t('cli.places.template'), [`tocsin ${resourceCommand.name()} template`])
    .prints('text')
    .handler(async () => (await import('./export-run')).writeTemplate(context, sheetResource))
}

/** Adds `import` and `export` of registration data: its rows come from sheets alone, and leave in their columns. */
export function addRegistrationData(context: Context, resourceCommand: LocalizedCommand): void {
  context.addWords('places', places)
  const { t } = context
  const placeholder = (type: string) => `<${t(`cli.help.types.${type}`)}>`
  addImport(context, resourceCommand, 'registration-data')
  resourceCommand
    .child('export', t('cli.sheets.exportData'), [
      'tocsin registration-data export --registration-data-schema=visitantes > visitantes.csv',
    ])
    .prints('file')
    .needs('--registration-data-schema')
    .option(
      '--registration-data-schema <schema>',
      `${t('cli.sheets.schema')} (${t('cli.help.reference')}; ${t('cli.help.required')})`,
    )
    .option('--client <client>', `${t('cli.sheets.client')} (${referenceHelp(context, 'clients')})`)
    .option(`--q ${placeholder('text')}`, t('cli.flags.q'))
    .option(`--file <${t('cli.help.file')}>`, t('cli.places.to'))
    .handler(async (_, flags) => (await import('./export-run')).runDataExport(context, flags))
}
