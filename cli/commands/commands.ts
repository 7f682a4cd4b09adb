import { adviceOn, OWN_COMMANDS } from '../program'
import { RESOURCE_NAMES } from '@tocsin/core/resources/index'
import { usageError } from '../command-error'
import type { Context } from '../context'
import { ownLayout } from '../layout'
import type { LocalizedCommand } from '../localized-command'
import { commandWords as words } from '../messages/commands'
import { rowWriter } from '../output'

/** The keys of a command in JSON; the first ones are columns of a table. */
const KEYS = ['command', 'writes', 'danger', 'about', 'arguments', 'flags', 'fields', 'formats', 'examples'] as const
const COLUMNS = KEYS.slice(0, 4)

/** `tocsin commands [<command>]`: every command as the program itself knows it, or those of one noun. */
export function addCommands(context: Context, root: LocalizedCommand): void {
  context.addWords('modelWords', words)
  const { t, io } = context
  const command = root
    .child('commands', t('cli.commands.commands'), [
      'tocsin commands projects',
      'tocsin commands --json > commands.json',
      'tocsin commands sites --fields=command,flags -o ndjson > sites.ndjson',
    ])
    .prints('figures')
    .argument(`[${t('cli.help.command')}]`, t('cli.modelWords.of'))
    .handler(async ([noun]) => {
      if (noun !== undefined && !NOUNS.includes(noun))
        throw usageError('cli.usage.unknownCommand', { command: noun }, adviceOn(noun, NOUNS, 'tocsin commands'))
      const { commandTree, withBelow } = await import('../model/tree')
      const models = (await commandTree(context)).filter(({ path }) => noun === undefined || path === noun)
      const labelOf = (path: string) => t(`cli.modelWords.columns.${path}`)
      const writer = await rowWriter(ownLayout(context, KEYS, labelOf, { shown: COLUMNS }), io.stdout)
      const rows = models.flatMap(withBelow).filter(({ runs }) => runs)
      await writer.page(rows.map(({ path, ...rest }) => ({ id: path, command: path, ...rest })))
      await writer.end()
    })
  command.choices[`<${t('cli.help.command')}>`] = NOUNS
}

const NOUNS: readonly string[] = [...RESOURCE_NAMES, ...OWN_COMMANDS]
