import { RESTORE_FIRST } from '@tocsin/core/vocabulary/deletion'
import { ApiError, type FieldError } from '@tocsin/core/base/errors'
import { wordingOf } from '@tocsin/core/base/wording'
import type { Locale } from '@tocsin/core/base/constants'
import { detailsInWords, usesIn } from '@tocsin/core/api/in-use'
import { flagOf, kebab } from '@tocsin/core/base/naming'
import type { Context } from './context'
import { CommandError, type FieldFailure } from './command-error'
import { safeForTerminal } from './display-width'
import { EXIT, exitOf, type ExitCode } from './exit-codes'
import { pathName } from './file-error'
import { jsonText } from './output'
import { tokenOf } from './settings'

/** A failure as it is told, as text or as JSON. */
export type Failure = {
  code: string
  message: string
  hint: string | null
  /** A command that is likely to help. */
  next: string | null
  status: number | null
  requestId: string | null
  exitCode: ExitCode
  /** True if the same command may be run again as it is. */
  retryable: boolean
  field: string | null
  /** The place that did not answer, and the reason as the system names it: `ECONNREFUSED`. */
  address?: string
  cause?: string
  /** The place that an answer leads to. */
  location?: string
  /** Every field at fault, for programs; the lines say the same to people. */
  fields?: readonly FieldFailure[]
  lines: readonly string[]
  /** The record it is about, if there are several. */
  record?: { noun: string; id: unknown; name: string }
}

/** Adds the words of the resources that a failure mentions, which were not needed until now. */
export async function addWordsFor(error: unknown, { findResource }: Pick<Context, 'findResource'>): Promise<void> {
  if (error instanceof ApiError) for (const use of usesIn(error)) await findResource(use.noun)
}

type Words = Pick<Context, 't' | 'locale' | 'host' | 'vocabulary' | 'io' | 'account' | 'flagNames'>

/** Finds the words, the exit code and the next step for anything thrown. */
export async function failureOf(error: unknown, words: Words, resource?: string): Promise<Failure> {
  const { t } = words
  if (error instanceof CommandError) {
    const { code, exit, key, hint, next, field, lines, more } = error.parts
    const { path, ...rest } = error.parts.values ?? {}
    const values = typeof path === 'string' ? { ...rest, path: pathName(path, t) } : rest
    return {
      code,
      message: sentence(t(key, values)),
      hint: hint ? t(hint.key, hint.values) : null,
      next: next ?? null,
      status: null,
      requestId: null,
      exitCode: exit,
      retryable: exit === EXIT.temporary,
      field: field ?? null,
      ...more,
      lines: lines ?? [],
    }
  }
  if (error instanceof ApiError) return apiFailure(error, words, resource)
  const reason = systemReason(error)
  return {
    code: reason ? 'FILE_ERROR' : 'UNEXPECTED',
    message: reason
      ? t(`cli.errors.${reason}`, { path: (error as { path?: string }).path ?? '' })
      : t('cli.errors.unexpected', { reason: String(error) }),
    hint: null,
    next: null,
    status: null,
    requestId: null,
    // A command may have changed something before the disk was full.
    exitCode: reason && reason !== 'diskFull' ? EXIT.usage : EXIT.error,
    retryable: false,
    field: null,
    lines: words.io.env['TOCSIN_TRACE'] && error instanceof Error && error.stack ? error.stack.split('\n') : [],
  }
}

const SYSTEM_REASONS: { readonly [code: string]: string } = {
  ENOENT: 'noFile',
  EACCES: 'noAccess',
  EPERM: 'noAccess',
  EROFS: 'noAccess',
  EISDIR: 'isFolder',
  // A file stands where the path needs a folder, or where one was to be made.
  ENOTDIR: 'notFolder',
  EEXIST: 'notFolder',
  ENOSPC: 'diskFull',
}

function systemReason(error: unknown): string | undefined {
  const { code, path } = error as { code?: string; path?: string }
  if (path === undefined) return undefined
  return SYSTEM_REASONS[code ?? '']
}

