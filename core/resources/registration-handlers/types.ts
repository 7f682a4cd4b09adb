import type { Bookkeeping } from '../../vocabulary/resource'

/** A service of the client's that is asked when somebody registers: who they are, and whether they may. */
export type RegistrationHandler = Bookkeeping & {
  name: string
  url: string
  /** `group` is an app. */
  mode: 'site' | 'group' | 'client'
  ClientId: number
}
