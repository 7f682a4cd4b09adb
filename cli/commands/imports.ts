import { basename } from 'node:path'
import { commandsOf } from '@tocsin/core/command-line/commands'
import { CommandError, usageError } from '../command-error'
import type { Context } from '../context'
import { EXIT, type ExitCode } from '../exit-codes'
import {
  forget,
  alreadyRunningError,
  commandRunningError,
  unfinishedRuns,
  type ImportRun,
  type UnfinishedRun,
} from '../journal'
import { ownLayout } from '../layout'
import type { LocalizedCommand } from '../localized-command'
import { imports as words } from '../messages/imports'
import { rowWriter } from '../output'

const KEYS = ['id', 'noun', 'client', 'file', 'done', 'total', 'startedAt', 'pid', 'command'] as const

/**
 * `tocsin imports`: shows the imports, the actions on many records and the creations of many that were cut off, by the
 * notes they left on this machine.
 */
export function addImports(context: Context, root: LocalizedCommand): void {
  context.addWords('imports', words)
  const { t } = context
  const group = root.child('imports', t('cli.commands.imports'), ['tocsin imports list'])
  group
    .child('list', t('cli.imports.list'), ['tocsin imports list', 'tocsin imports list --json'])
    .handler(() => list(context))
  group
    .child('resume', t('cli.imports.resume'), ['tocsin imports resume', 'tocsin imports resume 1'])
    .changes()
    .mayAskForName()
    .argument('[number]', t('cli.imports.number'))
    .handler(([number]) => resume(context, number))
  group
    .child('discard', t('cli.imports.discard'), ['tocsin imports discard 1'])
    .prints('nothing')
    .argument('[number]', t('cli.imports.number'))
    .handler(([number]) => discard(context, number))
}

/** Returns the runs of this host: those of another server cannot go on from here. */
const ofHost = ({ io, host }: Context) => unfinishedRuns(io).filter((one) => one.host === host)

async function list(context: Context): Promise<void> {
  const { t, io } = context
  const layout = ownLayout(context, KEYS, (path) => t(`cli.imports.columns.${path}`))
  const writer = await rowWriter(layout, io.stdout)
  const rows = ofHost(context).map(
    ({ command, noun, what, import: imported, bulk, done, total, startedAt, pid }, index) => ({
      id: index + 1,
      noun,
      client: imported?.clientId ?? null,
      file: imported ? what : bulk?.file && bulk.file !== '-' ? basename(bulk.file) : null,
      done,
      total,
      startedAt,
      pid,
      command,
    }),
  )
  await writer.page(rows)
  await writer.end()
  if (rows.length === 0 && io.stderr.isTerminal) await context.note(t('cli.imports.nothing'))
}

/** Returns the named run, or the only one. */
function chosen(context: Context, number: string | undefined): UnfinishedRun {
  const all = ofHost(context)
  if (number === undefined && all.length > 1) throw usageError('cli.imports.which', {}, { next: 'tocsin imports list' })
  const found = number === undefined ? all[0] : all[Number(number) - 1]
  if (found) return found
  throw notFound(number)
}

const notFound = (number: string | undefined) =>
  new CommandError({
    code: 'NOT_FOUND',
    exit: EXIT.notFound,
    ...(number === undefined ? { key: 'cli.imports.nothing' } : { key: 'cli.imports.none', values: { id: number } }),
  })

/** Runs the same command again, which continues by itself; an import as long as its file is the same. */
async function resume(context: Context, number: string | undefined): Promise<ExitCode | void> {
  const { what, import: imported, bulk, count } = chosen(context, number)
  if (imported) return resumeImport(context, what, imported)
  const resource = await context.findResource((count ?? bulk)?.noun ?? '')
  if (count) return (await import('./codes')).createMany(context, count.flags)
  const spec = resource && commandsOf(resource).find(({ verb }) => verb === bulk?.verb)
  if (!bulk || !spec) throw notFound(number)
  const { runWrite } = await import('./write')
  return runWrite(context, resource, spec, bulk.references, bulk.flags)
}

async function resumeImport(
  context: Context,
  what: string,
  { path, digest, noun, clientId, flags }: ImportRun,
): Promise<ExitCode> {
  if (path === null) throw usageError('cli.imports.fromStdin')
  const { openSource } = await import('../import/source')
  const source = await openSource(context.io, path)
  await source.close()
  if (source.digest !== digest)
    throw new CommandError({
      code: 'FILE_CHANGED',
      exit: EXIT.conflict,
      key: 'cli.imports.changed',
      values: { file: what },
      hint: { key: 'cli.imports.startAnew' },
    })
  const { runImport } = await import('../import/run')
  return runImport(context, noun, path, { ...flags, client: String(clientId) })
}

async function discard(context: Context, number: string | undefined): Promise<void> {
  const found = chosen(context, number)
  if (found.pid !== null) {
    if (!found.import) throw commandRunningError(context, found.command, found.pid)
    const { importWords } = await import('../messages/import')
    context.addWords('import', importWords)
    throw alreadyRunningError(found.what, found.pid)
  }
  forget(found)
  await context.note(context.t('cli.imports.discarded', { file: found.what }))
}
