import { signOut } from '@tocsin/core/api/auth'
import { makeFirstRoot, needsVerification, signIn } from '@tocsin/core/api/sign-in'
import { ApiError } from '@tocsin/core/base/errors'
import { onServerClock, profileFrom, type Profile, type SignedIn } from '@tocsin/core/api/session'
import { chosenAccount, notSignedIn } from '../account'
import { CommandError, usageError } from '../command-error'
import { refuseTreeHost } from '../config-files'
import { failureOf } from '../errors'
import type { Context } from '../context'
import { EXIT } from '../exit-codes'
import { readSecret } from '../input'
import { jsonText } from '../output'
import { askSecret, askText, canAsk, unanswered } from '../prompts'
import { askFeatures } from '../routes-v2'
import { tokenOf } from '../settings'

/** Reads a password from stdin, the environment or a prompt: never from the command line. */
export async function readPassword(
  context: Context,
  fromStdin: boolean,
  question = 'cli.auth.password',
): Promise<string> {
  const { io, t } = context
  if (fromStdin) {
    const read = await readSecret(io)
    if (read === '') throw usageError('cli.auth.noPassword', {}, { field: '--password-stdin' })
    return read
  }
  const given = io.env['TOCSIN_PASSWORD']
  if (given) return given
  if (canAsk(context)) return askSecret(context, t(question))
  throw unanswered(context, '--password-stdin')
}

/** Signs in and stores the account. If a code is needed, asks for it, or fails and prints the token and methods. */
export async function login(context: Context, flags: Record<string, unknown>): Promise<number | void> {
  const { io } = context
  await refuseTreeHost(context)
  const name = await readText(context, flags, 'username', 'cli.auth.username')
  const answer = await signIn(
    await context.anonymousHttp(),
    name,
    await readPassword(context, flags['passwordStdin'] === true),
  )
  if (needsVerification(answer)) {
    const { token, mfaValues } = answer
    if (canAsk(context)) {
      await storeAccount(context, await (await import('./sign-in-code')).askForCode(context, token, mfaValues))
      return
    }
    // A script continues with this output. The error on stderr says why the command ends.
    await io.stdout.write(`${jsonText({ code: 'MFA_REQUIRED', mfaToken: token, methods: mfaValues })}\n`)
    throw new CommandError({
      code: 'MFA_REQUIRED',
      exit: EXIT.authentication,
      key: 'cli.auth.mfaRequired',
      values: { methods: mfaValues.join(', ') },
      next: 'tocsin auth verify --mfa-token-stdin --code CODE',
    })
  }
  await storeAccount(context, answer)
}

/** Makes the first root user of a server without users, and keeps the account. */
export async function firstRoot(context: Context, flags: Record<string, unknown>): Promise<void> {
  await refuseTreeHost(context)
  const code = await readText(context, flags, 'code', 'cli.auth.firstRootCode')
  const name = await readText(context, flags, 'username', 'cli.auth.username')
  const fullName = await readText(context, flags, 'name', 'cli.auth.personName')
  const email = await readText(context, flags, 'email', 'cli.auth.email')
  const secret = await readPassword(context, flags['passwordStdin'] === true)
  const person = { code, username: name, name: fullName, email, password: secret, passwordConfirm: secret }
  await storeAccount(context, await makeFirstRoot(await context.anonymousHttp(), person))
}

/** Returns a flag's text, or the answer to a prompt; without a terminal the error names the flag. */
export async function readText(
  context: Context,
  flags: Record<string, unknown>,
  flag: string,
  question: string,
): Promise<string> {
  const given = flags[flag]
  if (typeof given === 'string') return given
  if (canAsk(context)) return askText(context, context.t(question))
  throw unanswered(context, `--${flag}`)
}

/** Keeps an account that has just signed in, and uses it from now on. */
export async function storeAccount(context: Context, answer: SignedIn): Promise<Profile> {
  const { host, io, t } = context
  const profile = onServerClock(profileFrom(answer), io.now())
  const credentials = await context.credentials()
  await credentials.exclusively(async () =>
    credentials.change(host, (stored) => ({
      ...stored,
      current: profile.username,
      accounts: [profile, ...stored.accounts.filter((one) => one.username !== profile.username)],
    })),
  )
  // Without an answer the server's last flags stay in force; --debug shows the failure (FLAG-07).
  await askFeatures(context).catch(() => [])
  await context.note(t('cli.auth.signedIn', { host, ...profile }))
  return profile
}

/** Says so if commands go on with another account than the one that was just chosen. */
export async function noteOtherAccount({ io, note, t }: Context, username: string): Promise<void> {
  const account = io.env['TOCSIN_ACCOUNT']
  if (tokenOf(io.env)) await note(t('cli.auth.shadowed'))
  else if (account && account !== username) await note(t('cli.auth.otherAccount', { account }))
}

/** Ends the session at the server and forgets the account, even if the session has ended or the server is away. */
export async function logout(context: Context, all: boolean): Promise<void> {
  const { host, t } = context
  const credentials = await context.credentials()
  const stored = credentials.accountsOf(host)
  const chosen = all
    ? stored.accounts
    : [chosenAccount(context, stored, credentials.hosts())].filter((one) => one !== null)
  if (chosen.length === 0) throw await notSignedIn(context)
  for (const profile of chosen) await endSession(context, profile)
  const gone = new Set(chosen.map((profile) => profile.username))
  let after: string | null = null
  await credentials.exclusively(async () =>
    credentials.change(host, (before) => {
      const left = before.accounts.filter((one) => !gone.has(one.username))
      const stays = before.current !== null && !gone.has(before.current)
      after = stays ? null : nextAfter(chosen, left)
      return { ...before, current: stays ? before.current : after, accounts: left }
    }),
  )
  await context.note(t('cli.auth.signedOut', { accounts: [...gone].join(', ') }))
  if (after !== null) await context.note(t('cli.auth.switched', { username: after }))
  // People who sign out expect that commands act as nobody from here on.
  if (tokenOf(context.io.env) !== undefined) await context.note(t('cli.auth.tokenStays'))
}

/** Returns the username of the account to use next: the impersonator of a removed account, or else the latest. */
function nextAfter(gone: readonly Profile[], left: readonly Profile[]): string | null {
  const actors = new Set(gone.map((profile) => profile.impersonator?.username))
  return (left.find((one) => actors.has(one.username)) ?? left[0])?.username ?? null
}

async function endSession(context: Context, profile: Profile): Promise<void> {
  try {
    await signOut(await context.anonymousHttp(), profile.token)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) return
    // The account is forgotten all the same: a server that is gone would keep it for ever.
    const { message } = await failureOf(error, context)
    await context.note(context.t('cli.auth.serverNotTold', { username: profile.username, reason: message }))
  }
}
