import { chosenAccount } from './account'
import { originOf, SETTINGS } from './config-files'
import { CommandError, type CommandErrorParts } from './command-error'
import type { Context } from './context'
import { resolveReference } from './references'
import { tokenOf } from './settings'

type Hint = NonNullable<CommandErrorParts['hint']>

/** A client that commands work in where a line names none, and what says so: a variable, the path of a file, or `use`. */
export type DefaultClient = { id: number; name: string | null; source: string }

/**
 * Returns the client that commands work in where a line names none: that of TOCSIN_CLIENT, which may be empty for none,
 * else the one that the account in use has chosen with `tocsin use`.
 */
export async function readDefaultClient(context: Context): Promise<DefaultClient | null> {
  const { env } = context.io
  const given = env['TOCSIN_CLIENT']
  const source = originOf(context, 'client') ?? SETTINGS.client
  if (given !== undefined)
    return given === ''
      ? null
      : {
          id: await idOf(context, given, source),
          name: /^\d+$/.test(given) ? null : given,
          source,
        }
  // A token is nobody's stored account.
  if (tokenOf(env)) return null
  const credentials = await context.credentials()
  const stored = credentials.accountsOf(context.host)
  const username = chosenAccount(context, stored, credentials.hosts())?.username
  const chosen = username === undefined ? undefined : stored.clients?.[username]
  return chosen ? { ...chosen, source: 'use' } : null
}

/** Returns the hint that a client comes from a variable or a file, with what to do there. */
export const hintOfSource = (
  { t }: Pick<Context, 't'>,
  source: string,
  { key, values }: Hint = { key: 'cli.references.otherClient' },
): Hint => ({ key: 'cli.references.ofSource', values: { source, advice: t(key, values) } })

/** Returns the id of the client that a variable or a file names. A refusal says which, since the line does not name it. */
async function idOf(context: Context, given: string, source: string): Promise<number> {
  try {
    return await resolveReference(context, 'clients', given)
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    throw new CommandError({ ...error.parts, hint: hintOfSource(context, source, error.parts.hint) })
  }
}
