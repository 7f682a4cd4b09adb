import { chooseLocale } from '@tocsin/core/vocabulary/i18n'
import { LOCALES, type Locale } from '@tocsin/core/base/constants'
import { CommandError, usageError } from './command-error'
import { LONGEST_TIMER, millisecondsOf } from './duration'
import { EXIT } from './exit-codes'
import type { Io } from './io'
import { FORMATS, type Format, type Style } from './formats'

/** The flags that every command takes. */
export type Settings = {
  account?: string
  host?: string
  locale?: string
  output?: string
  fields?: string
  /** True asks for the line of headings, false for none; undefined leaves it to the format. */
  header?: boolean
  template?: string
  yes?: boolean
  confirm?: string
  quiet?: boolean
  debug?: boolean
  insecureHttp?: boolean
  ca?: string
  timeout?: string
  retry?: string
  noInput?: boolean
  color?: boolean
  /** True if a program reads stderr, whatever the format of the output is. */
  stderrJson?: boolean
  /** The word behind a `--json`, of which `output` is made; empty if it has fields of its own, or none is behind it. */
  json?: string
}

/** Returns the language: flag, then environment, then the languages of the session as POSIX orders them. */
export function localeOf(settings: Settings, env: Io['env']): Locale {
  return chooseLocale(settings.locale, env['TOCSIN_LOCALE'], env['LC_ALL'], env['LC_MESSAGES'], env['LANG'])
}

/** The languages that the flag takes: each with its country, or alone. */
export const LANGUAGES = LOCALES.flatMap((locale) => [locale, locale.slice(0, 2)])

/**
 * Refuses a language that does not exist, given by flag or in TOCSIN_LOCALE: such a mistake is worth telling. The languages
 * of the session are not ours, and may be others.
 */
export function checkLocale({ locale }: Settings, env: Io['env'] = {}): void {
  const given = locale ?? (env['TOCSIN_LOCALE'] || undefined)
  // `pt_BR.UTF-8`, as LANG has it.
  const asked = given
    ?.replace(/[.@].*$/, '')
    .replace('_', '-')
    .toLowerCase()
  if (asked === undefined || LANGUAGES.some((one) => one.toLowerCase() === asked)) return
  const flag = locale === undefined ? 'TOCSIN_LOCALE' : '--locale'
  throw usageError('cli.usage.choice', { flag, value: given, choices: LANGUAGES.join(', ') }, { field: flag })
}

/**
 * Returns the token of the environment without the white space around it, which a file that it was read from leaves at its
 * end; undefined without one.
 */
export const tokenOf = (env: Io['env']): string | undefined => env['TOCSIN_TOKEN']?.trim() || undefined

const DEFAULT_HOST = 'http://127.0.0.1:4000'

/** Returns the address of the server: its origin and the path it lies below, without a slash at the end. */
export function hostOf(settings: Settings, env: Io['env']): string {
  const text = settings.host ?? env['TOCSIN_HOST'] ?? DEFAULT_HOST
  try {
    const { protocol, origin, pathname, search, hash, username, password } = new URL(text)
    const isWhole = [search, hash, username, password].every((part) => part === '')
    if ((protocol === 'http:' || protocol === 'https:') && isWhole) return origin + pathname.replace(/\/+$/, '')
  } catch {
    // Reported below.
  }
  throw usageError('cli.usage.host', { value: text.replace(/\/\/[^/]*@/, '//***@') }, { field: '--host' })
}

/** The most that --retry takes. */
const MOST_RETRIES = 100

/** Returns how often a request is sent again, by --retry or TOCSIN_RETRY; undefined without them. */
export function retriesOf(settings: Settings, env: Io['env']): number | undefined {
  return asked('--retry', settings.retry, 'TOCSIN_RETRY', env, (text) =>
    /^\d{1,3}$/.test(text) && Number(text) <= MOST_RETRIES ? Number(text) : undefined,
  )
}

/** Returns the longest silence of the server in ms, by --timeout or TOCSIN_TIMEOUT; undefined without them. */
export function timeoutOf(settings: Settings, env: Io['env']): number | undefined {
  return asked(
    '--timeout',
    settings.timeout,
    'TOCSIN_TIMEOUT',
    env,
    (text) => Math.min(LONGEST_TIMER, millisecondsOf(text, ['ms', 's', 'm']) ?? 0) || undefined,
  )
}

