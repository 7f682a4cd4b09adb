import { PRODUCT, PROVIDER_CLIENT_ID } from '@tocsin/core/base/constants'
import { ApiError } from '@tocsin/core/base/errors'
import { mayGrant, permissionsOf, userTypeChoices } from '@tocsin/core/vocabulary/permissions'
import type { Draft, Problem } from '@tocsin/core/vocabulary/resource'
import { users } from '@tocsin/core/resources/users/index'
import type { User } from '@tocsin/core/resources/users/types'
import { canonical, withDefaults } from '@tocsin/core/vocabulary/validate'
import { sql, type RawBuilder } from 'kysely'
import { actorPermissions, scopeOf } from '../../context/actor'
import { same } from '../../records/audit'
import { isPasswordUnchanged, verifyCurrentPassword } from '../../auth/current-password'
import { impersonate, refuseWhileImpersonating } from '../../auth/impersonation'
import { editAccount } from '../../auth/edited-accounts'
import { sessionSchema } from '../../auth/session-answer'
import { endSessionsOf } from '../../auth/sessions'
import { tellOwner } from '../../auth/tell-owner'
import { refuseWeak } from '../../secrets/weak-passwords'
import { answer } from '../../http/describe'
import { forbidden, invalid, refuseProblems } from '../../http/failures'
import type { Scope } from '../../db/scope'
import type { Context } from '../../context/context'
import type { Save, Saved, Validated, Written } from '../../records/save'
import { defineOverrides, type Condition, type ReauthContext } from '../../records/overrides'

/** Fields that prove a user's identity: nobody changes them while signed in as somebody else (T21). */
const PROOFS = new Set(['password', 'passwordConfirm', 'oldPassword'])
const OWN_FIELDS = new Set(['name', 'password', 'passwordConfirm', 'oldPassword'])

export const usersOverrides = defineOverrides(users, {
  reads: {
    searchable: { subtitle: sql`concat_ws(' · ', r.username, r.email)`, extraText: sql`r.phone` },
    computed: {
      hasPassword: sql`r.password_hash is not null`,
      permissions: sql`'[]'::jsonb`,
      apiToken: sql`null::text`,
      Site: sql`(select jsonb_build_object('name', s.name) from sites s where s.client_id = r.client_id and s.id = r.site_id)`,
    },
    derived: { permissions: ({ userType, role }) => [...actorPermissions(userType, role)] },
    where: { userType: ofOneKind, username: named },
  },
  // Everybody sees themselves.
  scope: (scope, actor) => ({ condition: sql`(r.id = ${actor.id} or ${usersInScope(scope)})` }),
  writes: { before: verifyPassword, create, update },
  unique: { users_username: { field: 'username' }, users_username_look: { field: 'username' } },
  apiDescriptions: {
    loginAs: () =>
      answer('Signed in as this user, under the session of who asked: it ends when that one does', sessionSchema),
  },
  actions: { loginAs: impersonate },
})

/** Shows the viewer's own kind of user, unless the list is asked for a client's or a place's. */
function ofOneKind({ actor }: Context, query: Draft): Condition | undefined {
  const isNarrowed = ['ClientId', 'SiteId', 'MonitoringProviderId', 'userType', 'ids'].some((name) => query[name])
  if (actor.userType !== PRODUCT || isNarrowed || actor.role === 'clientManager') return undefined
  return { condition: sql`r.user_type = ${PRODUCT}` }
}

/** Finds a part of the name, as a search does; `%` and `_` stand for themselves. */
function named(_context: Context, { username }: Draft): Condition | undefined {
  if (typeof username !== 'string') return undefined
  return { condition: sql`strpos(lower(r.username), lower(${username.trim()})) > 0` }
}

/** The digest of the password that a user has proved; null where there was none to prove. */
type PasswordProof = string | null

