import { usageError } from '../command-error'
import type { Context } from '../context'
import type { LocalizedCommand } from '../localized-command'
import { completion as words } from '../messages/completion'

/** The shells that there are scripts for, each with the file in which it finds its script. */
const FILES: Record<string, string> = {
  bash: '~/.local/share/bash-completion/completions/tocsin',
  zsh: '~/.zfunc/_tocsin',
  fish: '~/.config/fish/completions/tocsin.fish',
}
const SHELLS = Object.keys(FILES)

/** The words that ask, as the scripts do, for the accounts that are signed in. */
const CANDIDATES = ['candidates', 'account'] as const

/** `tocsin completion <shell>`. The scripts know the commands; of this program they only ask for the names of accounts. */
export function addCompletion(context: Context, root: LocalizedCommand): void {
  context.addWords('completion', words)
  const { t, io } = context
  const command = root
    .child('completion', t('cli.commands.completion'), ['tocsin completion bash', 'tocsin completion fish'])
    .prints('text')
    .argument('<shell>', t('cli.completion.shell', { shells: SHELLS.join(', ') }))
    .argument('[values]', t('cli.completion.values', { asked: CANDIDATES.join(' ') }))
    .handler(async ([shell = '', values]) => {
      if (shell === CANDIDATES[0] && values === CANDIDATES[1]) return writeAccounts(context)
      if (!SHELLS.includes(shell))
        throw usageError('cli.usage.choice', { flag: '<shell>', value: shell, choices: SHELLS.join(', ') })
      await io.stdout.write(await scriptFor(context, shell))
    })
  command.choices['<shell>'] = SHELLS
  command.sections = [
    [
      t('cli.completion.install'),
      SHELLS.map((shell) => [
        shell,
        t(`cli.completion.${shell}`, { line: `tocsin completion ${shell} > ${FILES[shell]}` }),
      ]),
    ],
  ]
}

/** Writes the names of the accounts that are signed in, a line each. */
async function writeAccounts(context: Context): Promise<void> {
  const { accounts } = (await context.credentials()).accountsOf(context.host)
  await context.io.stdout.write(accounts.map(({ username }) => `${username}\n`).join(''))
}

async function scriptFor(context: Context, shell: string): Promise<string> {
  const { completionTable } = await import('../completion/table')
  const table = await completionTable(context)
  switch (shell) {
    case 'bash':
      return (await import('../completion/bash')).bashScript(table)
    case 'zsh':
      return (await import('../completion/zsh')).zshScript(table)
    default:
      return (await import('../completion/fish')).fishScript(table)
  }
}
