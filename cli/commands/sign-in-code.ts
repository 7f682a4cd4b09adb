import { resendCode, verifySignIn } from '@tocsin/core/api/sign-in'
import { MFA_METHODS, SIGN_IN_CODE_SECONDS } from '@tocsin/core/base/constants'
import { ApiError } from '@tocsin/core/base/errors'
import type { SignedIn } from '@tocsin/core/api/session'
import { usageError } from '../command-error'
import type { Context } from '../context'
import { failureOf } from '../errors'
import { readSecret } from '../input'
import { askChoice, askCounting } from '../prompts'
import { storeAccount } from './sign-in'

/** Returns the token that `auth login` printed: alone on its line, or within its JSON. */
function readMfaToken(text: string): string {
  if (!text.trimStart().startsWith('{')) return text.trim()
  try {
    const { mfaToken } = JSON.parse(text) as { mfaToken?: unknown }
    return typeof mfaToken === 'string' ? mfaToken : ''
  } catch {
    return ''
  }
}

/**
 * Runs the second step of sign-in without prompts: `--code` exchanges the code for a session, `--resend` sends another
 * code by the given method.
 */
export async function verify(context: Context, flags: Record<string, unknown>): Promise<void> {
  const { code, resend, mfaTokenStdin } = flags
  if (mfaTokenStdin !== true)
    throw usageError('cli.usage.missingFlag', { flag: '--mfa-token-stdin' }, { field: '--mfa-token-stdin' })
  if (typeof code !== 'string' && typeof resend !== 'string')
    throw usageError('cli.auth.codeOrResend', {}, { field: '--code' })
  // Another code voids the one before, so the given code would be wrong.
  if (typeof code === 'string' && typeof resend === 'string')
    throw usageError('cli.usage.together', { flags: '--code, --resend' }, { field: '--resend' })
  if (typeof resend === 'string' && !(MFA_METHODS as readonly string[]).includes(resend))
    throw usageError(
      'cli.usage.choice',
      { flag: '--resend', value: resend, choices: MFA_METHODS.join(', ') },
      { field: '--resend' },
    )
  const token = readMfaToken(await readSecret(context.io))
  const http = await context.anonymousHttp()
  if (typeof resend === 'string') {
    const { sentTo } = await resendCode(http, token, resend)
    await context.note(context.t('cli.auth.codeSent', { method: methodName(context, sentTo) }))
  }
  if (typeof code === 'string') await storeAccount(context, await verifySignIn(http, token, code))
}

const methodName = ({ t }: Context, method: string) =>
  method === 'email' || method === 'phone' ? t(`cli.auth.methods.${method}`) : method

/**
 * Prompts for the code, which was sent by the first method, until it is right, and returns the session. An empty answer
 * sends another code, by a method that the user chooses. Throws if no code can be right any more.
 */
export async function askForCode(context: Context, token: string, methods: readonly string[]): Promise<SignedIn> {
  const { t } = context
  const http = await context.anonymousHttp()
  let mfaToken = token
  let method = methods[0] ?? ''
  let until = context.io.now() + SIGN_IN_CODE_SECONDS * 1000
  for (;;) {
    const code = await askCounting(context, until, (seconds) =>
      t(seconds > 0 ? 'cli.auth.enterCode' : 'cli.auth.codeOver', { method: methodName(context, method), seconds }),
    )
    try {
      if (code !== '') return await verifySignIn(http, mfaToken, code)
      const chosen = methods.length > 1 ? await chooseMethod(context, methods) : method
      const sent = await resendCode(http, mfaToken, chosen)
      // Only now: a refused resend leaves the code before in force, which went by the method before.
      method = chosen
      mfaToken = sent.token ?? mfaToken
      until = context.io.now() + SIGN_IN_CODE_SECONDS * 1000
    } catch (error) {
      if (!isRepeatedAfter(error)) throw error
      await context.note((await failureOf(error, context)).message)
    }
  }
}

/** Returns whether the prompt is repeated after an error. Once the code of a sign-in is used, none can be right. */
export const isRepeatedAfter = (error: unknown): boolean =>
  error instanceof ApiError &&
  ['MFA_INVALID_CODE', 'TOO_MANY_REQUESTS'].includes(error.code) &&
  error.details?.['reason'] !== 'verification.used'

async function chooseMethod(context: Context, methods: readonly string[]): Promise<string> {
  const names = methods.map((one) => methodName(context, one))
  const chosen = await askChoice(context, context.t('cli.auth.whichMethod'), names)
  return methods[names.indexOf(chosen)] ?? ''
}
