import type { ImportResult } from '@tocsin/core/import/run'
import { ApiError } from '@tocsin/core/base/errors'
import { CommandError, interrupted } from '../command-error'
import type { Context } from '../context'
import { failureOf, tellFailure } from '../errors'
import { EXIT, type ExitCode } from '../exit-codes'
import type { ImportOptions } from './options'

/** The refusal of codes that a client does not see: no row can be named. */
const CODE_CLASH = 'CODE_ALREADY_EXISTS'

/** Returns whether a run ended since a code belongs to another client: the same rows would be refused again. */
export const isCodeClash = ({ failure }: Pick<ImportResult, 'failure'>): boolean =>
  failure instanceof ApiError && failure.code === CODE_CLASH

/** Returns the most bad rows with which an import writes anything. */
export const mostRejected = ({ onError, maxErrors }: Pick<ImportOptions, 'onError' | 'maxErrors'>): number =>
  onError === 'stop' ? 0 : (maxErrors ?? Infinity)

/** Returns the exit code of a run, after telling why it ended early, if it did, and what to do next. */
export async function outcome(
  context: Context,
  options: ImportOptions,
  result: ImportResult,
  planned: boolean,
): Promise<ExitCode> {
  const { io } = context
  const written = planned ? 0 : result.created + result.updated + result.unchanged
  const tell = async (error: unknown) => tellFailure(await failureOf(error, context), context.asJson, context)

  const goesOn = async () => {
    if (planned) return
    if (result.unsettled > 0) await context.note(context.t('cli.import.unsettled', { count: result.unsettled }))
    await context.note(context.t('cli.import.resume'))
  }

  if (io.signal.aborted || (result.failure instanceof CommandError && result.failure.parts.exit >= EXIT.interrupted)) {
    const code = await tell(interrupted(io.signal.reason))
    await goesOn()
    return code
  }
  if (result.failure !== null) {
    const isClash = isCodeClash(result)
    const code = await tell(
      isClash
        ? new CommandError({ code: CODE_CLASH, exit: EXIT.conflict, key: `import.${CODE_CLASH}` })
        : result.failure,
    )
    if (!isClash) await goesOn()
    // A run that may be repeated as it is stays so, however much of it is done.
    if (code === EXIT.temporary || written === 0) return code
    return EXIT.partial
  }
  // Rejected rows have their own code below, but not if a script asks whether anything is to be written.
  const pending = options.dryRun && options.exitsWithPending && result.created + result.updated > 0
  const isTooMany = planned && options.maxErrors !== null && result.rejected > options.maxErrors
  if (pending && options.onError === 'skip' && !isTooMany) return EXIT.pending
  if (isTooMany)
    return tell(
      new CommandError({
        code: 'TOO_MANY_ERRORS',
        exit: EXIT.invalid,
        key: 'cli.import.tooMany',
        values: { count: result.rejected, most: options.maxErrors },
      }),
    )
  if (result.rejected > 0) {
    const stops = options.onError === 'stop'
    return tell(
      new CommandError({
        code: stops ? 'INVALID_ROWS' : 'PARTIAL',
        exit: stops ? EXIT.invalid : EXIT.partial,
        key: stops ? (written === 0 ? 'cli.import.invalid' : 'cli.import.stopped') : 'cli.import.partial',
        values: { count: result.rejected },
      }),
    )
  }
  return pending ? EXIT.pending : EXIT.success
}