/** Takes the password before for one's own new one; a user without a password sets the first. */
async function verifyPassword(asker: ReauthContext, id: number | null, changes: Draft): Promise<PasswordProof> {
  const { actor } = asker
  if (id !== actor.id) return null
  if (Object.keys(changes).some((name) => PROOFS.has(name))) refuseWhileImpersonating(actor)
  return typeof changes['password'] === 'string'
    ? verifyCurrentPassword(asker, changes['oldPassword'], 'INVALID_OLD_PASSWORD')
    : null
}

/** Makes a user; one who is not staff makes users of their own kind, of their own provider (USERS-13). */
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
  // A new mailbox gets the link that sets a new password: changing another's is a way in as their password is.
  const email = canonical(users.fields, changes)['email'] ?? user.email
  if (newPassword || email !== user.email) refuseWhileImpersonating(save.actor)
  if (self && newPassword) {
    // The proof still holds, now that nobody else can change the password.
    if (!(await isPasswordUnchanged(save.tx, user.id, proof)))
      throw new ApiError({ status: 400, code: 'INVALID_OLD_PASSWORD', details: { field: 'oldPassword' } })
    await tellOwner(save, { ...user, client_id: user.ClientId }, 'own-password-changed')
  }
  const write = async () => {
    refuseUngranted(save, changes, user)
    return save.history(await store(save, await save.change(user, changes)))
  }
  const saved = self ? await write() : await editAccount(save, user, changes, write)
  // A new password or a switched-off account ends older sessions (T18); the session that changes its own stays.
  if (newPassword || changes['active'] === false)
    await endSessionsOf(save.parts, save.tx, user.id, { but: self ? save.actor.sid : undefined })
  return saved
}

/** Refuses an account that the maker may not hand out, and a password that is too easy to guess. */
function refuseUngranted({ actor }: Context, draft: Draft, stored: User | null): void {
  const record: Draft = { ...stored, ...draft }
  const problems: Problem[] = []
  const userType = String(record['userType'])
  const self = stored?.id === actor.id
  if (!self && !mayGrant(actor, userType, String(record['role'])))
    problems.push({
      field: userTypeChoices(actor).some((one) => one === userType) ? 'role' : 'userType',
      key: 'formErrors.notGrantable',
    })
  // A user bound to a site hands out that site and nothing wider.
  const { siteId } = scopeOf(actor)
  if (siteId !== null && !self && (record['SiteId'] ?? null) !== siteId)
    problems.push({ field: 'SiteId', key: 'formErrors.notGrantable' })
  refuseProblems(problems)
  // A user who manages users outlives the impersonation.
  const isAppointed = record['role'] !== stored?.role && !self
  if (isAppointed && permissionsOf(userType, String(record['role'])).includes('users:update'))
    refuseWhileImpersonating(actor)
  refuseWeak(draft['password'], record['username'])
}

async function store(save: Save<User>, validated: Validated<User>): Promise<Written<User>> {
  const { password, userType, MonitoringProviderId } = validated.changedFields
  return save.store(validated, {
    ...(typeof password === 'string' ? { password_hash: await save.parts.passwords.hash(password) } : {}),
    // Staff are the provider's own, others their monitoring provider's; nobody chooses that, so no form asks
    // for it.
    ...(userType === PRODUCT ? { client_id: PROVIDER_CLIENT_ID } : {}),
    ...(userType === 'monitoring-provider'
      ? { client_id: sql`(select p.client_id from monitoring_providers p where p.id = ${MonitoringProviderId})` }
      : {}),
  })
}

/** Shows a client its own users and a monitoring provider its own, but never the provider's staff. */
function usersInScope({ kind, clientIds, siteId, providerId }: Scope): RawBuilder<unknown> {
  if (kind === 'provider')
    return sql`(r.user_type = 'monitoring-provider' and r.monitoring_provider_id = ${providerId})`
  if (kind !== 'clients') return sql`false`
  const ofSite = siteId === null ? sql`` : sql` and r.site_id = ${siteId}`
  return sql`(r.user_type = 'client' and r.client_id = any (${clientIds}::int[])${ofSite})`
}

/**
 * Refuses a role of one's own or without users:update:role, anybody above oneself, own fields but name and password.
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
