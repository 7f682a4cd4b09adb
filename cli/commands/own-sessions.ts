import { ApiError } from '@tocsin/core/base/errors'
import { endOwnSessions, readOwnSessions, type OwnSession } from '@tocsin/core/api/own-sessions'
import { usageError } from '../command-error'
import type { Context } from '../context'
import { rowWriter } from '../output'
import { layout } from './accounts'
import { requireProfile } from './profile-record'
import { readPassword } from './sign-in'

const COLUMNS = ['id', 'current', 'agent', 'createdAt', 'lastUsedAt', 'impersonator']

/** Prints the user's own sessions in the order of the server: the current one first. */
export async function list(context: Context): Promise<void> {
  const { id } = await requireProfile(context)
  const sessions = await readOwnSessions(await context.http(), id)
  const { columns, ...rest } = layout(context, COLUMNS)
  const inWords = (agent: unknown) => context.t(`agents.${String(agent)}`)
  const localizedColumns = columns.map((column) => (column.path === 'agent' ? { ...column, inWords } : column))
  const writer = await rowWriter({ ...rest, columns: localizedColumns }, context.io.stdout)
  await writer.page(sessions)
  await writer.end()
}

/** Ends the session whose id is `given` or begins with it; with `--others`, all sessions but the current one. */
export async function end(context: Context, given: string | undefined, flags: Record<string, unknown>): Promise<void> {
  const others = flags['others'] === true
  if (others === (given !== undefined))
    throw usageError('cli.auth.sessionOrOthers', {}, { field: '--others', next: 'tocsin auth sessions' })
  const http = await context.http()
  const { id } = await requireProfile(context)
  // A missing session is reported before anybody types a password.
  const session = given === undefined ? null : findSession(await readOwnSessions(http, id), given)
  const secret = await readPassword(context, flags['passwordStdin'] === true)
  const ended = await endOwnSessions(http, id, {
    password: secret,
    ...(session === null ? { others: true as const } : { session: session.id }),
  })
  await context.note(context.t('cli.auth.sessionsEnded', { count: ended }))
}

function findSession(sessions: readonly OwnSession[], given: string): OwnSession {
  const matches = sessions.filter(({ id }) => given !== '' && id.startsWith(given))
  const [session] = matches
  if (!session) throw new ApiError({ status: 404, code: 'NOT_FOUND' })
  if (matches.length > 1) throw usageError('cli.auth.sessionUnclear', { given }, { next: 'tocsin auth sessions' })
  if (session.current) throw usageError('cli.auth.sessionInUse', {}, { next: 'tocsin auth logout' })
  return session
}
