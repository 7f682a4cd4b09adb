import { MFA_METHODS, SETUP_RESEND_SECONDS, type MfaMethod } from '@tocsin/core/base/constants'
import { ApiError } from '@tocsin/core/base/errors'
import {
  readOwnUser,
  selectMfa,
  sendVerifyingCode,
  setMfaAddress,
  setupAddress,
  verifyAddress,
} from '@tocsin/core/api/profile'
import { check } from '@tocsin/core/vocabulary/validate'
import type { Context } from '../context'
import { failureOf } from '../errors'
import { askChoice, askConsent, askCounting, askTextOrNothing } from '../prompts'
import { addressBody, methodOf, setupToken } from './profile-mfa'
import { requireProfile } from './profile-record'

/** Runs the whole set-up on a terminal: password, method, address, code, and whether sign-in asks for codes. */
export async function addByPrompts(
  context: Context,
  given: string | undefined,
  flags: Record<string, unknown>,
): Promise<void> {
  const { t } = context
  const http = await context.http()
  const { id } = await requireProfile(context)
  const method = given === undefined ? await chooseMethod(context) : methodOf(given)
  const token = await setupToken(context, flags)
  const user = await readOwnUser(http, id)
  const address = await enterAddress(context, method, user[method])
  if (address !== user[method]) await setMfaAddress(http, id, { token, ...addressBody(method, address) })
  await proveAddress(context, method, address, token)
  await context.note(t('cli.profile.verified', { address }))
  const name = t(`cli.profile.methods.${method}`)
  if (user.mfaMethod.includes(method) || !(await askConsent(context, t('cli.profile.enableNow', { method: name }))))
    return
  await selectMfa(http, id, { mfaMethod: method, disable: false, token })
  await context.note(t('cli.profile.enabled', { method: name }))
}

async function chooseMethod(context: Context): Promise<MfaMethod> {
  const names = MFA_METHODS.map((method) => context.t(`cli.profile.methods.${method}`))
  const chosen = await askChoice(context, context.t('cli.profile.whichMethod'), names)
  return MFA_METHODS[names.indexOf(chosen)] ?? 'email'
}

/** Asks for an address until it is valid; Enter alone takes the present one. */
async function enterAddress(context: Context, method: MfaMethod, before: string | null): Promise<string> {
  const { t } = context
  const question = t(`cli.profile.enterAddress.${method}`)
  for (;;) {
    const typed = await askTextOrNothing(context, before === null ? question : `${question} (${before})`)
    const address = typed === '' && before !== null ? before : typed
    const [problem] = check(setupAddress[method], addressBody(method, address))
    if (!problem) return address
    await context.note(t(problem.key, problem.values))
  }
}

/** The codes of the errors after which the prompt is repeated. */
const REPEATED_AFTER = new Set(['VERIFICATION_INVALID_CODE', 'TOO_MANY_REQUESTS'])

async function proveAddress(context: Context, method: MfaMethod, address: string, token: string): Promise<void> {
  const { t, io } = context
  const http = await context.http()
  const given = { token, ...addressBody(method, address) }
  let until = 0
  const send = async () => {
    await sendVerifyingCode(http, method, given)
    until = io.now() + SETUP_RESEND_SECONDS * 1000
  }
  await send()
  for (;;) {
    const code = await askCounting(context, until, (seconds) =>
      t(seconds > 0 ? 'cli.profile.enterCode' : 'cli.profile.enterCodeOrNot', { address, seconds }),
    )
    try {
      if (code !== '') return void (await verifyAddress(http, method, { ...given, code }))
      const seconds = Math.ceil((until - io.now()) / 1000)
      if (seconds > 0) await context.note(t('cli.profile.tooEarly', { seconds }))
      else await send()
    } catch (error) {
      if (!(error instanceof ApiError) || !REPEATED_AFTER.has(error.code)) throw error
      await context.note((await failureOf(error, context)).message)
    }
  }
}
