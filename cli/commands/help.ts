import { RESOURCE_NAMES } from '@tocsin/core/resources/index'
import { usageError } from '../command-error'
import type { Context } from '../context'
import { EXIT } from '../exit-codes'
import { helpPage, wrapped } from '../help-page'
import type { LocalizedCommand } from '../localized-command'
import { topics as words } from '../messages/topics'
import { adviceOn, loadHelp, OWN_COMMANDS, programFor, rootHelp, TOPICS } from '../program'

/** `tocsin help`, `tocsin help <topic>`, `tocsin help sites list`. */
export function addHelp(context: Context, root: LocalizedCommand): void {
  context.addWords('topics', words)
  const { t, io } = context
  root
    .child('help', t('cli.commands.help'), ['tocsin help exit-codes', 'tocsin help sites list'])
    .prints('text')
    .argument('[words...]', t('cli.topics.words', { topics: TOPICS.join(', ') }))
    .handler(async (path) => {
      const [word] = path
      if (word === undefined) return io.stdout.write(await rootHelp(context))
      if ((TOPICS as readonly string[]).includes(word)) return io.stdout.write(topicText(context, word))
      await io.stdout.write(await commandHelp(context, path))
    })
}

async function commandHelp(context: Context, path: readonly string[]): Promise<string> {
  await loadHelp(context)
  let command = await programFor(context, path)
  for (const word of path)
    command = command?.commands.find((one) => one.name() === word || one.aliases().includes(word)) as
      | LocalizedCommand
      | undefined
  if (!command) {
    const offered = [...RESOURCE_NAMES, ...OWN_COMMANDS, ...TOPICS]
    const next = 'tocsin help'
    const advice = path.length === 1 ? adviceOn(path[0]!, offered, next, next) : { next }
    throw usageError('cli.usage.unknownCommand', { command: path.join(' ') }, advice)
  }
  return command.helpInformation()
}

function topicText(context: Context, topic: string): string {
  const { t } = context
  const about = wrapped(t(`cli.topics.${topic}.about`), 98).join('\n')
  return `${about}\n\n${helpPage(context, [[t(`cli.topics.${topic}.title`), rowsOf(context, topic)]])}`
}

function rowsOf({ t }: Context, topic: string): [string, string][] {
  if (topic === 'exit-codes')
    return Object.entries(EXIT).map(([name, code]) => [String(code), t(`cli.topics.exit-codes.rows.${name}`)])
  const rows = words['en-US'][topic] as { rows: Record<string, string> }
  return Object.keys(rows.rows).map((name) => [name, t(`cli.topics.${topic}.rows.${name}`)])
}
