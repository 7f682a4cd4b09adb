import { randomUUID } from 'node:crypto'
import { ApiError } from '@tocsin/core/errors'
import { mayBeDone, retrying } from '@tocsin/core/retry'
import { CommandError } from './command-error'
import type { Context } from './context'
import { EXIT } from './exit-codes'

/** How often a write whose answer got lost is sent again; its key makes all of them one write. */
const TRIES = 4

/**
 * Writes once, however many answers get lost. When none comes at all it is not known whether it was written: then the
 * command must not be run again as it is, since its next run would carry another key.
 */
export async function writeOnce<T>({ io }: Pick<Context, 'io'>, write: (key: string) => Promise<T>): Promise<T> {
  const key = randomUUID()
  try {
    return await retrying(() => write(key), { tries: TRIES, pause: io.pause, random: io.random, signal: io.signal })
  } catch (error) {
    if (!(error instanceof ApiError) || !mayBeDone(error)) throw error
    throw new CommandError({
      code: error.code,
      exit: EXIT.error,
      key: `httpError.${error.code}`,
      hint: { key: 'cli.hints.unknownOutcome' },
    })
  }
}
