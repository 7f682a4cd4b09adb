import { recordsBeginning } from '@tocsin/core/api/references'
import { fold } from '@tocsin/core/base/fold'
import { RESOURCE_NAMES } from '@tocsin/core/resources/index'
import { usageError } from '../command-error'
import type { Context } from '../context'
import { safeForTerminal } from '../display-width'
import type { LocalizedCommand } from '../localized-command'
import { completion as words } from '../messages/completion'
import { resourceNamed } from '../program'
import { referenceHelp } from '../reference-help'
import { resolveReference } from '../references'
import { withinClient, withinDefaultClient } from '../within-client'

/** The shells that there are scripts for, each with the file in which it finds its script. */
const FILES: Record<string, string> = {
  bash: '~/.local/share/bash-completion/completions/tocsin',
  zsh: '~/.zfunc/_tocsin',
  fish: '~/.config/fish/completions/tocsin.fish',
}
const SHELLS = Object.keys(FILES)

/** The kind of candidates that are the accounts signed in. Any other is a resource. */
const ACCOUNT = 'account'
const KINDS: readonly string[] = [ACCOUNT, ...RESOURCE_NAMES]

/** `tocsin completion <shell>`. The scripts know the commands; of this program they ask for names of accounts and records. */
export function addCompletion(context: Context, root: LocalizedCommand): void {
  context.addWords('completion', words)
  const { t, io } = context
  const command = root
    .child('completion', t('cli.commands.completion'), ['tocsin completion bash', 'tocsin completion fish'])
    .prints('text')
    .argument('<shell>', t('cli.completion.shell', { shells: SHELLS.join(', ') }))
    .handler(async ([shell = '']) => {
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
  const candidates = command
    .child('candidates', t('cli.completion.candidates'), [
      'tocsin completion candidates account',
      'tocsin completion candidates projects esc --client=Acme',
    ])
    .prints('text')
    .argument('<kind>', t('cli.completion.kind'))
    .argument('[text]', t('cli.completion.text'))
    .option('--client <client>', `${t('cli.completion.client')} (${referenceHelp(context, 'clients')})`)
    .handler(([kind = '', text = ''], { client }) => writeCandidates(context, kind, text, client))
  candidates.choices['<kind>'] = KINDS
}

/** Writes what can stand for a record or an account and begins with a text, a line each: a word, a tab and a description. */
async function writeCandidates(context: Context, kind: string, text: string, client: unknown): Promise<void> {
  const found =
    kind === ACCOUNT ? await accountsBeginning(context, text) : await namesBeginning(context, kind, text, client)
  await context.io.stdout.write(found.map((line) => `${line}\n`).join(''))
}

async function accountsBeginning(context: Context, text: string): Promise<string[]> {
  const { accounts } = (await context.credentials()).accountsOf(context.host)
  return accounts.map(({ username }) => username).filter((username) => username.startsWith(text))
}

/** Returns whether a name can be typed: it is not read as an id or a flag, and has nothing that a terminal obeys. */
const isTypable = (name: string): boolean => !/^(\d+$|-)/.test(name) && safeForTerminal(name) === name

/** Returns the names of records, each with its id; the id with its name where the name does not stand for one record. */
async function namesBeginning(context: Context, kind: string, text: string, client: unknown): Promise<string[]> {
  const name = resourceNamed(kind)
  const resource = name && (await context.findResource(name))
  if (!resource)
    throw usageError('cli.usage.choice', {
      flag: '<kind>',
      value: kind,
      choices: KINDS.join(', '),
    })
  const within =
    typeof client === 'string'
      ? withinClient(resource, await resolveReference(context, 'clients', client))
      : await withinDefaultClient(context, resource)
  const found = await recordsBeginning(await context.client(), resource, text, within)
  const times = new Map<string, number>()
  for (const one of found) times.set(fold(one.name), (times.get(fold(one.name)) ?? 0) + 1)
  return found.map(({ row, name: one }) =>
    times.get(fold(one)) === 1 && isTypable(one) ? `${one}\t#${row.id}` : `${row.id}\t${safeForTerminal(one)}`,
  )
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
