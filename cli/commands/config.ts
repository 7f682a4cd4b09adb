import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { usageError } from '../command-error'
import {
  checkedSetting,
  isSetting,
  originOf,
  SETTING_NAMES,
  SETTINGS,
  TREE_FILE,
  treeFile,
  userFile,
  type Setting,
} from '../config-files'
import type { Context } from '../context'
import { ensurePrivateFolder, replaceFile } from '../credentials'
import { withPath } from '../file-error'
import { ownLayout } from '../layout'
import type { LocalizedCommand } from '../localized-command'
import { config as words } from '../messages/config'
import { rowWriter } from '../output'
import { formatOf, tokenOf } from '../settings'

/** Adds `tocsin config`: the settings of the terminal, where each comes from, and the files that hold them. */
export function addConfig(context: Context, root: LocalizedCommand): void {
  context.addWords('config', words)
  const { t } = context
  const group = root.child('config', t('cli.commands.config'), ['tocsin config list --origin'])
  const keyed = (name: string, ...examples: string[]) => {
    const command = group.child(name, t(`cli.config.${name}`), examples)
    command.choices['<setting>'] = SETTING_NAMES
    return command.argument('<setting>', SETTING_NAMES.join(', '))
  }
  group
    .child('list', t('cli.config.list'), ['tocsin config list', 'tocsin config list --origin'])
    .option('--origin', t('cli.config.origin'))
    .handler((_, flags) => list(context, flags['origin'] === true))
  keyed('get', 'tocsin config get host')
    .prints('text')
    .handler(async ([name]) => {
      const { value } = await effective(context, settingNamed(name))
      if (value !== null) await context.io.stdout.write(`${value}\n`)
    })
  keyed('set', 'tocsin config set client Acme', 'tocsin config set host https://tocsin.example.org --tree')
    .prints('nothing')
    .argument('<value>', t('cli.config.newValue'))
    .option('--tree', t('cli.config.tree'))
    .handler(([name, value], flags) => write(context, settingNamed(name), value, flags['tree'] === true))
  keyed('unset', 'tocsin config unset client')
    .prints('nothing')
    .option('--tree', t('cli.config.tree'))
    .handler(([name], flags) => write(context, settingNamed(name), undefined, flags['tree'] === true))
}

function settingNamed(name: string | undefined): Setting {
  if (name !== undefined && isSetting(name)) return name
  throw usageError('cli.usage.choice', { flag: '<setting>', value: name, choices: SETTING_NAMES.join(', ') })
}

/** Returns the value of a setting in this command, and what it comes from. */
async function effective(context: Context, name: Setting): Promise<{ value: string | null; origin: string }> {
  const { settings, io, t } = context
  const flag = name === 'client' ? undefined : settings[name]
  if (flag !== undefined) return { value: flag, origin: `--${name}` }
  const origin = originOf(context, name)
  // An empty variable is none, except for the client, where it stands for all of them.
  const value = io.env[SETTINGS[name]]
  if (origin !== null && value) return { value, origin }
  const fallback = t('cli.config.fallback')
  if (name === 'host') return { value: context.host, origin: fallback }
  if (name === 'locale') return { value: context.locale, origin: languageVariable(context) ?? fallback }
  if (name === 'output') return { value: formatOf(settings, io), origin: fallback }
  if (name !== 'account' && name !== 'client') return { value: null, origin: fallback }
  if (tokenOf(io.env)) return { value: null, origin: 'TOCSIN_TOKEN' }
  const credentials = await context.credentials()
  const { current, clients = {} } = credentials.accountsOf(context.host)
  if (name === 'account') return { value: current, origin: current === null ? fallback : credentials.path }
  if (value === '') return { value: null, origin: origin ?? fallback }
  const chosen = clients[settings.account ?? (io.env['TOCSIN_ACCOUNT'] || current || '')]
  return chosen ? { value: chosen.name, origin: 'tocsin use' } : { value: null, origin: fallback }
}

const languageVariable = ({ io }: Context) => ['LC_ALL', 'LC_MESSAGES', 'LANG'].find((name) => io.env[name])

async function list(context: Context, withOrigin: boolean): Promise<void> {
  const { t, io, configured } = context
  if (configured.problem) throw configured.problem
  const all = ['setting', 'value', ...(withOrigin ? ['origin'] : [])]
  const layout = ownLayout(context, all, (path) => t(`cli.config.columns.${path}`))
  const writer = await rowWriter(layout, io.stdout)
  const rows = []
  for (const setting of SETTING_NAMES) rows.push({ setting, ...(await effective(context, setting)) })
  await writer.page(rows)
  await writer.end()
  if (configured.foreign !== null) await context.note(t('cli.config.foreign', { path: configured.foreign }))
}

/** Writes a setting to the user's file, or to that of the tree; without a value it takes it out. */
async function write(context: Context, name: Setting, value: string | undefined, isTree: boolean): Promise<void> {
  const { io, t } = context
  if (isTree && name === 'ca') throw usageError('cli.config.userOnly', { path: TREE_FILE, key: name })
  const path = isTree ? (treeFile(io.cwd) ?? join(io.cwd, TREE_FILE)) : userFile(io)
  if (value !== undefined) checkedSetting(name, value, path)
  const { [name]: _, ...others } = contentOf(path)
  const text = `${JSON.stringify(value === undefined ? others : { ...others, [name]: value }, null, 2)}\n`
  try {
    if (isTree) writeFileSync(path, text)
    else {
      ensurePrivateFolder(dirname(path))
      replaceFile(path, text, io.pid)
    }
  } catch (error) {
    throw withPath(error as Error, path)
  }
  await context.note(t(`cli.config.${value === undefined ? 'wasUnset' : 'wasSet'}`, { setting: name, value, path }))
}

/** Returns what a file holds now; nothing if there is none. A file that is no JSON is left as it is. */
function contentOf(path: string): Record<string, unknown> {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return {}
    throw withPath(error as Error, path)
  }
  try {
    const content: unknown = JSON.parse(text)
    if (typeof content === 'object' && content !== null && !Array.isArray(content)) return { ...content }
  } catch {
    // Reported below.
  }
  throw usageError('cli.config.noObject', { path })
}
