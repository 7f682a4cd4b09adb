import { formatCommand, type CommandSpec } from '@tocsin/core/command-line/commands'
import type { Values } from './command'

/** The records that a command is done to, among what it asks for: they stand on its line as ids, without a flag. */
export const REFS = '$refs'

/** The records that were chosen, be it one or several. */
export function idsOf(values: Values): number[] {
  const given = values[REFS]
  return (Array.isArray(given) ? given : [given]).filter((id) => typeof id === 'number')
}

/** What was given beside the records. */
export const inputOf = ({ [REFS]: _, ...input }: Values): Values => input

/** The line of a command, growing as it is filled in; what is not known yet is not on it, what is cleared is. */
export const lineOf =
  (spec: CommandSpec) =>
  (values: Values): string => {
    const given = Object.entries(inputOf(values)).filter(
      ([, value]) => value !== undefined && (value !== null || spec.clears),
    )
    return formatCommand(spec, {
      noun: spec.noun,
      verb: spec.verb,
      refs: idsOf(values),
      values: Object.fromEntries(given),
    })
  }
