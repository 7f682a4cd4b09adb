import type { Claims } from '../secrets/tokens'
import { STRANGERS } from '../db/shares'
import type { Party } from '../db/turns'

/** The party of a request without a session, by its network. */
export const strangerFrom = (network: string): Party => ({ tenant: STRANGERS, actor: network })

/**
 * Returns the party of a verified token's holder. A person who is signed in as another user takes turns apart from that
 * user. A token without an organisation belongs to a tenant of its own.
 */
export const holderOf = ({ sub, org = `user:${sub}`, act }: Claims): Party => ({
  tenant: org,
  actor: act ? `${sub} by ${act.sub}` : sub,
})

/** Returns the party of a phone: it takes turns among those of its client, apart from the users. */
export const phoneOf = ({ sub, ...claims }: Claims): Party => holderOf({ ...claims, sub: `phone ${sub}` })
