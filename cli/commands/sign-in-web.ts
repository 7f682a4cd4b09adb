import { beginTerminalSignIn, shownCode, takeTerminalSession } from '@tocsin/core/api/terminal-sign-in'
import { ApiError } from '@tocsin/core/base/errors'
import type { SignedIn } from '@tocsin/core/api/session'
import type { Http } from '@tocsin/core/api/http'
import { interrupted, usageError } from '../command-error'
import { refuseTreeHost } from '../config-files'
import type { Context } from '../context'
import { safeForTerminal } from '../display-width'
import { jsonText } from '../output'
import { storeAccount } from './sign-in'

/**
 * Signs in by the console: shows a link and a code, waits until somebody has allowed the code in a browser, and stores
 * the account. The password and the second factor are asked for by the console alone.
 */
export async function loginByConsole(context: Context, flags: Record<string, unknown>): Promise<void> {
  const { io } = context
  for (const [key, flag] of Object.entries({ username: '--username', passwordStdin: '--password-stdin' }))
    if (flags[key] !== undefined) throw usageError('cli.usage.together', { flags: `--web, ${flag}` }, { field: flag })
  await refuseTreeHost(context)
  const http = await context.anonymousHttp()
  const { token, code, link, seconds, interval } = await beginTerminalSignIn(http)
  // A server that does not know its own address returns a path, which may lie below that of the host.
  const whole = link.startsWith('/') ? `${context.host}${link}` : link
  await showRequest(context, { link: whole, code: shownCode(code), seconds })
  const end = io.now() + seconds * 1000
  for (;;) {
    await io.pause(interval * 1000, io.signal)
    if (io.signal.aborted) throw interrupted(io.signal.reason)
    const answer = await ask(http, token, io.now() < end)
    if (answer) return void (await storeAccount(context, answer))
  }
}

/** Asks for the session. A server that does not answer for a while is asked again, as long as the request lives. */
async function ask(http: Http, token: string, lives: boolean): Promise<SignedIn | null> {
  try {
    return await takeTerminalSession(http, token)
  } catch (error) {
    if (lives && error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500))
      return null
    throw error
  }
}

/** Shows what the person needs, on stderr and even with `--quiet`: nobody can go on without it. */
async function showRequest(
  { io, t, asJson }: Context,
  request: { link: string; code: string; seconds: number },
): Promise<void> {
  const { link, code, seconds } = request
  // The texts come from the server: they may move no cursor.
  const values = { link: safeForTerminal(link), code: safeForTerminal(code), minutes: Math.round(seconds / 60) }
  await io.stderr.write(`${asJson ? jsonText(request) : t('cli.auth.openConsole', values)}\n`)
}
