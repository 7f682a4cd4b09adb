import { readFlag, type Command, type CommandSpec, type Flag } from './commands'
import { splitWords } from './shell-words'

function writeFlag(flag: Flag, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (flag.type === 'json') return JSON.stringify(value)
  return Array.isArray(value) ? value.join(',') : String(value)
}

/** Returns a word as a POSIX shell reads it back: quoted only if necessary. */
export function quoteWord(word: string): string {
  if (/^[A-Za-z0-9_\-.,:/@%+=]+$/.test(word)) return word
  return `'${word.replaceAll("'", `'\\''`)}'`
}

/** From this number on, ids would make an unreadable line: they are piped in. */
const TOO_MANY_TO_SPELL = 50
/** The flag that reads ids from a file or, as here, from stdin. */
const IDS_FROM = '--ids-from'

/** Returns the line that does in a terminal what the palette is about to do. */
export function formatCommand(spec: CommandSpec, command: Command): string {
  const flags = spec.flags.flatMap((flag) => {
    if (!Object.hasOwn(command.values, flag.path)) return []
    const value = command.values[flag.path]
    if (flag.type === 'boolean' && value !== null) return [value === true ? `--${flag.name}` : `--no-${flag.name}`]
    return [`--${flag.name}=${writeFlag(flag, value)}`]
  })
  // A name behind `--` may begin with a dash.
  const isPiped = spec.takes === 'many' && command.refs.length >= TOO_MANY_TO_SPELL
  if (isPiped) flags.push(IDS_FROM, '-')
  const refs = isPiped ? [] : command.refs.map(String)
  const guarded = refs.some((ref) => ref.startsWith('-')) ? ['--', ...refs] : refs
  const words =
    guarded[0] === '--'
      ? [spec.resource, spec.verb, ...flags, ...guarded]
      : [spec.resource, spec.verb, ...guarded, ...flags]
  return ['tocsin', ...words.map(quoteWord)].join(' ')
}

/**
 * Reads a line of the terminal back; undefined if it is none of these commands. Throws FlagError for a value of the
 * wrong type.
 */
export function parseCommand(line: string, specs: readonly CommandSpec[]): Command | undefined {
  const [program, resource, verb, ...words] = splitWords(line)
  const spec = specs.find((one) => one.resource === resource && one.verb === verb)
  if (program !== 'tocsin' || !spec) return undefined
  const refs: (string | number)[] = []
  const values: Record<string, unknown> = {}
  let onlyRefs = false
  for (let index = 0; index < words.length; index++) {
    const word = words[index] as string
    if (onlyRefs || !word.startsWith('--')) refs.push(/^\d+$/.test(word) ? Number(word) : word)
    else if (word === '--') onlyRefs = true
    else {
      const [, name = '', text] = /^--([^=]+)(?:=([\s\S]*))?$/.exec(word) ?? []
      const flag = spec.flags.find((one) => one.name === name || (one.type === 'boolean' && `no-${one.name}` === name))
      if (!flag) return undefined
      if (flag.type === 'boolean' && text === undefined) values[flag.path] = flag.name === name
      else values[flag.path] = readFlag(flag, text ?? words[++index] ?? '')
    }
  }
  return { resource: spec.resource, verb: spec.verb, refs, values }
}
