import { requestPasswordReset, restorePassword, validateResetCode } from '@tocsin/core/api/sign-in'
import { ApiError } from '@tocsin/core/base/errors'
import { newPassword } from '@tocsin/core/vocabulary/password'
import { refuseTreeHost } from '../config-files'
import type { Context } from '../context'
import { failureOf } from '../errors'
import { readSecrets } from '../input'
import { askSecret, askText, canAsk, unanswered } from '../prompts'
import { requireValid } from '@tocsin/core/vocabulary/require-valid'
import { readText } from './sign-in'

/** Returns the token of the mailed link: alone, or in the address as it was copied. */
const tokenIn = (line: string) => /[?&]authorization=([^&#\s]+)/.exec(line)?.[1] ?? line.trim()

/**
 * Sets a new password for a user who forgot theirs. With a username alone it asks for the reset, and on a terminal for
 * the code that comes by SMS; `--code` continues with a code, `--token-stdin` with the link of the mail.
 */
export async function passwordReset(context: Context, flags: Record<string, unknown>): Promise<void> {
  const { io, t } = context
  await refuseTreeHost(context)
  const http = await context.anonymousHttp()
  const [fromMail, fromStdin] = [flags['tokenStdin'] === true, flags['passwordStdin'] === true]
  const lines = fromMail || fromStdin ? await readSecrets(io) : []
  if (fromMail) {
    const token = tokenIn(lines.shift() ?? '')
    return setPassword(context, fromStdin ? (lines.shift() ?? '') : undefined, async () => token)
  }
  const given = fromStdin ? (lines.shift() ?? '') : undefined
  const username = await readText(context, flags, 'username', 'cli.auth.username')
  const { code } = flags
  if (typeof code === 'string') return setPassword(context, given, () => validateResetCode(http, username, code))
  const { sentTo } = await requestPasswordReset(http, username)
  if (sentTo !== 'phone') return context.note(t('notices.passwordRecoverySuccess'))
  await context.note(t('cli.auth.resetCodeSent'))
  if (!canAsk(context)) return
  const token = await validateResetCode(http, username, await askText(context, t('cli.auth.code')))
  await setPassword(context, given, async () => token)
}

/** The failures after which the question is repeated: only an accepted password spends the token. */
const AGAIN = new Set(['VALIDATION_FAILED', 'INVALID_PASSWORD'])

/** Sets the password. `proof` gives the token, which spends a code: faults of the password are told first. */
async function setPassword(context: Context, given: string | undefined, proof: () => Promise<string>): Promise<void> {
  const { io, t } = context
  const known = given ?? (io.env['TOCSIN_PASSWORD'] || undefined)
  if (known === undefined && !canAsk(context)) throw unanswered(context, '--password-stdin')
  let token: string | undefined
  for (;;) {
    try {
      const password = known ?? (await askSecret(context, t('cli.auth.newPassword')))
      requireValid(newPassword, { password, passwordConfirm: password })
      // A password typed unseen is typed twice.
      const passwordConfirm = known ?? (await askSecret(context, t('cli.auth.repeat')))
      requireValid(newPassword, { password, passwordConfirm })
      token ??= await proof()
      await restorePassword(await context.anonymousHttp(), { token, password, passwordConfirm })
      return context.note(t('cli.auth.passwordSet'))
    } catch (error) {
      if (known !== undefined || !(error instanceof ApiError) || !AGAIN.has(error.code)) throw error
      const { message, lines } = await failureOf(error, context)
      await context.note([message, ...lines].join('\n'))
    }
  }
}
