import { PRODUCT, PROVIDER_CLIENT_ID } from '@tocsin/core/base/constants'
import { may, neededFor } from '@tocsin/core/vocabulary/permissions'
import { mayGrant } from '@tocsin/core/vocabulary/roles'
import { ALL_PERMISSIONS, permissionsOfToken } from '@tocsin/core/vocabulary/token-permissions'
import { expiryOf, MOST_DAYS, USUAL_DAYS } from '@tocsin/core/resources/tokens/expiry'
import { tokens } from '@tocsin/core/resources/tokens/index'
import type { Token } from '@tocsin/core/resources/tokens/types'
import { users } from '@tocsin/core/resources/users/index'
import type { Draft, Problem } from '@tocsin/core/vocabulary/resource'
import { sql } from 'kysely'
import { refuseWhileImpersonating } from '../../auth/impersonation'
import { endExpired, newUserToken } from '../../auth/user-tokens'
import type { Actor } from '../../context/actor'
import type { Context } from '../../context/context'
import { blocked, forbidden, refuseProblems } from '../../http/failures'
import { refuseLocked } from '../../records/locked-clients'
import { defineOverrides } from '../../records/overrides'
import { iso } from '../../time'
import { usersInScope } from '../users/scope'

/** The most tokens that a user has in use. */
const MOST = 100

/** Returns whether an actor manages users, and so sees and revokes the tokens of those within their scope. */
const managesUsers = (actor: Actor) => may(actor, neededFor(users.can.update, actor))

export const tokensOverrides = defineOverrides(tokens, {
  reads: {
    searchable: { subtitle: sql`r.prefix` },
    computed: { ClientId: sql`r.only_client_id` },
    where: {
      ClientId: (_, { ClientId }) =>
        ClientId === undefined ? null : { condition: sql`r.only_client_id = any (${[ClientId].flat()}::int[])` },
    },
    visible: ({ actor }) => (managesUsers(actor) ? null : { condition: sql`r.user_id = ${actor.id}` }),
  },
  scope: (scope, actor) => ({
    condition: sql`(r.user_id = ${actor.id}
      or exists (select from users u where u.id = r.user_id and ${usersInScope(scope, 'u')}))`,
  }),
  unique: { tokens_name: { field: 'name' } },
  writes: {
    async create(save, draft, _, { expires }) {
      const { actor, parts } = save
      // It would outlive the impersonation.
      refuseWhileImpersonating(actor)
      await refuseLocked(save, actor.ClientId)
      const end = expiryOf(typeof expires === 'string' ? expires : `${USUAL_DAYS}d`, parts.now())
      const validated = await save.new({ ...draft, ClientId: clientOf(actor, draft) })
      refuseProblems([
        ...beyondOneself(actor, validated.values),
        ...(end === null ? [{ field: 'expires', key: 'formErrors.expiry', values: { max: MOST_DAYS } }] : []),
      ])
      await refuseMany(save)
      await freeName(save, String(validated.values['name']))
      const { token, ...known } = newUserToken(parts)
      const written = await save.store(validated, {
        ...known,
        user_id: actor.id,
        only_client_id: validated.values['ClientId'] ?? null,
        expires_at: iso(end!),
      })
      return { ...(await save.history(written)), secret: { token } }
    },
  },
  history: async ({ tx }, { UserId }) => {
    const { rows } = await sql<{ clientId: number | null; siteId: number | null }>`select client_id as "clientId",
      site_id as "siteId" from users where id = ${UserId}`.execute(tx)
    return rows[0] ?? { clientId: null, siteId: null }
  },
  actions: {
    async revoke(save, token) {
      await refuseOfHigher(save, token)
      return save.history(await save.set(token, { active: false, revoked_at: iso(save.parts.now()) }))
    },
  },
})

/** Returns the client that a new token is for: of a user of a client always theirs, and otherwise the one that is named. */
const clientOf = ({ userType, ClientId }: Actor, draft: Draft): unknown =>
  userType === 'client' ? (draft['ClientId'] ?? ClientId) : (draft['ClientId'] ?? null)

/**
 * Returns problems with a permission that the user lacks or that a token for that client cannot use, and with a client that no
 * token of theirs can be for.
 */
function beyondOneself({ userType, permissions }: Actor, values: Draft): Problem[] {
  const problems: Problem[] = []
  const { can, ClientId } = values
  const isStaff = userType === PRODUCT
  const named = (can as string[]).filter((one) => one !== ALL_PERMISSIONS)
  const isOfOneClient = isStaff && (ClientId ?? null) !== null
  const usable = permissionsOfToken(permissions, { can: named, isOfOneClient })
  const unusable = named.find((one) => !usable.includes(one))
  if (unusable !== undefined) {
    const key = permissions.includes(unusable) ? 'formErrors.beyondClient' : 'formErrors.notYours'
    problems.push({ field: 'can', key, values: { permission: unusable } })
  }
  if ((ClientId ?? null) !== null && (isStaff ? ClientId === PROVIDER_CLIENT_ID : userType !== 'client'))
    problems.push({ field: 'ClientId', key: 'formErrors.notApplicable' })
  return problems
}

async function refuseMany({ tx, actor, parts }: Context): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from tokens
    where user_id = ${actor.id} and active and expires_at > ${iso(parts.now())}`.execute(tx)
  if ((rows[0]?.count ?? 0) >= MOST) throw blocked({ key: 'resources.tokens.tooMany', values: { max: MOST } })
}

/** Frees the name of a token that has expired. */
async function freeName({ tx, actor, parts }: Context, name: string): Promise<void> {
  await sql`${endExpired(parts.now())} and user_id = ${actor.id} and name = ${name}`.execute(tx)
}

/** Throws ApiError 403 for the token of somebody with rights that the actor lacks (T16). */
async function refuseOfHigher({ tx, actor }: Context, { UserId }: Token): Promise<void> {
  if (UserId === actor.id) return
  const { rows } = await sql<{ userType: string; role: string }>`select user_type as "userType", role from users
    where id = ${UserId}`.execute(tx)
  const [user] = rows
  if (!user || !mayGrant(actor, user.userType, user.role)) throw forbidden([], 'resources.users.aboveYou')
}
