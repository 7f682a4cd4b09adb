import { resolve } from 'node:path'
import { isPostgresUrl } from '@tocsin/core/base/postgres-url'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import { CommandError, interrupted, usageError } from '../command-error'
import type { Context } from '../context'
import { EXIT, type ExitCode } from '../exit-codes'
import { ownLayout } from '../layout'
import { rowWriter } from '../output'
import { progressLine } from '../progress-line'

/** The functions that the server's program offers for its database. */
const load = () => import('../../server/program/database')
type Program = Awaited<ReturnType<typeof load>>
type Copied = Awaited<ReturnType<Program['backup']>>
type Command = Parameters<Program['backup']>[0]

const KEYS = ['table', 'rows', 'sha256'] as const

/** The exit codes of refusals; others are errors. */
const EXITS: Readonly<Record<string, ExitCode>> = {
  SAME: EXIT.usage,
  URL: EXIT.usage,
  CORRUPT: EXIT.invalid,
  NOT_A_BACKUP: EXIT.invalid,
  NEWER: EXIT.invalid,
  LOGIN: EXIT.authentication,
  FOLDER: EXIT.forbidden,
  ABSENT: EXIT.notFound,
  OLD_SCHEMA: EXIT.conflict,
  IN_SERVICE: EXIT.conflict,
  IN_USE: EXIT.conflict,
  UNFINISHED: EXIT.conflict,
  NOT_EMPTY: EXIT.conflict,
  AHEAD: EXIT.conflict,
  OTHER_COPY: EXIT.conflict,
  FILE_EXISTS: EXIT.conflict,
  GONE: EXIT.temporary,
  TIMEOUT: EXIT.temporary,
  BUSY: EXIT.temporary,
  DISK_FULL: EXIT.temporary,
}

export async function runBackup(context: Context, file: string): Promise<void> {
  const { t, locale } = context
  const done = await run(context, (program, command) => program.backup(command, resolve(context.io.cwd, file)))
  const size = formatNumber(locale, Math.ceil((done.bytes ?? 0) / 10_000) / 100)
  await context.note(t('cli.db.backedUp', { ...numbers(context, done), size }))
}

export async function runVerify(context: Context, file: string): Promise<void> {
  const done = await run(context, (program, command) => program.verify(command, resolve(context.io.cwd, file)))
  await context.note(context.t('cli.db.verified', numbers(context, done)))
}

export const runRestore = (context: Context, file: string): Promise<void> =>
  copyInto(context, (program, command) => program.restore(command, resolve(context.io.cwd, file)))

export function runMove(context: Context, to: unknown): Promise<void> {
  if (typeof to !== 'string' || to.trim() === '')
    throw usageError('cli.usage.missingFlag', { flag: '--to' }, { field: '--to', next: 'tocsin db move --help' })
  const isUrl = /^[\w+.-]+:\/\//.test(to)
  // The path of a folder named after a mistyped scheme would take the server's keys.
  if (isUrl && !isPostgresUrl(to))
    throw usageError('cli.usage.flagValue', { flag: 'to', problem: context.t('cli.db.noPlace') }, { field: '--to' })
  const place = isUrl ? to : resolve(context.io.cwd, to)
  return copyInto(context, (program, command) => program.move(command, place))
}

async function copyInto(
  context: Context,
  copy: (program: Program, command: Command) => Promise<Copied>,
): Promise<void> {
  const { t } = context
  const done = await run(context, copy)
  const values = numbers(context, done)
  if (done.unchanged) return context.note(t('cli.db.unchanged', values))
  if (done.kept) await context.note(t('cli.db.wentOn', values))
  await context.note(t('cli.db.copied', values))
}

function numbers({ locale }: Context, { tables, ...rest }: Copied): Record<string, unknown> {
  const rows = tables.reduce((sum, one) => sum + one.rows, 0)
  return { ...rest, tables: tables.length, rows: formatNumber(locale, rows) }
}

/** Returns the settings of the server, of which a relative folder lies in the folder of the command. */
function environmentOf({ env, cwd }: Context['io']): Command['env'] {
  const { TOCSIN_DATA: data } = env
  return { ...env, ...(data ? { TOCSIN_DATA: resolve(cwd, data) } : {}) }
}

/** Runs a command of the database, with its progress, and writes a row for each table. */
async function run(context: Context, work: (program: Program, command: Command) => Promise<Copied>): Promise<Copied> {
  const { t, io, locale } = context
  // Refused before anything is done.
  const layout = ownLayout(context, KEYS, (path) => t(`cli.db.columns.${path}`))
  const line = progressLine(context)
  const command: Command = {
    env: environmentOf(io),
    locale,
    version: __TOCSIN_VERSION__,
    signal: io.signal,
    progress: ({ table, rows, checks }) =>
      line.draw(() =>
        checks ? t('cli.db.checking', { table }) : t('cli.db.reading', { table, rows: formatNumber(locale, rows) }),
      ),
    waits: () => void context.note(t('cli.db.waits')),
  }
  let done: Copied
  try {
    done = await work(await loaded(), command)
  } catch (error) {
    if (io.signal.aborted) throw interrupted(io.signal.reason)
    const { name, code = '', message } = error as Error & { code?: string }
    if (name !== 'DatabaseCommandError') throw error
    throw new CommandError({
      code: `DATABASE_${code}`,
      exit: EXITS[code] ?? EXIT.error,
      key: 'cli.db.refused',
      values: { reason: message },
    })
  } finally {
    await line.clear()
  }
  const writer = await rowWriter(layout, io.stdout)
  await writer.page(done.tables.map((one) => ({ ...one, id: one.table })))
  await writer.end()
  return done
}

async function loaded(): Promise<Program> {
  try {
    return await load()
  } catch (error) {
    if (!/^(ERR_)?MODULE_NOT_FOUND$/.test((error as { code?: string }).code ?? '')) throw error
    throw new CommandError({ code: 'NO_SERVER', exit: EXIT.error, key: 'cli.db.absent', next: 'npm run build' })
  }
}
