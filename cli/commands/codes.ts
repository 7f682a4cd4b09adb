import { commandsOf, draftOf } from '@tocsin/core/commands'
import { PAGE_SIZE_MAX } from '@tocsin/core/constants'
import { registrationCodes } from '@tocsin/core/resources/registration-codes/index'
import { retrying } from '@tocsin/core/retry'
import { usageError } from '../command-error'
import type { Context } from '../context'
import { valuesOf } from '../derive'
import type { LocalizedCommand } from '../localized-command'
import { layoutOf } from '../layout'
import { codes as words } from '../messages/codes'
import { rowWriter } from '../output'
import { resolveReferences } from '../references'

/** `registration-codes create --count N`: the derived command with a count. */
export function addCodes(context: Context, noun: LocalizedCommand, verb?: string): void {
  if (verb !== 'create') return
  context.addWords('codes', words)
  const { t } = context
  const create = noun.commands.find((one) => one.name() === 'create') as LocalizedCommand
  create.examples = [...create.examples, 'tocsin registration-codes create --client=Acme --count=3']
  create.option(`--count <${t('cli.help.types.number')}>`, t('cli.codes.count'))
  const one = create.handling
  create.handler(async (args, flags) =>
    flags['count'] === undefined ? one?.(args, flags) : createMany(context, flags),
  )
}

function countOf(text: unknown): number {
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1 || count > 10 * PAGE_SIZE_MAX)
    throw usageError('cli.usage.argument', { argument: '--count', value: text }, { field: '--count' })
  return count
}

/** Exactly so many codes, however many answers get lost on the way: each has a key of its own and is sent until answered. */
async function createMany(context: Context, flags: Record<string, unknown>): Promise<void> {
  const { io } = context
  const count = countOf(flags['count'])
  const spec = commandsOf(registrationCodes).find(({ kind }) => kind === 'create')!
  const values = await resolveReferences(context, spec.flags, valuesOf(spec.flags, flags, context))
  if (values['code'] !== undefined) throw usageError('cli.codes.codeAndCount', {}, { field: '--code' })
  const draft = draftOf(values)
  const layout = layoutOf(context, registrationCodes, 'list')
  const client = await context.client()
  const { randomUUID } = await import('node:crypto')
  const run = randomUUID()
  // For people and pipes a code a line is what can be handed on; other formats write the whole records.
  const bare = (layout.format === 'table' || layout.format === 'tsv') && context.settings.fields === undefined
  const writer = await rowWriter(layout, io.stdout)
  for (let index = 0; index < count; index++) {
    const row = await retrying(() => client.create(registrationCodes, draft, { key: `${run}-${index}` }), {
      pause: io.pause,
      random: io.random,
      signal: io.signal,
    })
    if (bare) await io.stdout.write(`${row.code}\n`)
    else await writer.page([row])
  }
  if (!bare) await writer.end()
}
