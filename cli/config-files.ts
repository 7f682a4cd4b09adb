import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { CommandError, usageError } from './command-error'
import { configFolder } from './config-folder'
import type { Context } from './context'
import type { Io } from './io'
import { checkLocale, formatOf, hostOf, retriesOf, timeoutOf, tokenOf, type Settings } from './settings'

/** The settings that a file may hold, each with the variable that it stands for. */
export const SETTINGS = {
  host: 'TOCSIN_HOST',
  account: 'TOCSIN_ACCOUNT',
  client: 'TOCSIN_CLIENT',
  output: 'TOCSIN_OUTPUT',
  locale: 'TOCSIN_LOCALE',
  timeout: 'TOCSIN_TIMEOUT',
  retry: 'TOCSIN_RETRY',
  ca: 'TOCSIN_CA',
} as const
export type Setting = keyof typeof SETTINGS
export const SETTING_NAMES = Object.keys(SETTINGS) as Setting[]

/** The name of the file that holds the settings of a folder and of those below it. */
export const TREE_FILE = '.tocsin.json'

/** A file of settings. `isTree`: it lies in the folder of the command or above; else it is the user's own. */
export type ConfigFile = { path: string; isTree: boolean; values: Partial<Record<Setting, string>> }

/**
 * The files of a command, that of the tree first, which wins. `problem`: one cannot be read; `foreign`: a file of the tree
 * that belongs to somebody else and is passed over, since it could send a token to another server.
 */
export type Configured = { files: readonly ConfigFile[]; problem: CommandError | null; foreign: string | null }

export const userFile = (io: Pick<Io, 'env' | 'home'>): string => join(configFolder(io), 'config.json')

/** Reads the files of settings of a command that runs in a folder. */
export function readConfigFiles(io: Pick<Io, 'cwd' | 'env' | 'home' | 'user'>): Configured {
  const files: ConfigFile[] = []
  let problem: CommandError | null = null
  const tree = treeFile(io.cwd)
  const foreign = tree !== null && !isOwn(tree, io.user) ? tree : null
  for (const path of [foreign === null ? tree : null, userFile(io)]) {
    if (path === null) continue
    try {
      const text = textOf(path)
      if (text !== null) files.push({ path, isTree: path === tree, values: valuesOf(path, text, path === tree) })
    } catch (error) {
      problem ??= error as CommandError
    }
  }
  return { files, problem, foreign }
}

/**
 * Returns the environment with the settings of the files below it. A server that a file of the tree names gets no token
 * and no password of the environment: whoever wrote the file would get them.
 */
export function withConfigFiles(
  { files }: Configured,
  { env }: Pick<Io, 'env'>,
  settings: Settings,
): { env: Io['env']; problem: CommandError | null } {
  const merged: Record<string, string | undefined> = { ...env }
  for (const { values } of files) for (const name of SETTING_NAMES) merged[SETTINGS[name]] ??= values[name]
  const naming = files.find(({ values }) => values.host !== undefined)
  const secret = tokenOf(env) === undefined ? (env['TOCSIN_PASSWORD'] ? 'TOCSIN_PASSWORD' : undefined) : 'TOCSIN_TOKEN'
  const isNamed = settings.host !== undefined || env['TOCSIN_HOST'] !== undefined
  const problem =
    naming?.isTree && secret !== undefined && !isNamed
      ? usageError(
          'cli.config.secretElsewhere',
          { path: naming.path, host: naming.values.host, variable: secret },
          { field: '--host', hint: { key: 'cli.config.nameHost' } },
        )
      : null
  return { env: merged, problem }
}

/**
 * Refuses to sign in to a server that only a file of the tree names: whoever wrote the file would get the password. Later
 * commands may use such a file, since accounts are kept by server.
 */
export async function refuseTreeHost(context: Context): Promise<void> {
  const { configured, settings } = context
  const path = settings.host === undefined ? originOf(context, 'host') : null
  const file = configured.files.find((one) => one.isTree && one.path === path)
  if (!file) return
  context.addWords('config', (await import('./messages/config')).config)
  throw usageError(
    'cli.config.passwordElsewhere',
    { path: file.path, host: context.host },
    { field: '--host', hint: { key: 'cli.config.nameHost' } },
  )
}

/** Returns the path of the file of settings in a folder or the nearest one above; null if there is none. */
export function treeFile(folder: string): string | null {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, TREE_FILE)
    if (statSync(path, { throwIfNoEntry: false })?.isFile()) return path
    if (dirname(at) === at) return null
  }
}

/** Returns whether a file belongs to the user of this process, or to the administrator. */
function isOwn(path: string, user: number | null): boolean {
  const { uid } = statSync(path)
  return user === null || uid === user || uid === 0
}

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null
    throw usageError('cli.config.unreadable', { path, problem: (error as Error).message })
  }
}

/** Reads a file of settings: an object of texts and numbers. Throws an error that names the file and the key. */
function valuesOf(path: string, text: string, isTree: boolean): ConfigFile['values'] {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw usageError('cli.config.noObject', { path })
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw usageError('cli.config.noObject', { path })
  const values: ConfigFile['values'] = {}
  for (const [key, value] of Object.entries(given)) {
    if (!isSetting(key)) throw usageError('cli.config.unknown', { path, key, keys: SETTING_NAMES.join(', ') })
    // Certificates that whoever wrote the tree trusts would let them read what is sent.
    if (isTree && key === 'ca') throw usageError('cli.config.userOnly', { path, key })
    values[key] = checkedSetting(key, value, path)
  }
  return values
}

/** Returns what a setting comes from: a variable or the path of a file; null if neither has it. */
export function originOf({ configured: { env, files } }: Pick<Context, 'configured'>, name: Setting): string | null {
  if (env[SETTINGS[name]] !== undefined) return SETTINGS[name]
  return files.find(({ values }) => values[name] !== undefined)?.path ?? null
}

export const isSetting = (key: string): key is Setting => Object.hasOwn(SETTINGS, key)

/** Returns a value as the variable of its setting has it; throws an error that names the file and the key. */
export function checkedSetting(key: Setting, value: unknown, path: string): string {
  const text = typeof value === 'number' ? String(value) : value
  try {
    if (typeof text !== 'string') throw new TypeError('no text')
    const env = { [SETTINGS[key]]: text }
    if (key === 'host') hostOf({}, env)
    if (key === 'retry') retriesOf({}, env)
    if (key === 'timeout') timeoutOf({}, env)
    if (key === 'locale') checkLocale({ locale: text })
    if (key === 'output') formatOf({ output: text }, { env })
    return key === 'ca' ? resolve(dirname(path), text) : text
  } catch (error) {
    // The flag and the variable of the setting are refused with the same sentence, which says what it takes.
    const { key: sentence, values } = error instanceof CommandError ? error.parts : {}
    if (sentence !== undefined && values?.['flag'] !== undefined)
      throw usageError(sentence, { ...values, flag: `${path}: ${key}` }, { field: key })
    throw usageError(
      'cli.config.value',
      { path, key, value: JSON.stringify(value) },
      { field: key, ...(sentence === undefined ? {} : { hint: { key: sentence, ...(values ? { values } : {}) } }) },
    )
  }
}
