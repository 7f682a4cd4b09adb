import { requestPasswordReset, restorePassword, validateResetCode } from '@tocsin/core/auth'
import { usageError } from '../command-error'
import type { Context } from '../context'
import { readSecret } from '../input'
import { askText, canAsk } from '../prompts'
import { password, text } from './sign-in'

/** The token of the mailed link: alone, or in the address as it was copied. */
const tokenIn = (line: string) => /[?&]authorization=([^&#\s]+)/.exec(line)?.[1] ?? line.trim()

/**
 * A new password for who forgot theirs. With a user name alone it is asked for, and on a terminal a code that comes by
 * SMS is asked for at once; `--code` goes on with one, `--token-stdin` with the link of the mail.
 */
export async function passwordReset(context: Context, flags: Record<string, unknown>): Promise<void> {
  const { io, t } = context
  const http = await context.anonymousHttp()
  if (flags['tokenStdin'] === true) {
    // Stdin holds one secret.
    if (flags['passwordStdin'] === true)
      throw usageError('cli.usage.together', { flags: '--token-stdin, --password-stdin' })
    return setPassword(context, flags, tokenIn(await readSecret(io)))
  }
  const username = await text(context, flags, 'username', 'cli.auth.username')
  let { code } = flags
  if (typeof code !== 'string') {
    const { sentTo } = await requestPasswordReset(http, username)
    if (sentTo !== 'phone') return context.note(t('notices.passwordRecoverySuccess'))
    await context.note(t('cli.auth.codeSent', { method: t('cli.auth.methods.phone') }))
    if (!canAsk(io)) return
    code = await askText(context, t('cli.auth.code'))
  }
  await setPassword(context, flags, await validateResetCode(http, username, String(code)))
}

async function setPassword(context: Context, flags: Record<string, unknown>, token: string): Promise<void> {
  const given = await password(context, flags['passwordStdin'] === true)
  await restorePassword(await context.anonymousHttp(), { token, password: given, passwordConfirm: given })
  await context.note(context.t('cli.auth.passwordSet'))
}
