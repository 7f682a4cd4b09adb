import type { Bookkeeping } from '../../vocabulary/resource'

/** A person who uses the mobile app, with a profile in every place they have joined. */
export type MobileUser = Bookkeeping & {
  name: string
  email: string | null
  phone: string | null
  active: boolean
}
