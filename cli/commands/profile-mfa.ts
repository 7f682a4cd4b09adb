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
import { ownLayout } from '../layout'
import { rowWriter } from '../output'
import { canAsk } from '../prompts'
import { tokenOf } from '../settings'
import { requireValid } from '@tocsin/core/vocabulary/require-valid'
import { requireProfile } from './profile-record'
import { readPassword, readText } from './sign-in'

type Flags = Record<string, unknown>
const COLUMNS = ['method', 'address', 'verified', 'enabled']

/** Prints each method with its address, whether that is verified, and whether sign-in asks for a code by it. */
export async function status(context: Context): Promise<void> {
  const { id } = await requireProfile(context)
  const user = await readOwnUser(await context.http(), id)
  const layout = ownLayout(context, COLUMNS, (path) => context.t(`cli.profile.columns.${path}`))
  const writer = await rowWriter(layout, context.io.stdout)
  await writer.page(
    MFA_METHODS.map((method) => ({
      id: method,
      method,
      address: user[method],
      verified: user[`${method}Verified`],
      enabled: user.mfaMethod.includes(method),
    })),
  )
  await writer.end()
}

/** Begins a set-up. The session keeps its token with the account, so that a script need not pass it on. */
export async function authorize(context: Context, flags: Flags): Promise<void> {
  if (tokenOf(context.io.env))
    throw usageError('cli.profile.notKept', {}, { next: 'tocsin profile mfa enable email --password-stdin' })
  await requestSetupToken(context, flags)
  await context.note(context.t('cli.profile.authorized'))
}

async function requestSetupToken(context: Context, flags: Flags): Promise<string> {
  const { id } = await requireProfile(context)
  const given = await readPassword(context, flags['passwordStdin'] === true, 'cli.profile.oldPassword')
  requireValid(setupPassword, { password: given })
  return authorizeMfaUpdate(await context.http(), id, given)
}

/**
 * Returns the token of a step: that of the set-up that was begun, unless it has expired or `--password-stdin` is given.
 * Else a new one, for the password from stdin, TOCSIN_PASSWORD or a prompt.
 */
export async function setupToken(context: Context, flags: Flags): Promise<string> {
  const { io } = context
  if (flags['passwordStdin'] === true) return requestSetupToken(context, flags)
  const kept = liveSetupToken(await requireProfile(context), io.now())
  if (kept !== null) return kept
  if (canAsk(context) || io.env['TOCSIN_PASSWORD']) return requestSetupToken(context, flags)
  throw new ApiError({ status: 400, code: 'MISSING_TOKEN', details: { reason: 'verification.noToken' } })
}

/** Returns the method that was typed, or throws a usage error. `usage` is the key of the hint if none was typed. */
export function methodOf(given: string | undefined, usage?: string): MfaMethod {
  const method = MFA_METHODS.find((one) => one === given)
  if (method) return method
  if (!given)
    throw usageError('cli.profile.noMethod', {}, { field: '<method>', ...(usage ? { hint: { key: usage } } : {}) })
  const values = { flag: '<method>', value: given, choices: MFA_METHODS.join(', ') }
  throw usageError('cli.usage.choice', values, { field: '<method>' })
}

export const addressBody = (method: MfaMethod, address: string): Address =>
  method === 'email' ? { email: address } : { phone: address }

/** Returns the address that was typed, or else the stored one. */
async function resolveAddress(context: Context, method: MfaMethod, given: string | undefined): Promise<string> {
  const { id } = await requireProfile(context)
  const address = given ?? (await readOwnUser(await context.http(), id))[method]
  if (address === null)
    throw new CommandError({
      code: 'NO_ADDRESS',
      exit: EXIT.invalid,
      key: `cli.profile.noAddress.${method}`,
      next: `tocsin profile mfa add ${method} --help`,
    })
  requireValid(setupAddress[method], addressBody(method, address))
  return address
}

/** Sets a new address that is still to be verified. On a terminal and without an address, prompts for every step. */
export async function add(
  context: Context,
  methodArgument: string | undefined,
  address: string | undefined,
  flags: Flags,
): Promise<void> {
  if (address === undefined && canAsk(context))
    return (await import('./profile-mfa-asked')).addByPrompts(context, methodArgument, flags)
  const usage = 'cli.profile.addUsage'
  const method = methodOf(methodArgument, usage)
  if (address === undefined)
    throw usageError(
      'cli.usage.missingArgument',
      { argument: '<address>' },
      { field: '<address>', hint: { key: usage } },
    )
  requireValid(setupAddress[method], addressBody(method, address))
  const token = await setupToken(context, flags)
  const { id } = await requireProfile(context)
  await setMfaAddress(await context.http(), id, { token, ...addressBody(method, address) })
  await context.note(context.t('cli.profile.named', { method, address }))
}

/** Sends a code to an address. */
export async function sendCode(
  context: Context,
  methodArgument: string | undefined,
  addressArgument: string | undefined,
  flags: Flags,
): Promise<void> {
  const method = methodOf(methodArgument)
  const address = await resolveAddress(context, method, addressArgument)
  const token = await setupToken(context, flags)
  await sendVerifyingCode(await context.http(), method, { token, ...addressBody(method, address) })
  await context.note(context.t('cli.profile.codeSent', { address }))
}

/** Verifies an address with the code that was sent to it. */
export async function verify(
  context: Context,
  methodArgument: string | undefined,
  addressArgument: string | undefined,
  flags: Flags,
): Promise<void> {
  const method = methodOf(methodArgument)
  const address = await resolveAddress(context, method, addressArgument)
  const code = await readText(context, flags, 'code', 'cli.profile.code')
  requireValid(setupCode, { code })
  const token = await setupToken(context, flags)
  await verifyAddress(await context.http(), method, { code, token, ...addressBody(method, address) })
  await context.note(context.t('cli.profile.verified', { address }))
}

/** Enables or disables a method. Asks before it disables the last one, since sign-in then needs no code. */
export async function setMethodEnabled(
  context: Context,
  methodArgument: string | undefined,
  isEnabled: boolean,
  flags: Flags,
): Promise<void> {
  const { t } = context
  const method = methodOf(methodArgument)
  const http = await context.http()
  const { id } = await requireProfile(context)
  if (!isEnabled) {
    const { mfaMethod } = await readOwnUser(http, id)
    if (mfaMethod.length === 1 && mfaMethod[0] === method)
      await confirm(context, { danger: 'ask', question: t('cli.profile.lastMethod'), name: method })
  }
  await selectMfa(http, id, { mfaMethod: method, disable: !isEnabled, token: await setupToken(context, flags) })
  const name = t(`cli.profile.methods.${method}`)
  await context.note(t(isEnabled ? 'cli.profile.enabled' : 'cli.profile.disabled', { method: name }))
}
