import type { Flag } from '@tocsin/core/command-line/commands'
import { camel } from '@tocsin/core/base/naming'
import { usageError } from './command-error'
import type { Context } from './context'

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

/**
 * Returns the client of a file: the one that the line names, else the default one, else that of an account that works in one
 * alone. Throws a usage error without any. Staff have to name the provider's own client, although they belong to it.
 */
export async function clientGiven(context: Context, flags: Record<string, unknown>): Promise<string> {
  const client = flags['client'] ?? (await context.defaultClient())?.id ?? (await ownClient(context))
  if (client === undefined || client === null)
    throw usageError('cli.usage.missingFlag', { flag: '--client' }, { field: '--client' })
  refuseEmpty([{ name: 'client' }], flags)
  return String(client)
}

async function ownClient(context: Context): Promise<number | null | undefined> {
  const account = await context.account()
  return account?.userType === 'client' ? account.ClientId : undefined
}

/** Returns whether a write is only tried, and says so then. */
export async function isDryRun(context: Context, flags: Record<string, unknown>): Promise<boolean> {
  const isTried = flags['dryRun'] === true
  if (isTried) await context.note(context.t('cli.output.dryRun'))
  return isTried
}
