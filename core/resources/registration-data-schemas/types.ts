import type { Bookkeeping } from '../../vocabulary/resource'

/** What the registration data of one origin goes by: the name under which its sheets are imported. */
export type RegistrationDataSchema = Bookkeeping & {
  contentId: string
  ClientId: number
}
