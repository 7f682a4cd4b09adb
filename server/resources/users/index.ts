import { same } from '@tocsin/core/base/same'
import { PRODUCT, PROVIDER_CLIENT_ID } from '@tocsin/core/base/constants'
import { ApiError } from '@tocsin/core/base/errors'
import { mayGrant, permissionsOf, userTypeChoices } from '@tocsin/core/vocabulary/roles'
import type { Draft, Problem } from '@tocsin/core/vocabulary/resource'
import { users } from '@tocsin/core/resources/users/index'
import type { User } from '@tocsin/core/resources/users/types'
import { canonical, withDefaults } from '@tocsin/core/vocabulary/validate'
import { sql } from 'kysely'
import { actorPermissions, scopeOf } from '../../context/actor'
import { isPasswordUnchanged, verifyCurrentPassword } from '../../auth/current-password'
import { impersonate, refuseWhileImpersonating } from '../../auth/impersonation'
import { editAccount } from '../../auth/edited-accounts'
import { sessionSchema } from '../../auth/session-answer'
import { endSessionsOf } from '../../auth/sessions'
import { notifyOwner } from '../../auth/notify-owner'
import { refuseWeak } from '../../secrets/weak-passwords'
import { answer } from '../../http/describe'
import { forbidden, invalid, refuseProblems } from '../../http/failures'
import type { Context } from '../../context/context'
import type { Save, Saved, Validated, Written } from '../../records/save'
import { defineOverrides, type Condition, type ReauthContext } from '../../records/overrides'
import { iso } from '../../time'
import { usersInScope } from './scope'

/** The fields that prove a user's identity. Nobody changes them while signed in as somebody else (T21). */
const PROOFS = new Set(['password', 'passwordConfirm', 'oldPassword'])
const OWN_FIELDS = new Set(['name', 'password', 'passwordConfirm', 'oldPassword'])

export const usersOverrides = defineOverrides(users, {
  reads: {
    searchable: {
      subtitle: sql`concat_ws(' · ', r.username, r.email)`,
      extraText: sql`r.phone`,
      beyond: (patterns) => sql`select u.id from users u where u.phone like all (${patterns})`,
    },
    computed: {
      hasPassword: sql`r.password_hash is not null`,
      permissions: sql`'[]'::jsonb`,
      apiToken: sql`null::text`,
      Site: sql`(select jsonb_build_object('name', s.name) from sites s where s.client_id = r.client_id and s.id = r.site_id)`,
    },
    derived: { permissions: ({ userType, role }) => [...actorPermissions(userType, role)] },
    where: { userType: ofOneKind, username: named },
  },
  // Users always see themselves.
  scope: (scope, actor) => ({ condition: sql`(r.id = ${actor.id} or ${usersInScope(scope)})` }),
  writes: { before: verifyPassword, create, update },
  unique: { users_username: { field: 'username' }, users_username_look: { field: 'username' } },
  apiDescriptions: {
    loginAs: () =>
      answer('Signed in as this user, under the session of who asked: it ends when that one does', sessionSchema),
  },
  actions: { loginAs: impersonate },
})

/**
 * Returns the condition that limits a list to staff. It is for staff who see everything, unless the list has a filter
 * that narrows it.
 */
function ofOneKind({ actor }: Context, query: Draft): Condition | undefined {
  const isNarrowed = ['ClientId', 'SiteId', 'MonitoringProviderId', 'userType', 'ids'].some((name) => query[name])
  if (actor.userType !== PRODUCT || isNarrowed || actor.role === 'clientManager') return undefined
  return { condition: sql`r.user_type = ${PRODUCT}` }
}

/** Returns the condition that finds a part of the username, as a search does. `%` and `_` are ordinary characters. */
function named(_context: Context, { username }: Draft): Condition | undefined {
  if (typeof username !== 'string') return undefined
  return { condition: sql`strpos(lower(r.username), lower(${username.trim()})) > 0` }
}

/** The hash of the password that a user has proved; null if there was none to prove. */
type PasswordProof = string | null

/**
 * Verifies the current password for a change of one's own. A user without a password sets the first one without it
 * (A-029).
 */
async function verifyPassword(asker: ReauthContext, id: number | null, changes: Draft): Promise<PasswordProof> {
  const { actor } = asker
  if (id !== actor.id) return null
  // A token changes nothing of its user, nor tries their password (C06).
  if (actor.token) throw forbidden([], 'notices.notForTokens')
  if (Object.keys(changes).some((name) => PROOFS.has(name))) refuseWhileImpersonating(actor)
  return typeof changes['password'] === 'string'
    ? verifyCurrentPassword(asker, changes['oldPassword'], 'INVALID_OLD_PASSWORD')
    : null
}

