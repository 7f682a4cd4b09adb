import { randomUUID } from 'node:crypto'
import { ApiError } from '@tocsin/core/base/errors'
import { mayBeDone, retrying } from '@tocsin/core/api/retry'
import { CommandError } from './command-error'
import { EXIT } from './exit-codes'
import { refuseEmpty } from './given'
import { retryOptions, type Retrying } from './network/retries'
import { toldOf } from './network/told'

/** The parts of a context by which a failure is told. */
type Told = Parameters<typeof toldOf>[1]

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
export async function writeOnce<T>(context: Retrying, write: (key: string) => Promise<T>, given?: string): Promise<T> {
  const key = given ?? randomUUID()
  return tellingOutcome(given !== undefined, context, () => retrying(() => write(key), retryOptions(context)))
}

/**
 * Writes without trying again, for a write whose answer is a secret: the server keeps no such answer, so that a repeat
 * would make another secret whatever its key.
 */
export const writeSecret = <T>(words: Told, write: () => Promise<T>): Promise<T> => tellingOutcome(false, words, write)

async function tellingOutcome<T>(hasKey: boolean, words: Told, write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof ApiError) || !mayBeDone(error)) throw error
    const told = toldOf(error, words)
    throw new CommandError({
      code: told?.code ?? error.code,
      exit: hasKey && error.temporary ? EXIT.temporary : EXIT.error,
      ...(told ? { key: told.key, values: told.values, more: told.more } : { key: `httpError.${error.code}` }),
      hint: { key: `cli.hints.${hasKey ? 'sameKey' : 'unknownOutcome'}` },
    })
  }
}
