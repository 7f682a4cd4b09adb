import type { Flag } from '@tocsin/core/command-line/commands'
import { camel } from '@tocsin/core/base/naming'
import { usageError } from './command-error'

/**
 * Refuses an empty flag that narrows a list, as a script's unset variable makes it: the answer meant for
 * one client would be that for all.
 */
export function refuseEmpty(flags: readonly Pick<Flag, 'name'>[], given: Record<string, unknown>): void {
  for (const { name } of flags) {
    const value = given[camel(name)]
    if (typeof value === 'string' && value.trim() === '')
      throw usageError('cli.usage.missingValue', { flag: `--${name}` }, { field: `--${name}` })
  }
}

/** Returns the client of a file, which is always required. */
export function clientGiven(flags: Record<string, unknown>): string {
  const { client } = flags
  if (typeof client !== 'string') throw usageError('cli.usage.missingFlag', { flag: '--client' }, { field: '--client' })
  refuseEmpty([{ name: 'client' }], flags)
  return client
}
