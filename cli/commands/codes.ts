import { commandsOf, draftOf } from '@tocsin/core/command-line/commands'
import { PAGE_SIZE_MAX } from '@tocsin/core/base/constants'
import { registrationCodes } from '@tocsin/core/resources/registration-codes/index'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { mayBeDone, retrying } from '@tocsin/core/api/retry'
import { usageError } from '../command-error'
import type { Context } from '../context'
import { parseFlags } from '../resource-commands'
import type { LocalizedCommand } from '../localized-command'
import { openJournal, runOneAtATime, type RunIdentity } from '../journal'
import { choosesFields, layoutOf } from '../layout'
import { codes as words } from '../messages/codes'
import { rowWriter, type Layout } from '../output'
import { retryOptions } from '../network/retries'
import { resolveReferences } from '../references'
import { KEY_FLAG, keyGiven } from '../write-once'

/** Adds `--count` to the derived command `registration-codes create`. */
export function addCodes(context: Context, resourceCommand: LocalizedCommand, verb?: string): void {
  if (verb !== 'create') return
  context.addWords('codes', words)
  const { t } = context
  const create = resourceCommand.commands.find((one) => one.name() === 'create') as LocalizedCommand
  create.examples = [...create.examples, 'tocsin registration-codes create --client=Acme --count=3']
  create.option(`--count <${t('cli.help.types.number')}>`, t('cli.codes.count'))
  const one = create.handling
  create.handler(async (args, flags) =>
    flags['count'] === undefined ? one?.(args, flags) : createMany(context, flags),
  )
}

/** The number of repeats of each code: a run of many outlasts a longer failure than one request. */
const RETRIES = 7

function countOf(text: unknown): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1 || count > 10 * PAGE_SIZE_MAX)
    throw usageError('cli.usage.argument', { argument: '--count', value: text }, { field: '--count' })
  return count
}

/**
 * Makes exactly `--count` codes, even if answers get lost: each code has its own idempotency key and is requested until
 * the server answers. The same command continues an interrupted run: the server repeats the codes already made, so that
 * stdout has all codes of the run.
 */
export async function createMany(context: Context, flags: Record<string, unknown>): Promise<void> {
  const { io } = context
  context.addWords('codes', words)
  const count = countOf(flags['count'])
  if (flags['data'] !== undefined)
    throw usageError('cli.usage.together', { flags: '--count, --data' }, { field: '--data' })
  if (flags['dryRun'] === true)
    throw usageError('cli.usage.together', { flags: '--count, --dry-run' }, { field: '--dry-run' })
  // Each code has a key of its own.
  if (keyGiven(flags) !== undefined)
    throw usageError('cli.usage.together', { flags: `--count, --${KEY_FLAG}` }, { field: `--${KEY_FLAG}` })
  const spec = commandsOf(registrationCodes).find(({ kind }) => kind === 'create')!
  const values = await resolveReferences(context, spec.flags, parseFlags(spec.flags, flags, context))
  if (values['code'] !== undefined) throw usageError('cli.codes.codeAndCount', {}, { field: '--code' })
  const draft = draftOf(values)
  const layout = layoutOf(context, registrationCodes, 'list')
  const asker = (await (await context.session()).current())?.id ?? null
  const run = { command: 'registration-codes create', host: context.host, asker, draft, count }
  await runOneAtATime(io, run, () => makeCodes(context, run, flags, layout))
}

async function makeCodes(
  context: Context,
  run: RunIdentity & { draft: Draft; count: number },
  flags: Record<string, unknown>,
  layout: Layout,
): Promise<void> {
  const { io, t } = context
  const { draft, count } = run
  const client = await context.client()
  const journal = openJournal(io, run, run['command'] as string, {
    count: { host: context.host, noun: registrationCodes.name, flags, done: 0, total: count },
  })
  if (journal.resumed) await context.note(t('cli.codes.resumed', { count }))
  // People and pipes get a bare code a line, to hand on; other formats get the whole records.
  const isRecord = choosesFields(context.settings) || layout.header === true
  const bare = (layout.format === 'table' || layout.format === 'tsv') && !isRecord
  const writer = await rowWriter(layout, io.stdout)
  for (let index = 0; index < count; index++) {
    const create = () => client.create(registrationCodes, draft, { key: `${journal.runId}-${index}` })
    const row = await retrying(create, retryOptions(context, RETRIES)).catch(async (error: unknown) => {
      if (index === 0 && !journal.resumed && !mayBeDone(error)) journal.finish()
      else {
        journal.note(index, true)
        await context.note(t('cli.codes.cutOff', { made: index, count }))
      }
      throw error
    })
    journal.note(index + 1)
    if (bare) await io.stdout.write(`${row.code}\n`)
    else await writer.page([row])
  }
  if (!bare) await writer.end()
  journal.finish()
}
