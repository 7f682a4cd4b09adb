import type { Bookkeeping } from '../../vocabulary/resource'

/** A service of the client's that is asked about a person who registers: their identity, and whether they may. */
export type RegistrationHandler = Bookkeeping & {
  name: string
  url: string
  /** `group` is an app. */
  mode: 'site' | 'group' | 'client'
  ClientId: number
}
