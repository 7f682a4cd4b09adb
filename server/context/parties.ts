import type { Claims } from '../secrets/tokens'
import { STRANGERS } from '../db/shares'
import type { Party } from '../db/turns'

/** The party of a request without a session, by its network. */
export const strangerFrom = (network: string): Party => ({ tenant: STRANGERS, actor: network })

/**
 * Who holds a verified token. Somebody signed in as another user takes turns apart from that user; a token that does not
 * say whose user it is stands for a tenant of one.
 */
export const holderOf = ({ sub, org = `user:${sub}`, act }: Claims): Party => ({
  tenant: org,
  actor: act ? `${sub} by ${act.sub}` : sub,
})
