import { ApiError } from '@tocsin/core/base/errors'
import { endOwnSessions, readOwnSessions, type OwnSession } from '@tocsin/core/api/own-sessions'
import { usageError } from '../command-error'
import type { Context } from '../context'
import { rowWriter } from '../output'
import { layout } from './accounts'
import { requireProfile } from './profile-record'
import { password } from './sign-in'

const COLUMNS = ['id', 'current', 'agent', 'createdAt', 'lastUsedAt', 'impersonator']

/** Prints the user's own sessions, the current one first. */
export async function list(context: Context): Promise<void> {
  const { id } = await requireProfile(context)
  const sessions = await readOwnSessions(await context.http(), id)
  const { columns, ...rest } = layout(context, COLUMNS)
  const inWords = (agent: unknown) => context.t(`agents.${String(agent)}`)
  const told = columns.map((column) => (column.path === 'agent' ? { ...column, inWords } : column))
  const writer = await rowWriter({ ...rest, columns: told }, context.io.stdout)
  await writer.page(sessions)
  await writer.end()
}

/** Ends a session by its id, or by a unique beginning of it; or ends all but this one. */
export async function end(context: Context, given: string | undefined, flags: Record<string, unknown>): Promise<void> {
  const others = flags['others'] === true
  if (others === (given !== undefined))
    throw usageError('cli.auth.sessionOrOthers', {}, { field: '--others', next: 'tocsin auth sessions' })
  const http = await context.http()
  const { id } = await requireProfile(context)
  // A missing session is reported before anybody types a password.
  const session = given === undefined ? null : oneOf(await readOwnSessions(http, id), given)
  const secret = await password(context, flags['passwordStdin'] === true)
  const ended = await endOwnSessions(http, id, {
    password: secret,
    ...(session === null ? { others: true as const } : { session: session.id }),
  })
  await context.note(context.t('cli.auth.sessionsEnded', { count: ended }))
}

function oneOf(sessions: readonly OwnSession[], given: string): OwnSession {
  const meant = sessions.filter(({ id }) => given !== '' && id.startsWith(given))
  const [session] = meant
  if (!session) throw new ApiError({ status: 404, code: 'NOT_FOUND' })
  if (meant.length > 1) throw usageError('cli.auth.sessionUnclear', { given }, { next: 'tocsin auth sessions' })
  if (session.current) throw usageError('cli.auth.sessionInUse', {}, { next: 'tocsin auth logout' })
  return session
}
