import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createContext } from '../cli/context'
import { globalFlagRows } from '../cli/help-page'
import { commandTree, withBelow, type CommandModel, type FlagModel } from '../cli/model/tree'
import { usageOf } from '../cli/model/usage'
import { root } from './cli/golden'

const path = join(root, 'docs/commands.md')

const context = createContext(
  { env: {}, stdout: { isTerminal: false, width: 80 }, signal: new AbortController().signal } as never,
  { locale: 'en-US' },
)

/** A cell of a table in Markdown. */
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '\\<')
const row = (...cells: string[]) => `| ${cells.join(' | ')} |`

/** A flag as it is typed, and its use, without what its usage line says of it. */
function flagRow({ name, letter, value, negatable, repeats, about }: FlagModel): string {
  const typed = `${letter ? `${letter}, ` : ''}${negatable ? name.replace('--', '--[no-]') : name}${value === null ? '' : ` <${value}>`}`
  const use = about.replace(/ \(required\)$/, '').replace(/; required\)$/, ')')
  return row(`\`${typed}${repeats ? '...' : ''}\``, cell(use))
}

const own = ({ flags }: CommandModel) => flags.filter(({ name }) => name !== '--help')

/** The rows that so many nouns have that they are shown once for all. */
function sharedRows(tree: readonly CommandModel[]): Set<string> {
  const nouns = tree.map((model) => new Set(withBelow(model).flatMap(own).map(flagRow)))
  const counts = new Map<string, number>()
  for (const line of nouns.flatMap((lines) => [...lines])) counts.set(line, (counts.get(line) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count >= 6).map(([line]) => line))
}

/** The other flags of several commands, each text once, with the commands that take it. */
function flagRows(commands: readonly CommandModel[], noun: string, shared: ReadonlySet<string>): string[] {
  const rows = new Map<string, Set<string>>()
  for (const command of commands)
    for (const line of own(command).map(flagRow)) {
      if (shared.has(line)) continue
      const name = command.path === noun ? noun : command.path.slice(noun.length + 1)
      rows.set(line, (rows.get(line) ?? new Set()).add(name))
    }
  return Array.from(rows, ([line, of]) => (commands.length > 1 ? `${line} ${[...of].join(', ')} |` : line))
}

function sectionOf(model: CommandModel, shared: ReadonlySet<string>): string {
  const commands = withBelow(model).filter(({ runs }) => runs)
  const usages = commands.map((one) => ({ line: `tocsin ${usageOf(one)}`, about: one.about }))
  const flags = flagRows(commands, model.path, shared)
  const headings = ['Flag', 'Use', ...(commands.length > 1 ? ['Of'] : [])]
  return [
    `## ${model.path}`,
    '',
    model.about.endsWith('.') ? model.about : `${model.about}.`,
    '',
    '```text',
    ...usages.flatMap(({ line, about }) => (commands.length > 1 ? [line, `    ${about}`] : [line])),
    '```',
    ...(flags.length === 0 ? [] : ['', row(...headings), row(...headings.map(() => '---')), ...flags]),
    '',
  ].join('\n')
}

async function reference(): Promise<string> {
  const tree = await commandTree(context)
  const shared = sharedRows(tree)
  return [
    '# Commands',
    '',
    'Each command, with its arguments, the flags that it needs, and the others. `npm run reference` writes this file',
    'from the commands themselves; `tocsin commands --json` says the same to programs.',
    '',
    '## Flags of every command',
    '',
    row('Flag', 'Use'),
    row('---', '---'),
    ...globalFlagRows(context).map(([flag, about]) => row(`\`${flag}\``, cell(about))),
    '',
    '## Flags of many commands',
    '',
    '`tocsin <command> --help` shows which of them a command takes.',
    '',
    row('Flag', 'Use'),
    row('---', '---'),
    ...shared,
    '',
    ...tree.map((model) => sectionOf(model, shared)),
  ].join('\n')
}

it('C40 docs/commands.md is what the commands say of themselves: npm run reference writes it', async () => {
  const text = await reference()
  if (process.env['UPDATE']) writeFileSync(path, text)
  expect(readFileSync(path, 'utf8')).toBe(text)
})
