import { commandsOf, FlagError, type CommandSpec } from '@tocsin/core/command-line/commands'
import { parseCommand } from '@tocsin/core/command-line/line'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Values } from '../commands/command'
import { REFS } from '../commands/line'

/** Reads a line as a command with its values; null when it is not a command of these resources. */
export function readLine(line: string, resources: readonly Resource[]): { command: string; values: Values } | null {
  const specs: CommandSpec[] = resources.flatMap(commandsOf)
  try {
    const read = parseCommand(line.startsWith('tocsin ') ? line : `tocsin ${line}`, specs)
    if (!read) return null
    const spec = specs.find(({ resource, verb }) => resource === read.resource && verb === read.verb) as CommandSpec
    // The palette looks up a record given by name; an id is taken as it is.
    const ids = read.refs.filter((ref) => typeof ref === 'number')
    const refs = spec.takes === 'none' || ids.length === 0 ? {} : { [REFS]: spec.takes === 'many' ? ids : ids[0] }
    return { command: `${spec.resource}.${spec.verb}`, values: { ...read.values, ...refs } }
  } catch (error) {
    if (error instanceof FlagError) return null
    throw error
  }
}
