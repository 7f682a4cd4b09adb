import type { Http } from './http'

/** The flag that asks for tokens by the second path (clients §6, A-017). */
export const TOKEN_V2_FLAG = 'subscriber-v2-token-gen'

type Options = { v2: boolean; name?: string | undefined; key?: string }

/** Returns a new API token of a monitoring provider: shown once, here (PROV-15, PROV-16). */
export async function providerToken(http: Http, id: number, { v2, name, key }: Options): Promise<string> {
  const path = v2 ? `monitoring-providers/v2/${id}/authenticate` : `monitoring-providers/${id}/authenticate`
  const body = name ? { name } : {}
  return (await http<{ token: string }>({ method: 'POST', path, body, idempotencyKey: key })).data.token
}

/** Returns the secret that signs a webhook's deliveries from now on: shown once, here (T64). */
export async function providerSecret(http: Http, id: number): Promise<string> {
  const path = `monitoring-providers/${id}/renew-secret`
  return (await http<{ secret: string }>({ method: 'POST', path, body: {} })).data.secret
}