/** Reads a flag, or else its variable; an empty variable is none. Refuses a value that `read` cannot read. */
function asked(
  flag: '--retry' | '--timeout',
  given: string | undefined,
  variable: string,
  env: Io['env'],
  read: (text: string) => number | undefined,
): number | undefined {
  const text = given ?? (env[variable] || undefined)
  if (text === undefined) return undefined
  const value = read(text)
  if (value !== undefined) return value
  const field = given === undefined ? variable : flag
  throw usageError(`cli.usage.${flag.slice(2)}`, { flag: field, value: text, most: MOST_RETRIES }, { field })
}

/** Refuses flags of every command whose values nothing can mean, also where the command needs none of them. */
export function checkSettings(settings: Settings): void {
  checkLocale(settings)
  retriesOf(settings, {})
  timeoutOf(settings, {})
  checkTemplate(settings)
}

/** Refuses a template that is empty, and one beside a flag that chooses another output. */
function checkTemplate({ template, output, json, fields, header }: Settings): void {
  if (template === undefined) return
  if (template === '') throw usageError('cli.usage.missingValue', { flag: '--template' }, { field: '--template' })
  const others = {
    '--json': json !== undefined,
    '--output': output !== undefined,
    '--fields': fields !== undefined,
    '--header': header === true,
    '--no-header': header === false,
  }
  const other = Object.entries(others).find(([, isGiven]) => isGiven)?.[0]
  if (other !== undefined)
    throw usageError('cli.usage.together', { flags: `${other}, --template` }, { field: '--template' })
}

/** This machine: requests to it cross no network. */
export const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

/**
 * Refuses a server whose connection others could listen to: no password or token goes to another machine over plain
 * HTTP, unless --insecure-http or TOCSIN_INSECURE_HTTP=1 says that the network is trusted.
 */
export function refuseInsecure(host: string, settings: Settings, env: Io['env']): void {
  const { protocol, hostname } = new URL(host)
  if (protocol === 'https:' || LOOPBACK.test(hostname)) return
  if (settings.insecureHttp || env['TOCSIN_INSECURE_HTTP'] === '1') return
  throw new CommandError({
    code: 'INSECURE_HTTP',
    exit: EXIT.usage,
    key: 'cli.usage.insecureHttp',
    values: { host },
    hint: { key: 'cli.hints.insecureHttp' },
    field: '--host',
  })
}

/** Returns the format: `--output`, then TOCSIN_OUTPUT, then a table for people and TSV for pipes. */
export function formatOf(settings: Settings, io: { env: Io['env']; stdout?: Io['stdout'] }): Format {
  const asked = settings.output ?? (io.env['TOCSIN_OUTPUT'] || undefined)
  if (asked === undefined) return io.stdout?.isTerminal ? 'table' : 'tsv'
  if ((FORMATS as readonly string[]).includes(asked)) return asked as Format
  const flag = settings.output === undefined ? 'TOCSIN_OUTPUT' : '--output'
  throw usageError('cli.usage.choice', { flag, value: asked, choices: FORMATS.join(', ') }, { field: flag })
}

/** Returns how rows are written: as --template says, else in the format. */
export const styleOf = (settings: Settings, io: Parameters<typeof formatOf>[1]): Style =>
  settings.template === undefined ? formatOf(settings, io) : { template: settings.template }

/** Returns whether stderr is JSON too, a line each: a program that reads the output also reads stderr. */
export function isStderrJson(settings: Settings, env: Io['env']): boolean {
  const asked = settings.output ?? (settings.template === undefined ? env['TOCSIN_OUTPUT'] : undefined)
  return settings.stderrJson === true || asked === 'json' || asked === 'ndjson'
}

/** Returns whether colours are wanted: --no-color, then NO_COLOR, then FORCE_COLOR, then a terminal that has them. */
export function wantsColor(settings: Settings, { env, stdout }: Io): boolean {
  if (settings.color === false || env['NO_COLOR']) return false
  if (env['FORCE_COLOR']) return !isOff(env['FORCE_COLOR'])
  return stdout.isTerminal && env['TERM'] !== 'dumb'
}

const isOff = (value: string | undefined) => !value || value === '0' || value === 'false'

/** Returns whether nothing may be asked, although there may be a terminal: by --no-input, TOCSIN_NO_INPUT or CI. */
export const refusesInput = ({ noInput }: Settings, env: Io['env']): boolean =>
  noInput === true || !isOff(env['TOCSIN_NO_INPUT']) || !isOff(env['CI'])
