import type { Http } from './http'

/** The asker as the server sees them, and the token of theirs that the call came with; null for a session. */
export type Asker = {
  profile: Record<string, unknown>
  token: { id: number; name: string; ClientId: number | null; expiresAt: string } | null
}

/** Returns who a call comes from. Throws ApiError 401 if the server refuses the token. */
export const whoAmI = async (http: Http): Promise<Asker> => (await http<Asker>({ method: 'GET', path: 'whoami' })).data
