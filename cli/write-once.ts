import { randomUUID } from 'node:crypto'
import { ApiError } from '@tocsin/core/base/errors'
import { mayBeDone, retrying } from '@tocsin/core/api/retry'
import { CommandError } from './command-error'
import type { Context } from './context'
import { EXIT } from './exit-codes'
import { refuseEmpty } from './given'

/** How often a write whose answer got lost is sent again; its key makes all of them one write. */
const TRIES = 4

/** The flag by which a script names the key of a write itself, so that its next run is the same write. */
export const KEY_FLAG = 'idempotency-key'

/** What the flag gives; undefined where it is not there. */
export function keyGiven(flags: Record<string, unknown>): string | undefined {
  refuseEmpty([{ name: KEY_FLAG }], flags)
  return flags['idempotencyKey'] as string | undefined
}

/**
 * Writes once, however many answers get lost. When none comes at all it is not known whether it was written: then the
 * command must not be run again as it is, since its next run would carry another key. Where the key was given it may,
 * since its next run carries the same.
 */
export async function writeOnce<T>(
  { io }: Pick<Context, 'io'>,
  write: (key: string) => Promise<T>,
  given?: string,
): Promise<T> {
  const key = given ?? randomUUID()
  try {
    return await retrying(() => write(key), { tries: TRIES, pause: io.pause, random: io.random, signal: io.signal })
  } catch (error) {
    if (!(error instanceof ApiError) || !mayBeDone(error)) throw error
    throw new CommandError({
      code: error.code,
      exit: given === undefined ? EXIT.error : EXIT.temporary,
      key: `httpError.${error.code}`,
      hint: { key: `cli.hints.${given === undefined ? 'unknownOutcome' : 'sameKey'}` },
    })
  }
}