/** The codes of failures between here and the server, beside answers without words. */
const NETWORK_CODES = new Set(['NETWORK_ERROR', 'TIMEOUT', 'REDIRECTED', 'INVALID_ANSWER'])

async function apiFailure(error: ApiError, words: Words, resource?: string): Promise<Failure> {
  const { t, locale, vocabulary } = words
  const { code, keys, advice: general } = wordingOf(error, resource)
  const isOnTheWay = error.wordless || NETWORK_CODES.has(code)
  const onTheWay = isOnTheWay ? (await import('./network/told')).toldOf(error, words) : null
  const key = keys.find((one) => vocabulary.has(locale, one))
  const { next, hint = general } = await advice(error, words)
  const problems = error.fields.filter(({ field }) => field !== undefined)
  return {
    code: onTheWay?.code ?? code,
    message: onTheWay ? t(onTheWay.key, onTheWay.values) : sentence(key ? t(key, valuesOf(error, words)) : code),
    hint: onTheWay?.hint ?? (hint && vocabulary.has(locale, hint) ? clause(t(hint)) : null),
    next,
    // Without an answer there is none.
    status: error.status || null,
    requestId: error.requestId ?? null,
    exitCode: exitOf(error),
    retryable: exitOf(error) === EXIT.temporary,
    field: problems[0]?.field ?? null,
    ...onTheWay?.more,
    ...(problems.length > 0 ? { fields: problems.map((problem) => fieldFailure(problem, words)) } : {}),
    lines: problems.map((problem) => fieldLine(problem, words)),
  }
}

/** Returns the values of a failure's sentence; of several permissions, each of which would do, a list in words. */
function valuesOf(error: ApiError, { t, locale }: Words): Record<string, unknown> {
  const values = detailsInWords(error, t) ?? {}
  const { permission } = values
  if (typeof permission !== 'string') return values
  return { ...values, permission: anyOf(permission, locale) }
}

/** Returns permissions of which one is enough, as the server joins them (`terms:view | client:terms:view`), in words. */
export const anyOf = (permissions: string, locale: Locale): string =>
  new Intl.ListFormat(locale, { type: 'disjunction' }).format(permissions.split(' | '))

/** Drops the full stop, since something follows. */
export const sentence = (text: string) => text.replace(/\.$/, '')
/** Makes a sentence fit after a colon. */
const clause = (text: string) => sentence(text.charAt(0).toLowerCase() + text.slice(1))

/** Returns the flag that gives a field; null for one that came as an argument, or was asked. */
function flagFor(field: string, flagNames: ReadonlySet<string>): string | null {
  const spelled = (spell: (part: string) => string) => field.split('.').map(spell).join('.')
  const name = spelled(flagOf)
  // A refusal of a group is one of its only part, if it has just one.
  const parts = [...flagNames].filter((one) => one.startsWith(`--${name}.`))
  const only = parts.length === 1 ? parts : []
  // Some names ending in Id are no references: `--content-id`.
  return [`--${name}`, `--${spelled(kebab)}`, `--${name}-stdin`, ...only].find((one) => flagNames.has(one)) ?? null
}

/** Returns the refusal of a value in words: `is required`. */
export function problemOf(
  { message, values }: FieldError,
  { t, locale, vocabulary }: Pick<Words, 't' | 'locale' | 'vocabulary'>,
): string {
  const key = [message, `formErrors.${message}`].find((one) => vocabulary.has(locale, one))
  return key ? t(key, values) : message
}

/** Returns `--client is required`: fields are named by their flags, since the reader typed those. */
function fieldLine(problem: FieldError, words: Words): string {
  const { field = '' } = problem
  const plain = field.split('.').map(kebab).join('.')
  return `${flagFor(field, words.flagNames) ?? plain} ${problemOf(problem, words)}`
}

function fieldFailure(problem: FieldError, words: Words): FieldFailure {
  const { field = '', message, values = {} } = problem
  return {
    field,
    flag: flagFor(field, words.flagNames),
    code: codeOf(message),
    values,
    message: problemOf(problem, words),
  }
}

