import { doEach } from '@tocsin/core/bulk'
import type { Resource } from '@tocsin/core/resource'
import type { Context } from './context'
import { addWordsFor, failureOf, tellFailure, type Failure } from './errors'
import { EXIT, type ExitCode } from './exit-codes'
import type { Row } from './output'

/** What a person knows a record by. */
export const nameOf = (resource: Resource, row: Row | undefined): string =>
  String(row?.[resource.title] ?? row?.['id'] ?? '')

/** The same where the record must be found again: names are nobody's own. */
export const calledOf = (resource: Resource, row: Row): string => {
  const [name, id] = [nameOf(resource, row), String(row['id'])]
  return name === id ? id : `${name} (${id})`
}

/**
 * Does it to each record, a few at once, tells of those that fail and goes on; what is told and answered stands in the
 * order of the records. Some of several failing is a partial success.
 */
export async function doToEach<T extends Row>(
  context: Context,
  resource: Resource,
  rows: readonly T[],
  run: (row: T) => Promise<Row>,
): Promise<{ done: Row[]; code: ExitCode }> {
  const [only] = rows
  if (rows.length === 1 && only) return { done: [await run(only)], code: EXIT.success }
  const outcomes: (Row | Failure)[] = []
  const done: Row[] = []
  const failed: ExitCode[] = []
  let next = 0
  let telling = Promise.resolve()
  const tell = async () => {
    for (let one = outcomes[next]; one !== undefined; one = outcomes[++next])
      if (isFailure(one)) failed.push(await tellFailure(one, context.asJson, context))
      else done.push(one)
  }
  await doEach(rows, async (row, at) => {
    try {
      outcomes[at] = await run(row)
    } catch (error) {
      await addWordsFor(error, context)
      const failure = failureOf(error, context, resource.name)
      if (failure.exitCode >= EXIT.interrupted) throw error
      outcomes[at] = {
        ...failure,
        message: `${calledOf(resource, row)}: ${failure.message}`,
        record: { noun: resource.name, id: row['id'], name: nameOf(resource, row) },
      }
    }
    await (telling = telling.then(tell))
  })
  if (failed.length === 0) return { done, code: EXIT.success }
  await context.note(context.t('cli.errors.failedOf', { failed: failed.length, total: rows.length }))
  return { done, code: done.length > 0 ? EXIT.partial : (failed[0] ?? EXIT.error) }
}

const isFailure = (outcome: Row | Failure): outcome is Failure => 'exitCode' in outcome
