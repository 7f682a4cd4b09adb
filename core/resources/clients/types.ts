import type { Bookkeeping } from '../../vocabulary/resource'

/** A tenant: a school network, a hospital, a city hall, a company. Id 1 is the provider itself. */
export type Client = Bookkeeping & {
  name: string
  nickname: string
  active: boolean
  /** While locked, every write inside the client is refused. */
  locked: boolean
  config: { minAppVersion: string }
  /** Given only at creation, when it becomes the client's first admin user. Never returned. */
  manager: { username: string; email: string; name: string } | null
}
