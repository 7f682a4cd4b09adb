import { MFA_METHODS, type MfaMethod } from '@tocsin/core/base/constants'
import { ApiError } from '@tocsin/core/base/errors'
import {
  authorizeMfaUpdate,
  liveSetupToken,
  readOwnUser,
  selectMfa,
  sendVerifyingCode,
  setMfaAddress,
  setupAddress,
  setupCode,
  setupPassword,
  verifyAddress,
  type Address,
} from '@tocsin/core/api/profile'
import { CommandError, usageError } from '../command-error'
import { confirm } from '../confirm'
import type { Context } from '../context'
import { EXIT } from '../exit-codes'
import { askedFields } from '../layout'
import { rowWriter } from '../output'
import { canAsk } from '../prompts'
import { requireValid } from '@tocsin/core/vocabulary/require-valid'
import { requireProfile } from './profile-record'
import { password, text } from './sign-in'

type Flags = Record<string, unknown>
const COLUMNS = ['method', 'address', 'verified', 'enabled']

/** Shows the methods, the destinations of their codes and whether sign-in asks for them. */
export async function status(context: Context): Promise<void> {
  const { t, settings, format, color, io } = context
  const { id } = await requireProfile(context)
  const person = await readOwnUser(await context.http(), id)
  const keys = askedFields(settings, COLUMNS) ?? COLUMNS
  const columns = keys.map((path) => ({ path, label: t(`cli.profile.columns.${path}`) }))
  const writer = await rowWriter({ format, color, t, keys, columns }, io.stdout)
  await writer.page(
    MFA_METHODS.map((method) => ({
      id: method,
      method,
      address: person[method],
      verified: person[`${method}Verified`],
      enabled: person.mfaMethod.includes(method),
    })),
  )
  await writer.end()
}

/** Begins a set-up; its token is kept with the account, so that a script need not pass it on. */
export async function authorize(context: Context, flags: Flags): Promise<void> {
  if (context.io.env['TOCSIN_TOKEN'])
    throw usageError('cli.profile.notKept', {}, { next: 'tocsin profile mfa enable email --password-stdin' })
  await newToken(context, flags)
  await context.note(context.t('cli.profile.authorized'))
}

async function newToken(context: Context, flags: Flags): Promise<string> {
  const { id } = await requireProfile(context)
  const given = await password(context, flags['passwordStdin'] === true, 'cli.profile.oldPassword')
  requireValid(setupPassword, { password: given })
  return authorizeMfaUpdate(await context.http(), id, given)
}

/** Returns the token of a step: that of a begun set-up, or a new one for the password at hand or asked for. */
export async function setupToken(context: Context, flags: Flags): Promise<string> {
  const { io } = context
  if (flags['passwordStdin'] === true) return newToken(context, flags)
  const kept = liveSetupToken(await requireProfile(context), io.now())
  if (kept !== null) return kept
  if (canAsk(io) || io.env['TOCSIN_PASSWORD']) return newToken(context, flags)
  throw new ApiError({ status: 400, code: 'MISSING_TOKEN', details: { reason: 'verification.noToken' } })
}

/** Reads a method as it was typed; `usage`: the key of the message if none was typed. */
export function methodOf(given: string | undefined, usage?: string): MfaMethod {
  const method = MFA_METHODS.find((one) => one === given)
  if (method) return method
  if (!given)
    throw usageError('cli.profile.noMethod', {}, { field: '<method>', ...(usage ? { hint: { key: usage } } : {}) })
  const values = { flag: '<method>', value: given, choices: MFA_METHODS.join(', ') }
  throw usageError('cli.usage.choice', values, { field: '<method>' })
}

export const addressOf = (method: MfaMethod, address: string): Address =>
  method === 'email' ? { email: address } : { phone: address }

/** Returns the typed address, or the present one. */
async function addressFor(context: Context, method: MfaMethod, given: string | undefined): Promise<string> {
  const { id } = await requireProfile(context)
  const address = given ?? (await readOwnUser(await context.http(), id))[method]
  if (address === null)
    throw new CommandError({
      code: 'NO_ADDRESS',
      exit: EXIT.invalid,
      key: `cli.profile.noAddress.${method}`,
      next: `tocsin profile mfa add ${method} --help`,
    })
  requireValid(setupAddress[method], addressOf(method, address))
  return address
}

/** Names a new address; on a terminal without an argument, asks for everything to the end. */
export async function add(
  context: Context,
  given: string | undefined,
  address: string | undefined,
  flags: Flags,
): Promise<void> {
  if (address === undefined && canAsk(context.io))
    return (await import('./profile-mfa-asked')).addByPrompts(context, given, flags)
  const usage = 'cli.profile.addUsage'
  const method = methodOf(given, usage)
  if (address === undefined)
    throw usageError(
      'cli.usage.missingArgument',
      { argument: '<address>' },
      { field: '<address>', hint: { key: usage } },
    )
  requireValid(setupAddress[method], addressOf(method, address))
  const token = await setupToken(context, flags)
  const { id } = await requireProfile(context)
  await setMfaAddress(await context.http(), id, { token, ...addressOf(method, address) })
  await context.note(context.t('cli.profile.named', { method, address }))
}

/** Sends a code to an address. */
export async function sendCode(
  context: Context,
  given: string | undefined,
  typed: string | undefined,
  flags: Flags,
): Promise<void> {
  const method = methodOf(given)
  const address = await addressFor(context, method, typed)
  const token = await setupToken(context, flags)
  await sendVerifyingCode(await context.http(), method, { token, ...addressOf(method, address) })
  await context.note(context.t('cli.profile.codeSent', { address }))
}

/** Proves an address by the code that was sent to it. */
export async function verify(
  context: Context,
  given: string | undefined,
  typed: string | undefined,
  flags: Flags,
): Promise<void> {
  const method = methodOf(given)
  const address = await addressFor(context, method, typed)
  const code = await text(context, flags, 'code', 'cli.profile.code')
  requireValid(setupCode, { code })
  const token = await setupToken(context, flags)
  await verifyAddress(await context.http(), method, { code, token, ...addressOf(method, address) })
  await context.note(context.t('cli.profile.verified', { address }))
}

/** Enables or disables a method; asks before the last one goes, after which no code is needed. */
export async function select(
  context: Context,
  given: string | undefined,
  disable: boolean,
  flags: Flags,
): Promise<void> {
  const { t } = context
  const method = methodOf(given)
  const http = await context.http()
  const { id } = await requireProfile(context)
  if (disable) {
    const { mfaMethod } = await readOwnUser(http, id)
    if (mfaMethod.length === 1 && mfaMethod[0] === method)
      await confirm(context, { danger: 'ask', question: t('cli.profile.lastMethod'), name: method })
  }
  await selectMfa(http, id, { mfaMethod: method, disable, token: await setupToken(context, flags) })
  const name = t(`cli.profile.methods.${method}`)
  await context.note(t(disable ? 'cli.profile.disabled' : 'cli.profile.enabled', { method: name }))
}
