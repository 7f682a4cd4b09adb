import type { Bookkeeping } from '../../vocabulary/resource'

/** A profile, or whoever has a phone, whose alerts a client does not take. */
export type Blacklist = Bookkeeping & {
  ClientId: number
  /** The site of the profile, whose people read the entry; null for an entry of the whole client. */
  SiteId: number | null
  MobileProfileId: number | null
  phone: string | null
  reason: string
}
