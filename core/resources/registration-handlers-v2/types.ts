import type { Bookkeeping } from '../../vocabulary/resource'

/** The second kind of handler: what it matches is written down with it, in a form of its own. */
export type RegistrationHandlerV2 = Bookkeeping & {
  name: string
  description: string
  url: string
  clientId: number
  schema: { matchConfig: unknown }
}
