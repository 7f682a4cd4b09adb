import { PROVIDER_CLIENT_ID } from '@tocsin/core/base/constants'
import { may } from '@tocsin/core/vocabulary/permissions'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { monitoringProviders } from '@tocsin/core/resources/monitoring-providers/index'
import { STAFFED_TYPES, VIEW_GLOBAL, type MonitoringProvider } from '@tocsin/core/resources/monitoring-providers/types'
import { sql } from 'kysely'
import { scopeOf } from '../../context/actor'
import { forbidden, invalid, notFound } from '../../http/failures'
import { inviteFirstUser } from '../first-user'
import type { Context, Row } from '../../context/context'
import { handle, type ActionOutcome } from '../../records/handlers'
import { queueMail } from '../../outbox/outbox'
import { refuseInternal } from '../refuse-internal'
import { queueDelivery, signingSecret } from '../../outbox/webhooks'
import { iso } from '../../time'

const isoOf = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const random = ({ random: bytes }: Context['parts'], size: number) => Buffer.from(bytes(size)).toString('base64url')

export const monitoringProviderHandlers = handle(monitoringProviders, {
  found: { subtitle: sql`r.email` },
  computed: {
    sync: sql`false`,
    apiTokens: sql`coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name,
        'createdAt', ${isoOf('t.created_at')}, 'updatedAt', ${isoOf('t.updated_at')}) order by t.id)
      from provider_tokens t where t.client_id = r.client_id and t.provider_id = r.id), '[]')`,
  },
  // A client needs none of its addresses, people's names and tokens.
  shared: { to: ({ globals }) => globals === true, fields: ['name', 'providerType', 'active'] },
  scope: ({ kind, providerId }) =>
    kind === 'provider' ? { condition: sql`r.id = ${providerId}`, columns: ['id'] } : undefined,
  // The two filters together say what is listed, in `only`.
  filters: { ClientId: () => null, includeGlobal: () => null },
  /** Staff list the provider's own, everybody else their own; the global ones are added where asked for. */
  only: ({ actor }, query) => {
    const withGlobal = query['includeGlobal'] === true
    if (withGlobal && !may(actor, VIEW_GLOBAL)) throw forbidden([VIEW_GLOBAL])
    const scope = scopeOf(actor)
    const own = scope.kind === 'all' ? [PROVIDER_CLIENT_ID] : scope.kind === 'clients' ? scope.clientIds : null
    const asked = (query['ClientId'] as number[] | undefined) ?? (query['ids'] ? null : own)
    return (
      asked && {
        condition: sql`r.client_id = any (${withGlobal ? [...asked, PROVIDER_CLIENT_ID] : asked}::int[])`,
      }
    )
  },
  prepare: ({ parts }, draft, stored) => {
    const { providerType, callbackUrl }: Draft = { ...stored, ...draft }
    const isGiven = providerType === 'webhook' && draft['callbackUrl'] !== undefined
    if (isGiven) refuseInternal(parts, 'callbackUrl', callbackUrl)
    return draft
  },
  columns: async ({ parts }, changes) => ({
    ...(changes['sync'] === true ? { synced_at: iso(parts.now()) } : {}),
    // The nonce is given with the kind, once.
    ...(changes['providerType'] === 'webhook' ? { signing_nonce: random(parts, 18) } : {}),
  }),
  create: async (context, draft, next) => {
    const made = await next(draft)
    const provider = made as Row & MonitoringProvider
    const { id: providerId, ClientId: clientId, managerName, managerUsername, managerEmail } = provider
    if (STAFFED_TYPES.includes(provider.providerType) && managerName && managerUsername && managerEmail) {
      const manager = { name: managerName, username: managerUsername, email: managerEmail }
      await inviteFirstUser(
        context,
        { ...manager, userType: 'monitoring-provider', clientId, providerId },
        'managerUsername',
      )
    }
    return made
  },
  update: async (context, _provider, changes, next) => {
    const saved = await next(changes)
    if (changes['sync'] === true) await push(context, saved as Row & MonitoringProvider)
    return saved
  },
  actions: {
    authenticate: addToken,
    revokeToken: async ({ tx }, provider, { name }) => {
      const { rows } = await sql`delete from provider_tokens where provider_id = ${provider.id}
        and client_id = ${provider.ClientId} and name = ${name} returning id`.execute(tx)
      if (rows.length === 0) throw invalid([{ field: 'name', key: 'formErrors.notFound' }])
      return { changes: { apiTokens: { before: name, after: null } } }
    },
    renewSecret: async ({ tx, parts }, provider) => {
      const nonce = random(parts, 18)
      const { rows } = await sql`update monitoring_providers set signing_nonce = ${nonce}, version = version + 1,
        updated_at = ${iso(parts.now())} where id = ${provider.id} returning id`.execute(tx)
      if (rows.length === 0) throw notFound()
      return { changes: {}, secret: { secret: signingSecret(parts, provider.id, nonce) } }
    },
  },
})

/** Adds a token under a name that no other of the provider's has; it is told now, and kept as a digest. */
async function addToken(context: Context, provider: MonitoringProvider, input: Draft): Promise<ActionOutcome> {
  const { tx, parts } = context
  const taken = new Set(provider.apiTokens.map(({ name }) => name))
  let name = typeof input['name'] === 'string' ? input['name'] : ''
  for (let number = 1; name === ''; number++) if (!taken.has(`token ${number}`)) name = `token ${number}`
  if (taken.has(name)) throw invalid([{ field: 'name', key: 'formErrors.taken' }])
  const token = `tocsin_${random(parts, 32)}`
  const now = iso(parts.now())
  await sql`insert into provider_tokens (client_id, provider_id, name, digest, created_at, updated_at)
    values (${provider.ClientId}, ${provider.id}, ${name}, ${parts.tokens.digest('api-token', token)}, ${now}, ${now})`.execute(
    tx,
  )
  return { changes: { apiTokens: { before: null, after: name } }, secret: { token, name } }
}

/** Sends a provider its own data again, in the way it gets alerts. */
async function push(context: Context, provider: MonitoringProvider): Promise<void> {
  const { id, name, email, providerType, active, ClientId, updatedAt } = provider
  if (providerType === 'webhook')
    await queueDelivery(context, provider, 'monitoring-provider.sync', {
      id,
      name,
      email,
      providerType,
      active,
      ClientId,
      updatedAt,
    })
  if (providerType === 'email' && provider.notifyEmail)
    await queueMail(context, {
      recipient: provider.notifyEmail,
      template: 'provider-data',
      data: { name, email: email ?? '-' },
      clientId: ClientId,
    })
}
