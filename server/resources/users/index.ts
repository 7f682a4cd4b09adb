import { PRODUCT, PROVIDER_CLIENT_ID } from '@tocsin/core/base/constants'
import { ApiError } from '@tocsin/core/base/errors'
import { mayGrant, permissionsOf, userTypeChoices } from '@tocsin/core/vocabulary/permissions'
import type { Draft, Problem } from '@tocsin/core/vocabulary/resource'
import { users } from '@tocsin/core/resources/users/index'
import type { User } from '@tocsin/core/resources/users/types'
import { canonical } from '@tocsin/core/vocabulary/validate'
import { sql, type RawBuilder } from 'kysely'
import { actorPermissions, scopeOf } from '../../context/actor'
import { same } from '../../records/audit'
import { proveCurrentPassword, stillHas } from '../../auth/current-password'
import { impersonate, refuseWhileImpersonating } from '../../auth/impersonation'
import { editAccount } from '../../auth/edited-accounts'
import { endSessionsOf } from '../../auth/sessions'
import { tellOwner } from '../../auth/tell-owner'
import { refuseWeak } from '../../secrets/weak-passwords'
import { forbidden, invalid } from '../../http/failures'
import type { Scope } from '../../db/scope'
import type { Context } from '../../context/context'
import { handle } from '../../records/handlers'
import { BOOKKEEPING } from '../../records/record-form'

/** Fields that prove a user's identity: nobody changes them while signed in as somebody else (T21). */
const PROOFS = new Set(['password', 'passwordConfirm', 'oldPassword'])
const OWN_FIELDS = new Set(['name', 'password', 'passwordConfirm', 'oldPassword'])

export const userHandlers = handle(users, {
  found: { subtitle: sql`concat_ws(' · ', r.username, r.email)`, words: sql`r.phone` },
  // Everybody sees themselves.
  scope: (scope, actor) => ({ condition: sql`(r.id = ${actor.id} or ${usersInScope(scope)})` }),
  computed: {
    hasPassword: sql`r.password_hash is not null`,
    permissions: sql`'[]'::jsonb`,
    apiToken: sql`null::text`,
    Site: sql`(select jsonb_build_object('name', s.name) from sites s where s.client_id = r.client_id and s.id = r.site_id)`,
  },
  filters: {
    // A part of the name, as a search finds it; `%` and `_` stand for themselves.
    username: (text: string) => sql`strpos(lower(r.username), lower(${text.trim()})) > 0`,
  },
  /** The list shows the viewer's own kind of user, unless it is asked for a client's or a place's. */
  only: ({ actor }, query) => {
    if (
      actor.userType !== PRODUCT ||
      query['ClientId'] ||
      query['SiteId'] ||
      query['MonitoringProviderId'] ||
      query['userType'] ||
      query['ids'] ||
      actor.role === 'clientManager'
    )
      return null
    return { condition: sql`r.user_type = ${PRODUCT}` }
  },
  present: (user) => ({ ...user, permissions: [...actorPermissions(user.userType, user.role)] }),
  /** A user who is not staff makes users of their own kind, of their own provider (USERS-13). */
  given: ({ userType, MonitoringProviderId }) =>
    userType === 'monitoring-provider' ? { userType, MonitoringProviderId } : {},
  prepare: ({ actor }, draft, stored) => {
    const record: Draft = { ...stored, ...draft }
    const problems: Problem[] = []
    const userType = String(record['userType'])
    if (stored?.id !== actor.id && !mayGrant(actor, userType, String(record['role'])))
      problems.push({
        field: userTypeChoices(actor).some((one) => one === userType) ? 'role' : 'userType',
        key: 'formErrors.notGrantable',
      })
    // A user bound to a site hands out that site and nothing wider.
    const { siteId } = scopeOf(actor)
    if (siteId !== null && stored?.id !== actor.id && (record['SiteId'] ?? null) !== siteId)
      problems.push({ field: 'SiteId', key: 'formErrors.notGrantable' })
    if (problems.length > 0) throw invalid(problems)
    // A user who manages users outlives the impersonation.
    const isAppointed = record['role'] !== stored?.role && stored?.id !== actor.id
    if (isAppointed && permissionsOf(userType, String(record['role'])).includes('users:update'))
      refuseWhileImpersonating(actor)
    refuseWeak(draft['password'], record['username'])
    return draft
  },
  columns: async ({ parts }, changes: Draft): Promise<Record<string, unknown>> => {
    const { password, userType, MonitoringProviderId } = changes
    return {
      ...(typeof password === 'string' ? { password_hash: await parts.passwords.hash(password) } : {}),
      // Staff are the provider's own, others their monitoring provider's; nobody chooses that, so no form asks for it.
      ...(userType === PRODUCT ? { client_id: PROVIDER_CLIENT_ID } : {}),
      ...(userType === 'monitoring-provider'
        ? { client_id: sql`(select p.client_id from monitoring_providers p where p.id = ${MonitoringProviderId})` }
        : {}),
    }
  },
  // Changing one's own password takes the one before; a user without one sets the first.
  beforehand: async (prover, id, changes) => {
    const { actor } = prover
    if (id !== actor.id) return undefined
    if (Object.keys(changes).some((name) => PROOFS.has(name))) refuseWhileImpersonating(actor)
    return typeof changes['password'] === 'string'
      ? proveCurrentPassword(prover, changes['oldPassword'], 'INVALID_OLD_PASSWORD')
      : undefined
  },
  update: async (context, user, changes, next) => {
    const self = user.id === context.actor.id
    refuseBeyond(context, user, changes, self)
    // A new mailbox gets the link that sets a new password: changing another's is a way in as their password is.
    const email = canonical(users.fields, changes)['email'] ?? user.email
    if (typeof changes['password'] === 'string' || email !== user.email) refuseWhileImpersonating(context.actor)
    if (self && typeof changes['password'] === 'string') {
      // The proof still holds, now that nobody else can change the password.
      if (!(await stillHas(context.tx, user.id, context.beforehand)))
        throw new ApiError({ status: 400, code: 'INVALID_OLD_PASSWORD', details: { field: 'oldPassword' } })
      await tellOwner(context, { ...user, client_id: user.ClientId }, 'own-password-changed')
    }
    const saved = self ? await next(changes) : await editAccount(context, user, changes, () => next(changes))
    // A new password or a switched-off account ends older sessions (T18); the session that changes its own stays.
    if (typeof changes['password'] === 'string' || changes['active'] === false)
      await endSessionsOf(context.parts, context.tx, user.id, { but: self ? context.actor.sid : undefined })
    return saved
  },
  unique: { users_username: { field: 'username' }, users_username_look: { field: 'username' } },
  actions: { loginAs: impersonate },
})

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
      ([name, value]) =>
        !OWN_FIELDS.has(name) && !BOOKKEEPING.has(name) && !same(value ?? null, user[name as keyof User] ?? null),
    )
    if (beyond.length > 0) throw invalid(beyond.map(([field]) => ({ field, key: 'formErrors.readonly' })))
  }
}
