import { restOf } from '../rest'
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

/** The functions that write terminal lines. No line is shown before the rest of the console is loaded. */
export const lines = restOf(() => import('./lines'))
