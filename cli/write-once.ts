import { randomUUID } from 'node:crypto'
import { ApiError } from '@tocsin/core/base/errors'
import { mayBeDone, retrying } from '@tocsin/core/api/retry'
import { CommandError } from './command-error'
import type { Context } from './context'
import { EXIT } from './exit-codes'
import { refuseEmpty } from './given'

/** The number of tries of a write whose answer got lost; its key makes all of them one write. */
const TRIES = 4

/** The flag by which a script itself gives the key of a write, so that its next run is the same write. */
export const KEY_FLAG = 'idempotency-key'

/** Returns the value of the flag; undefined without it. */
export function keyGiven(flags: Record<string, unknown>): string | undefined {
  refuseEmpty([{ name: KEY_FLAG }], flags)
  return flags['idempotencyKey'] as string | undefined
}

/**
 * Writes once, even if answers get lost. Without any answer it is not known whether it was written: then the
 * command must not be run again as it is, since its next run would carry another key. With a given key it may,
 * since its next run carries the same.
 */
export async function writeOnce<T>(
  { io }: Pick<Context, 'io'>,
  write: (key: string) => Promise<T>,
  given?: string,
): Promise<T> {
  const key = given ?? randomUUID()
  const options = { tries: TRIES, pause: io.pause, random: io.random, signal: io.signal }
  return tellingOutcome(given !== undefined, () => retrying(() => write(key), options))
}

/**
 * Writes without trying again, for a write whose answer is a secret: the server keeps no such answer, so that a repeat
 * would make another secret whatever its key.
 */
export const writeSecret = <T>(write: () => Promise<T>): Promise<T> => tellingOutcome(false, write)

async function tellingOutcome<T>(hasKey: boolean, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof ApiError) || !mayBeDone(error)) throw error
    throw new CommandError({
      code: error.code,
      exit: hasKey ? EXIT.temporary : EXIT.error,
      key: `httpError.${error.code}`,
      hint: { key: `cli.hints.${hasKey ? 'sameKey' : 'unknownOutcome'}` },
    })
  }
}