/** Creates a user. A user of a monitoring provider creates users of the same provider only (USERS-13). */
async function create(save: Save<User>, draft: Draft): Promise<Saved<User>> {
  const { userType, MonitoringProviderId } = save.actor
  const ownKind = userType === 'monitoring-provider' ? { userType, MonitoringProviderId } : {}
  const user = withDefaults(users.fields, { ...ownKind, ...draft })
  refuseUngranted(save, user, null)
  return save.history(await store(save, await save.new({ ...ownKind, ...draft })))
}

async function update(
  save: Save<User>,
  user: User,
  changes: Draft,
  proof: PasswordProof | undefined,
): Promise<Saved<User>> {
  const self = user.id === save.actor.id
  const newPassword = typeof changes['password'] === 'string'
  refuseBeyond(save, user, changes, self)
  // The new mailbox receives the link that sets a new password, so that a change of another user's e-mail gives access
  // as a change of the password does.
  const email = canonical(users.fields, changes)['email'] ?? user.email
  if (newPassword || email !== user.email) refuseWhileImpersonating(save.actor)
  if (self && newPassword) {
    // Checks that the proof still holds, now that nobody else can change the password.
    if (!(await isPasswordUnchanged(save.tx, user.id, proof)))
      throw new ApiError({ status: 400, code: 'INVALID_OLD_PASSWORD', details: { field: 'oldPassword' } })
    await notifyOwner(save, { ...user, client_id: user.ClientId }, 'own-password-changed')
  }
  const write = async () => {
    refuseUngranted(save, changes, user)
    return save.history(await store(save, await save.change(user, changes)))
  }
  const saved = self ? await write() : await editAccount(save, user, changes, write)
  // A new password or a deactivated account ends older sessions (T18). A session that changes its own password stays.
  if (newPassword || changes['active'] === false)
    await endSessionsOf(save.parts, save.tx, user.id, { but: self ? save.actor.sid : undefined })
  // Tokens outlive a change of the password, which they do not depend on, and end with the account (C06).
  if (changes['active'] === false) await revokeTokensOf(save, user.id)
  return saved
}

async function revokeTokensOf({ tx, parts }: Context, userId: number): Promise<void> {
  const now = iso(parts.now())
  await sql`update tokens set active = false, revoked_at = ${now}, updated_at = ${now}, version = version + 1
    where user_id = ${userId} and active`.execute(tx)
}

/** Throws ApiError 400 for an account that the actor may not give, and for a password that is too easy to guess. */
export function refuseUngranted({ actor }: Context, draft: Draft, stored: User | null): void {
  const record: Draft = { ...stored, ...draft }
  const problems: Problem[] = []
  const userType = String(record['userType'])
  const self = stored?.id === actor.id
  if (!self && !mayGrant(actor, userType, String(record['role'])))
    problems.push({
      field: userTypeChoices(actor).some((one) => one === userType) ? 'role' : 'userType',
      key: 'formErrors.notGrantable',
    })
  // A user bound to a site gives that site and nothing wider.
  const { siteId } = scopeOf(actor)
  if (siteId !== null && !self && (record['SiteId'] ?? null) !== siteId)
    problems.push({ field: 'SiteId', key: 'formErrors.notGrantable' })
  refuseProblems(problems)
  // A user who manages users would outlive the impersonation.
  const isAppointed = record['role'] !== stored?.role && !self
  if (isAppointed && permissionsOf(userType, String(record['role'])).includes('users:update'))
    refuseWhileImpersonating(actor)
  refuseWeak(draft['password'], record['username'])
}

async function store(save: Save<User>, validated: Validated<User>): Promise<Written<User>> {
  const { password, userType, MonitoringProviderId } = validated.changedFields
  return save.store(validated, {
    ...(typeof password === 'string' ? { password_hash: await save.parts.passwords.hash(password) } : {}),
    // Staff belong to the provider's own client, and users of a monitoring provider to the provider's client.
    // Nobody chooses that, so no form asks for it.
    ...(userType === PRODUCT ? { client_id: PROVIDER_CLIENT_ID } : {}),
    ...(userType === 'monitoring-provider'
      ? { client_id: sql`(select p.client_id from monitoring_providers p where p.id = ${MonitoringProviderId})` }
      : {}),
  })
}

/**
 * Throws ApiError for a change of one's own role, for a change of role without users:update:role, and for changes of
 * one's own fields other than name and password.
 */
function refuseBeyond(context: Context, user: User, changes: Draft, self: boolean): void {
  const roleChanges = changes['role'] !== undefined && changes['role'] !== user.role
  if (roleChanges && self) throw forbidden([], 'resources.users.ownRecord')
  if (roleChanges && !context.actor.permissions.includes('users:update:role')) throw forbidden(['users:update:role'])
  if (self) {
    const beyond = Object.entries(changes).filter(
      ([name, value]) => !OWN_FIELDS.has(name) && !same(value ?? null, user[name as keyof User] ?? null),
    )
    if (beyond.length > 0) throw invalid(beyond.map(([field]) => ({ field, key: 'formErrors.readonly' })))
  }
}
