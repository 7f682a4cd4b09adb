import type { ImportResult } from '@tocsin/core/import/run'
import { CommandError, interrupted } from '../command-error'
import type { Context } from '../context'
import { failureOf, tellFailure } from '../errors'
import { EXIT, type ExitCode } from '../exit-codes'
import type { ImportOptions } from './options'

/** The exit code of a run, after saying why it ended early where it did and what is to be done next. */
export async function outcome(
  context: Context,
  options: ImportOptions,
  result: ImportResult,
  planned: boolean,
): Promise<ExitCode> {
  const { io } = context
  const written = planned ? 0 : result.created + result.updated + result.unchanged
  const tell = (error: unknown) => tellFailure(failureOf(error, context), context.asJson, context)

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
    const code = await tell(result.failure)
    await goesOn()
    // What may be run again as it is stays that, however much of it is done.
    if (code === EXIT.temporary || written === 0) return code
    return EXIT.partial
  }
  // Rows kept out have their own code below, but not where a script asks whether anything is to be written.
  const pending = options.dryRun && options.exitCode && result.created + result.updated > 0
  if (pending && options.onError === 'skip') return EXIT.pending
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
