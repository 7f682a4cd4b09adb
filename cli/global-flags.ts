import { usageError, type CommandError } from './command-error'
import type { Settings } from './settings'

/** The flags of every command: `true` takes a value. In the order in which help shows them. */
export const GLOBAL_FLAGS = {
  output: true,
  json: false,
  fields: true,
  header: false,
  'no-header': false,
  template: true,
  account: true,
  host: true,
  'insecure-http': false,
  ca: true,
  timeout: true,
  retry: true,
  locale: true,
  yes: false,
  confirm: true,
  'no-input': false,
  quiet: false,
  debug: false,
  'no-color': false,
} as const

/** The flags of every command that have a letter too. */
export const LETTERS: Partial<Record<keyof typeof GLOBAL_FLAGS, string>> = { output: '-o', yes: '-y', quiet: '-q' }

type TextFlag =
  | 'output'
  | 'fields'
  | 'template'
  | 'account'
  | 'host'
  | 'ca'
  | 'timeout'
  | 'retry'
  | 'locale'
  | 'confirm'

/** Several letters in one word: those of switches, and one with a value last: `-yq`, `-yqo ids`, `-yqoids`. */
const TOGETHER = /^-([yq]{2,}|[yq]+(?=o))(o[a-z]*)?$/

/** Returns a command line whose letters all stand alone. */
function apart(line: readonly string[]): string[] {
  const end = line.indexOf('--')
  return line.flatMap((word, index) => {
    const [, switches, output] = TOGETHER.exec(word) ?? []
    if (switches === undefined || (end !== -1 && index > end)) return [word]
    return [...switches.split(''), ...(output ? [output] : [])].map((letters) => `-${letters}`)
  })
}

/**
 * Takes the flags of every command out of a command line, anywhere before `--`. It runs before anything else
 * is known, so that even a wrong command line is answered in its language and format. `--json` alone never
 * takes the word behind it: that is an argument.
 */
export function takeGlobalFlags(line: readonly string[]): {
  settings: Settings
  words: string[]
  /** The problem with one of them: a missing value, or one that the flag does not take. */
  problem: CommandError | null
} {
  const argv = apart(line)
  const settings: Settings = {}
  const words: string[] = []
  let problem: CommandError | null = null
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] as string
    if (word === '--') {
      words.push(...argv.slice(index))
      break
    }
    const [, long, given] = /^--([a-z-]+)(?:=([\s\S]*))?$/.exec(word) ?? []
    const isAttached = /^-o[a-z]/.test(word)
    const name = isAttached ? 'output' : (Object.entries(LETTERS).find(([, letter]) => letter === word)?.[0] ?? long)
    const attached = isAttached ? word.slice(2) : given
    if (name === undefined || !Object.hasOwn(GLOBAL_FLAGS, name)) words.push(word)
    else if (name === 'json') {
      settings.output = 'json'
      settings.json = attached === undefined ? (argv[index + 1] ?? '') : ''
      if (attached) settings.fields = attached
    } else if (attached !== undefined && !GLOBAL_FLAGS[name as keyof typeof GLOBAL_FLAGS])
      // A user who writes --yes=no does not mean yes.
      problem ??= usageError('cli.usage.excessValue', { flag: `--${name}`, value: attached }, { field: `--${name}` })
    else if (name === 'no-color') settings.color = false
    else if (name === 'header' || name === 'no-header') settings.header = name === 'header'
    else if (name === 'insecure-http') settings.insecureHttp = true
    else if (name === 'no-input') settings.noInput = true
    else if (name === 'yes' || name === 'quiet' || name === 'debug') settings[name] = true
    else {
      const value = attached ?? argv[++index]
      if (value === undefined) problem ??= usageError('cli.usage.missingValue', { flag: word }, { field: word })
      else settings[name as TextFlag] = value
    }
  }
  return { settings, words, problem }
}
