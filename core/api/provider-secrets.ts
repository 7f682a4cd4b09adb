import type { Http } from './http'

/** The feature flag that requests tokens at the v2 path (clients §6, A-017). */
export const TOKEN_V2_FLAG = 'subscriber-v2-token-gen'

type Options = { v2: boolean; name?: string | undefined; key?: string }

/** Creates an API token of a monitoring provider. The server returns it only this once (PROV-15, PROV-16). */
export async function createProviderToken(http: Http, id: number, { v2, name, key }: Options): Promise<string> {
  const path = v2 ? `monitoring-providers/v2/${id}/authenticate` : `monitoring-providers/${id}/authenticate`
  const body = name ? { name } : {}
  return (await http<{ token: string }>({ method: 'POST', path, body, idempotencyKey: key })).data.token
}

/** Replaces the secret that signs a webhook's deliveries. The server returns the new one only this once (T64). */
export async function renewProviderSecret(http: Http, id: number): Promise<string> {
  const path = `monitoring-providers/${id}/renew-secret`
  return (await http<{ secret: string }>({ method: 'POST', path, body: {} })).data.secret
}
