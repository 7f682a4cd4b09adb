import type { Flag } from '@tocsin/core/command-line/commands'
import { camel } from '@tocsin/core/base/naming'
import { usageError } from './command-error'

/**
 * A flag that narrows what is listed must not be empty, as the variable of a script is that nobody has set: what was
 * meant for one client would be answered with those of all.
 */
export function refuseEmpty(flags: readonly Pick<Flag, 'name'>[], given: Record<string, unknown>): void {
  for (const { name } of flags) {
    const value = given[camel(name)]
    if (typeof value === 'string' && value.trim() === '')
      throw usageError('cli.usage.missingValue', { flag: `--${name}` }, { field: `--${name}` })
  }
}

/** The client that a file is of: it is never left open. */
export function clientGiven(flags: Record<string, unknown>): string {
  const { client } = flags
  if (typeof client !== 'string') throw usageError('cli.usage.missingFlag', { flag: '--client' }, { field: '--client' })
  refuseEmpty([{ name: 'client' }], flags)
  return client
}
