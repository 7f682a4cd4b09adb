import { chosenAccount } from './account'
import { originOf } from './config-files'
import type { Context } from './context'
import { resolveReference } from './references'

/** A client that commands work in where a line names none, and what says so: a variable, the path of a file, or `use`. */
export type DefaultClient = { id: number; name: string | null; source: string }

/**
 * Returns the client that commands work in where a line names none: that of TOCSIN_CLIENT, which may be empty for none,
 * else the one that the account in use has chosen with `tocsin use`.
 */
export async function readDefaultClient(context: Context): Promise<DefaultClient | null> {
  const { env } = context.io
  const given = env['TOCSIN_CLIENT']
  if (given !== undefined)
    return given === ''
      ? null
      : {
          id: await resolveReference(context, 'clients', given),
          name: /^\d+$/.test(given) ? null : given,
          source: originOf(context, 'client') ?? 'TOCSIN_CLIENT',
        }
  // A token is nobody's stored account.
  if (env['TOCSIN_TOKEN']) return null
  const stored = (await context.credentials()).accountsOf(context.host)
  const username = chosenAccount(context, stored)?.username
  const chosen = username === undefined ? undefined : stored.clients?.[username]
  return chosen ? { ...chosen, source: 'use' } : null
}
