import { ApiError } from '../base/errors'
import type { Call } from './http'
import { profileFrom, type Profile, type Session } from './session'

/** The effect of a call on the account that makes it. */
type Effect = 'token' | 'address' | 'method' | 'record'

const OF_USER = /^users\/(\d+)(?:\/(authorize\/update-mfa|update-mfa|select-mfa))?$/

function effectOf({ method, path }: Call, id: number): Effect | undefined {
  if (method === 'POST' && /^users\/(email|phone)\/verify$/.test(path)) return 'address'
  const [, user, step] = OF_USER.exec(path) ?? []
  if (Number(user) !== id) return undefined
  if (step === undefined) return method === 'PATCH' || method === 'PUT' ? 'record' : undefined
  if (method !== 'POST') return undefined
  return step === 'authorize/update-mfa' ? 'token' : step === 'update-mfa' ? 'address' : 'method'
}

const fields = (data: unknown) => (typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {})

/**
 * Updates the stored profile after a call that changes its own account. A choice of MFA method refreshes the session.
 * So do the first password and the first update of the record after a change of method or address. A
 * refresh that fails is ignored, because the call itself has succeeded.
 */
export async function followUp(session: Session, id: number, call: Call, data: unknown): Promise<void> {
  const effect = effectOf(call, id)
  // A write that was only tried has changed nothing.
  if (effect === undefined || call.query?.['dryRun']) return
  let before: Profile | undefined
  await session.change((profile) => {
    if (profile.id !== id) return profile
    before = profile
    if (effect === 'token') return { ...profile, updateMFAToken: String(fields(data)['token'] ?? '') || null }
    const person = effect === 'record' ? fields(data) : fields(fields(data)['profile'])
    const changed = profileFrom({ token: profile.token, profile: person }, profile)
    return effect === 'record' ? changed : { ...changed, refreshAfterUpdate: true }
  })
  const isFirstPassword = before?.hasPassword === false && fields(data)['hasPassword'] === true
  const isOwed = effect === 'method' || (effect === 'record' && (before?.refreshAfterUpdate || isFirstPassword))
  if (!before || !isOwed) return
  try {
    await session.refresh(before.token)
  } catch {
    return
  }
  if (effect === 'record') await session.change((profile) => ({ ...profile, refreshAfterUpdate: false }))
}

/** Removes the token of an MFA set-up from the profile if the server has refused it. */
export async function forgetRefusedToken(session: Session, call: Call, error: unknown): Promise<void> {
  const sent = call.body?.['token']
  if (!(error instanceof ApiError) || error.code !== 'MISSING_TOKEN' || typeof sent !== 'string') return
  await session.change((profile) => (profile.updateMFAToken === sent ? { ...profile, updateMFAToken: null } : profile))
}
