import { type CommandSpec } from '@tocsin/core/command-line/commands'
import { formatCommand } from '@tocsin/core/command-line/line'
import type { Values } from './command'

/** The path of the ask for a command's records, whose ids are on the line without a flag. */
export const REFS = '$refs'

/** Returns the ids of the chosen records, one or several. */
export function idsOf(values: Values): number[] {
  const given = values[REFS]
  return (Array.isArray(given) ? given : [given]).filter((id) => typeof id === 'number')
}

/** Returns the values given besides the records. */
export const inputOf = ({ [REFS]: _, ...input }: Values): Values => input

/** Returns a function that writes a command's line from the values given so far. Cleared values are written too. */
export const lineOf =
  (spec: CommandSpec) =>
  (values: Values): string => {
    const given = Object.entries(inputOf(values)).filter(
      ([, value]) => value !== undefined && (value !== null || spec.clears),
    )
    return formatCommand(spec, {
      resource: spec.resource,
      verb: spec.verb,
      refs: idsOf(values),
      values: Object.fromEntries(given),
    })
  }