/** Returns the code of a rule by the key of its message: `required` of `formErrors.required`. */
export const codeOf = (key: string): string => key.slice(key.lastIndexOf('.') + 1)

/** Refusals of a session; a sign-in has others. */
const UNAUTHENTICATED = new Set([
  'NOT_AUTHENTICATED',
  'INVALID_AUTHORIZATION_HEADER',
  'JWT_EXPIRED',
  'EXPIRED_REFRESH_TOKEN',
])

/** Refusals of a token that never works again. */
const TOKEN_IS_OVER = new Set(['TOKEN_EXPIRED', 'TOKEN_REVOKED'])

/** The reasons a step of a set-up needs the password first. */
const SETUP_REASONS = new Set<unknown>(['verification.noToken', 'verification.tokenExpired'])

/** Returns the help in a terminal; its own hint if it knows more than the general advice. */
async function advice(
  { code, status, details }: ApiError,
  words: Words,
): Promise<{ hint?: string; next: string | null }> {
  // An account that cannot be read must not hide the failure itself.
  const account = () => words.account().catch(() => null)
  if (code === 'NETWORK_ERROR') return { hint: 'cli.hints.network', next: null }
  if (code === 'CLIENT_LOCKED') {
    // Only the platform's operators create clients, and unlock them.
    const canUnlock = (await account())?.permissions.includes('clients:create')
    const id = details?.['ClientId'] ?? details?.['clientId']
    return { next: typeof id === 'number' && canUnlock ? `tocsin clients unlock ${id}` : null }
  }
  if (code === 'ALERT_TAKEN') {
    const { alert, takenBy } = details ?? {}
    return { next: `tocsin alerts take ${String(alert)} --from=${String((takenBy as { id?: unknown })?.id)}` }
  }
  if (code === 'PASSWORD_NOT_SET') return { next: 'tocsin profile password' }
  if (SETUP_REASONS.has(details?.['reason'])) return { next: 'tocsin profile mfa authorize --password-stdin' }
  if (details?.['reason'] === RESTORE_FIRST)
    return { next: `tocsin ${String(details['noun'])} ${kebab(String(details['restore']))} ${String(details['id'])}` }
  const isSignedOut = status === 401 && UNAUTHENTICATED.has(code)
  // No sign-in helps while the variable wins over what it stores.
  if (tokenOf(words.io.env) !== undefined) {
    if (isSignedOut) return { hint: 'cli.hints.tokenRefused', next: null }
    if (TOKEN_IS_OVER.has(code)) return { hint: 'cli.hints.tokenIsOver', next: 'tocsin tokens create' }
  }
  // A user who works as somebody else has an account of their own beside it.
  const own = isSignedOut || code === 'SIGNED_IN_AS' ? (await account())?.impersonator : null
  if (own) return { hint: 'cli.hints.ownAccount', next: `tocsin auth switch ${own.username}` }
  return { next: isSignedOut ? 'tocsin auth login' : null }
}

/** Tells a failure on stderr, in words or, if the output is JSON, as one line of it; returns the exit code. */
export async function tellFailure(failure: Failure, asJson: boolean, words: Words): Promise<ExitCode> {
  const { t, io } = words
  const { lines, ...rest } = failure
  if (asJson) {
    await io.stderr.write(`${jsonText({ error: lines.length > 0 && !rest.fields ? { ...rest, lines } : rest })}\n`)
    return failure.exitCode
  }
  const hints = [failure.hint, failure.next].filter((line) => line !== null)
  const text = [
    `${t('cli.errors.error')}: ${failure.message} (${failure.code})`,
    ...lines.map((line) => `  ${line}`),
    ...(hints.length > 0 ? [`${t('cli.errors.hint')}: ${hints.join(': ')}`] : []),
    ...(failure.requestId ? [`${t('cli.errors.request')}: ${failure.requestId}`] : []),
  ]
  await io.stderr.write(`${text.map((line) => safeForTerminal(line)).join('\n')}\n`)
  return failure.exitCode
}
