import { chooseLocale } from '@tocsin/core/vocabulary/i18n'
import { LOCALES, type Locale } from '@tocsin/core/base/constants'
import { CommandError, usageError } from './command-error'
import { EXIT } from './exit-codes'
import type { Io } from './io'
import { FORMATS, type Format } from './formats'

/** The flags that every command takes. */
export type Settings = {
  account?: string
  host?: string
  locale?: string
  output?: string
  fields?: string
  yes?: boolean
  confirm?: string
  quiet?: boolean
  debug?: boolean
  insecureHttp?: boolean
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
const LANGUAGES = LOCALES.flatMap((locale) => [locale, locale.slice(0, 2)])

/** Refuses a language given by flag that does not exist: such a mistake is worth telling. */
export function checkLocale({ locale }: Settings): void {
  const asked = locale?.replace('_', '-').toLowerCase()
  if (asked !== undefined && !LANGUAGES.some((one) => one.toLowerCase() === asked))
    throw usageError(
      'cli.usage.choice',
      { flag: '--locale', value: locale, choices: LANGUAGES.join(', ') },
      { field: '--locale' },
    )
}

const DEFAULT_HOST = 'http://127.0.0.1:4000'

/** Returns the origin of the server, without a path. */
export function hostOf(settings: Settings, env: Io['env']): string {
  const text = settings.host ?? env['TOCSIN_HOST'] ?? DEFAULT_HOST
  try {
    const { protocol, origin } = new URL(text)
    if (protocol === 'http:' || protocol === 'https:') return origin
  } catch {
    // Reported below.
  }
  throw usageError('cli.usage.host', { value: text }, { field: '--host' })
}

/** This machine: requests to it cross no network. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/

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
export function formatOf(settings: Settings, io: Io): Format {
  const asked = settings.output ?? (io.env['TOCSIN_OUTPUT'] || undefined)
  if (asked === undefined) return io.stdout.isTerminal ? 'table' : 'tsv'
  if ((FORMATS as readonly string[]).includes(asked)) return asked as Format
  const flag = settings.output === undefined ? 'TOCSIN_OUTPUT' : '--output'
  throw usageError('cli.usage.choice', { flag, value: asked, choices: FORMATS.join(', ') }, { field: flag })
}

/** Returns whether stderr is JSON too, a line each: a program that reads the output also reads stderr. */
export function isStderrJson(settings: Settings, env: Io['env']): boolean {
  const asked = settings.output ?? env['TOCSIN_OUTPUT']
  return settings.stderrJson === true || asked === 'json' || asked === 'ndjson'
}

export function wantsColor(settings: Settings, io: Io): boolean {
  return settings.color !== false && io.stdout.isTerminal && !io.env['NO_COLOR'] && io.env['TERM'] !== 'dumb'
}
