import { SERVER, type Bounds, type Party } from './turns'

/** The tenant of everybody without a session; its actors are networks. */
export const STRANGERS = 'strangers'

/** The weight of a stranger's turn. Strangers get a small part of the time that signed-in users get. */
const STRANGERS_COST = 4

/**
 * Returns the share of each party of a database with `size` connections and `places` to wait. No tenant ever has them
 * all, so that a request of another one finds a connection. An import, whose chunks run one by one, leaves connections
 * to other users of its client.
 */
export function sharesOf(size: number, places: number): (party: Party) => Bounds {
  const part = (share: number, whole: number) => Math.max(1, Math.floor(whole * share))
  const signedIn: Bounds = { tenant: part(0.4, size), actor: part(0.2, size), waiting: part(0.5, places), cost: 1 }
  const stranger: Bounds = {
    tenant: part(0.2, size),
    actor: part(0.1, size),
    waiting: part(0.1, places),
    cost: STRANGERS_COST,
  }
  // The server itself needs no limit.
  const server: Bounds = { tenant: size, actor: size, waiting: places, cost: 1 }
  return ({ tenant }) => (tenant === STRANGERS ? stranger : tenant === SERVER.tenant ? server : signedIn)
}
