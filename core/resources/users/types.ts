import type { MfaMethod } from '../../base/constants'
import type { UserType } from '../../vocabulary/permissions'
import type { Bookkeeping } from '../../vocabulary/resource'

/** A person who signs in to the console or the terminal (console §3). */
export type User = Bookkeeping & {
  name: string
  username: string
  email: string
  phone: string | null
  role: string
  active: boolean
  userType: UserType
  ClientId: number | null
  /** A site manager's site; narrows everything the user sees. */
  SiteId: number | null
  MonitoringProviderId: number | null
  /** The clients a provider-side clientManager looks after (ENT-USER-03). */
  ClientIds: number[]
  mfaMethod: MfaMethod[]
  emailVerified: boolean
  phoneVerified: boolean
  hasPassword: boolean
  /** Derived from the role. */
  permissions: string[]
  /** Read-only, masked, never in lists. */
  apiToken: string | null
  /** The site's name, if the list was asked for it. */
  Site: { name: string } | null
  /** Only written, never returned. */
  password: string | null
  passwordConfirm: string | null
  oldPassword: string | null
}
