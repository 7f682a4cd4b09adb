import { PROVIDER_CLIENT_ID } from '@tocsin/core/base/constants'
import { may } from '@tocsin/core/vocabulary/permissions'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { monitoringProviders } from '@tocsin/core/resources/monitoring-providers/index'
import { STAFFED_TYPES, VIEW_GLOBAL, type MonitoringProvider } from '@tocsin/core/resources/monitoring-providers/types'
import { sql } from 'kysely'
import { API_TOKEN } from '../../auth/unknown-tokens'
import { scopeOf } from '../../context/actor'
import { answer, json, text, texts, type Operation } from '../../http/describe'
import { forbidden, invalid } from '../../http/failures'
import { inviteFirstUser } from '../first-user'
import type { Context } from '../../context/context'
import { isoOf } from '../../records/iso-of'
import type { Save, Validated, Written } from '../../records/save'
import { defineOverrides, type ActionOutcome, type Condition } from '../../records/overrides'
import { queueMail } from '../../outbox/outbox'
import { refuseInternal } from '../refuse-internal'
import { queueDelivery, signingSecret } from '../../outbox/webhooks'
import { iso } from '../../time'

/** The time for which the secret before the present one still signs, in ms. */
const EARLIER_SIGNS = 24 * 3_600_000

const random = ({ random: bytes }: Context['parts'], size: number) => Buffer.from(bytes(size)).toString('base64url')

export const monitoringProvidersOverrides = defineOverrides(monitoringProviders, {
  reads: {
    searchable: { subtitle: sql`r.email` },
    computed: {
      sync: sql`false`,
      apiTokens: sql`coalesce((select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name,
        'createdAt', ${isoOf(sql`t.created_at`)}, 'updatedAt', ${isoOf(sql`t.updated_at`)}) order by t.id)
      from provider_tokens t where t.client_id = r.client_id and t.provider_id = r.id), '[]')`,
    },
    // The two filters together decide what is listed.
    where: { ClientId: listed, includeGlobal: () => null },
  },
  // A client does not need the addresses, people and tokens of the provider's own.
  shared: { to: ({ globals }) => globals === true, fields: ['name', 'providerType', 'active'] },
  scope: ({ kind, providerId }) =>
    kind === 'provider' ? { condition: sql`r.id = ${providerId}`, columns: ['id'] } : undefined,
  writes: {
    create: async (save, draft) => {
      const saved = await save.history(await store(save, await save.new(draft)))
      const { providerType, managerName, managerUsername, managerEmail, ...provider } = saved.record
      if (STAFFED_TYPES.includes(providerType) && managerName && managerUsername && managerEmail) {
        const user = { userType: 'monitoring-provider', clientId: provider.ClientId, providerId: provider.id } as const
        const manager = { name: managerName, username: managerUsername, email: managerEmail }
        await inviteFirstUser(save, { ...manager, ...user }, 'managerUsername')
      }
      return saved
    },
    update: async (save, provider, changes) => {
      const saved = await save.history(await store(save, await save.change(provider, changes)))
      if (changes['sync'] === true) await push(save, saved.record)
      return saved
    },
  },
  apiDescriptions: {
    authenticate: () => describeNewToken(),
  },
  actions: {
    authenticate: addToken,
    revokeToken: async ({ tx }, provider, { name }) => {
      const { rows } = await sql`delete from provider_tokens where provider_id = ${provider.id}
        and client_id = ${provider.ClientId} and name = ${name} returning id`.execute(tx)
      if (rows.length === 0) throw invalid([{ field: 'name', key: 'formErrors.notFound' }])
      return { changes: { apiTokens: { before: name, after: null } } }
    },
    renewSecret: async (save, provider) => {
      const nonce = random(save.parts, 18)
      // The receiver has a day to learn the new secret: until then the earlier one signs beside it.
      const until = iso(save.parts.now() + EARLIER_SIGNS)
      await save.set(provider, { signing_nonce: nonce, earlier_nonce: sql`signing_nonce`, earlier_until: until })
      return { changes: {}, secret: { secret: signingSecret(save.parts, provider.id, nonce) } }
    },
  },
})

/** Describes the creation of a token, which has two paths. `more` is what one of them answers besides. */
export function describeNewToken(...more: string[]): Operation {
  return {
    requestBody: { required: false, ...json({ type: 'object', properties: { name: text } }) },
    ...answer('A new API token, told once', texts('token', 'name', ...more)),
  }
}

/**
 * Returns the condition of a list: by default the provider's own records for staff who see everything, and those of
 * their clients for others. With `includeGlobal` the provider's own are added (A-051).
 */
function listed({ actor }: Context, query: Draft): Condition | null {
  const withGlobal = query['includeGlobal'] === true
  if (withGlobal && !may(actor, VIEW_GLOBAL)) throw forbidden([VIEW_GLOBAL])
  const scope = scopeOf(actor)
  const own = scope.kind === 'all' ? [PROVIDER_CLIENT_ID] : scope.kind === 'clients' ? scope.clientIds : null
  const asked = (query['ClientId'] as number[] | undefined) ?? (query['ids'] ? null : own)
  return asked && { condition: sql`r.client_id = any (${withGlobal ? [...asked, PROVIDER_CLIENT_ID] : asked}::int[])` }
}

function store(
  save: Save<MonitoringProvider>,
  validated: Validated<MonitoringProvider>,
): Promise<Written<MonitoringProvider>> {
  const { sync, providerType, callbackUrl } = validated.changedFields
  if (validated.values['providerType'] === 'webhook') refuseInternal(save.parts, 'callbackUrl', callbackUrl)
  return save.store(validated, {
    ...(sync === true ? { synced_at: iso(save.parts.now()) } : {}),
    // The nonce is set once, with the type.
    ...(providerType === 'webhook' ? { signing_nonce: random(save.parts, 18) } : {}),
  })
}

/**
 * Adds a token with a name that no other token of the provider has. The token is returned now, and stored only as a
 * digest.
 */
async function addToken(context: Context, provider: MonitoringProvider, input: Draft): Promise<ActionOutcome> {
  const { tx, parts } = context
  const taken = new Set(provider.apiTokens.map(({ name }) => name))
  let name = typeof input['name'] === 'string' ? input['name'] : ''
  for (let number = 1; name === ''; number++) if (!taken.has(`token ${number}`)) name = `token ${number}`
  if (taken.has(name)) throw invalid([{ field: 'name', key: 'formErrors.taken' }])
  const token = `${API_TOKEN}${random(parts, 32)}`
  const now = iso(parts.now())
  await sql`insert into provider_tokens (client_id, provider_id, name, digest, created_at, updated_at)
    values (${provider.ClientId}, ${provider.id}, ${name}, ${parts.tokens.digest('api-token', token)}, ${now}, ${now})`.execute(
    tx,
  )
  return { changes: { apiTokens: { before: null, after: name } }, secret: { token, name } }
}

/** Sends a provider its own data again, in the way it gets alerts (A-117). */
async function push(context: Context, provider: MonitoringProvider): Promise<void> {
  const { id, name, email, providerType, active, ClientId, updatedAt } = provider
  if (providerType === 'webhook')
    await queueDelivery(context, {
      clientId: ClientId,
      url: provider.callbackUrl ?? '',
      to: { provider: id },
      event: 'monitoring-provider.sync',
      data: { id, name, email, providerType, active, ClientId, updatedAt },
    })
  if (providerType === 'email' && provider.notifyEmail)
    await queueMail(context, {
      recipient: provider.notifyEmail,
      template: 'provider-data',
      data: { name, email: email ?? '-' },
      clientId: ClientId,
    })
}
