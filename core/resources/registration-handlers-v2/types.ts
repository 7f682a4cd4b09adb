import type { Bookkeeping } from '../../vocabulary/resource'

/** The second kind of handler: the rules of its matches are stored with it, in a form of its own. */
export type RegistrationHandlerV2 = Bookkeeping & {
  name: string
  description: string
  url: string
  clientId: number
  schema: { matchConfig: unknown }
}
