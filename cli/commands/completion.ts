import { RESOURCE_NAMES } from '@tocsin/core/resources/index'
import { usageError } from '../command-error'
import type { Context } from '../context'
import { GLOBAL_FLAGS } from '../global-flags'
import type { LocalizedCommand } from '../localized-command'
import { completion as words } from '../messages/completion'
import { FORMATS } from '../formats'
import { OWN_COMMANDS, programFor, TOPICS } from '../program'

/** The script of each shell: it asks this program for the words that can follow. */
const SCRIPTS: Record<string, string> = {
  bash: `_tocsin() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(tocsin completion candidates -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _tocsin tocsin
`,
  zsh: `#compdef tocsin
_tocsin() {
  local -a candidates
  candidates=("\${(@f)$(tocsin completion candidates -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -- $candidates
}
compdef _tocsin tocsin
`,
  fish: `complete -c tocsin -a '(tocsin completion candidates -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
}

/** `tocsin completion <shell>`. */
export function addCompletion(context: Context, root: LocalizedCommand): void {
  context.addWords('completion', words)
  const { t, io } = context
  const command = root
    .child('completion', t('cli.commands.completion'), ['tocsin completion bash'])
    .prints('text')
    .argument('<shell>', Object.keys(SCRIPTS).join(', '))
    .argument('[words...]', t('cli.completion.words'))
    .handler(async ([shell = '', ...line]) => {
      if (shell === 'candidates')
        return io.stdout.write((await candidates(context, line)).map((word) => `${word}\n`).join(''))
      const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined
      if (!script)
        throw usageError('cli.usage.choice', {
          flag: '<shell>',
          value: shell,
          choices: Object.keys(SCRIPTS).join(', '),
        })
      await io.stdout.write(script)
    })
  command.examples = ['tocsin completion bash']
}

/** Returns the words that fit in place of the last, unfinished one of a line. */
async function candidates(context: Context, line: readonly string[]): Promise<string[]> {
  const [, ...rest] = line
  const unfinished = line.at(-1) ?? ''
  const fitting = (all: readonly string[]) => all.filter((one) => one.startsWith(unfinished))
  if (line[0] === 'help' && rest.length > 0)
    return [...(rest.length === 1 ? fitting(TOPICS) : []), ...(await candidates(context, rest))]
  if (rest.length === 0) return fitting([...RESOURCE_NAMES, ...OWN_COMMANDS])
  const root = await programFor(context, line)
  const resourceCommand = root?.commands[0] as LocalizedCommand | undefined
  if (!resourceCommand) return []
  if (rest.length === 1 && resourceCommand.commands.length > 0)
    return fitting(resourceCommand.commands.map((one) => one.name()))
  const verb = (resourceCommand.commands.find((one) => one.name() === rest[0]) ?? resourceCommand) as LocalizedCommand
  const step = verb.commands.find((one) => one.name() === rest[1]) as LocalizedCommand | undefined
  if (rest.length === 2 && verb.commands.length > 0) return fitting(verb.commands.map((one) => one.name()))
  const command = step ?? verb
  const before = line.at(-2) ?? ''
  if (before === '-o' || before === '--output') return fitting(FORMATS)
  if (Object.hasOwn(command.choices, before)) return fitting(command.choices[before] ?? [])
  return unfinished.startsWith('-')
    ? fitting([
        ...command.options.map(({ long }) => long ?? ''),
        ...Object.keys(GLOBAL_FLAGS).map((name) => `--${name}`),
      ])
    : []
}
