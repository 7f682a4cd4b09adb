import type { Http } from './http'

/** The feature flag that requests tokens at the v2 path (clients §6, A-017). */
export const TOKEN_V2_FLAG = 'subscriber-v2-token-gen'

type Options = { v2: boolean; name?: string | undefined; key?: string }

/** A new API token, and by the v2 path one of an hour that opens the same, for pages of others (SESS-13). */
type ProviderToken = { token: string; externalToken?: string; expiresAt?: string }

/** Creates an API token of a monitoring provider. The server returns it only this once (PROV-15, PROV-16). */
export async function createProviderToken(http: Http, id: number, { v2, name, key }: Options): Promise<ProviderToken> {
  const path = v2 ? `monitoring-providers/v2/${id}/authenticate` : `monitoring-providers/${id}/authenticate`
  const body = name ? { name } : {}
  const { token, externalToken, expiresAt } = (
    await http<ProviderToken>({ method: 'POST', path, body, idempotencyKey: key })
  ).data
  return externalToken && expiresAt ? { token, externalToken, expiresAt } : { token }
}

/** Replaces the secret that signs a webhook's deliveries. The server returns the new one only this once (T64). */
export async function renewProviderSecret(http: Http, id: number): Promise<string> {
  const path = `monitoring-providers/${id}/renew-secret`
  return (await http<{ secret: string }>({ method: 'POST', path, body: {} })).data.secret
}
