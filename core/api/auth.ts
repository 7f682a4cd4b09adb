import { HANDLERS_V2_FLAG, PLAYGROUND_FLAG, ROUTES_V2_FLAG } from '../base/constants'
import type { Http } from './http'
import type { SignedIn } from './session'

export async function refreshToken(http: Http, token: string): Promise<SignedIn> {
  const call = {
    method: 'POST',
    path: 'authentication/refresh-token',
    body: { refreshToken: token },
    token: 'none',
  } as const
  return (await http<SignedIn>(call)).data
}

/** Ends the session at the server. Its tokens become invalid at once. */
export async function signOut(http: Http, token: string): Promise<void> {
  await http({ method: 'POST', path: 'authentication/logout', token })
}

export type Feature = { name: string; defaultValue: boolean }

/** Returns the feature flags. The request needs no session. */
export async function features(http: Http): Promise<Feature[]> {
  return (await http<Feature[]>({ method: 'GET', path: 'features', token: 'none' })).data
}

/** Returns whether a flag is on. A flag that is missing from the list is off. */
const turnsOn = (list: readonly Feature[], flag: string): boolean =>
  list.some(({ name, defaultValue }) => name === flag && defaultValue)

/** Returns whether management calls are routed by the type of user (FLAG-06, A-015). */
export const usesRoutesV2In = (list: readonly Feature[]): boolean => turnsOn(list, ROUTES_V2_FLAG)

/** Returns whether registration works with handlers of the second kind (FLAG-08, A-097). */
export const usesHandlersV2In = (list: readonly Feature[]): boolean => turnsOn(list, HANDLERS_V2_FLAG)

/** Returns whether a client's show screen has a playground (FLAG-09). */
export const showsPlaygroundIn = (list: readonly Feature[]): boolean => turnsOn(list, PLAYGROUND_FLAG)
