import type { Bookkeeping } from '../../vocabulary/resource'

/** The name of the registration data of one origin, under which its sheets are imported. */
export type RegistrationDataSchema = Bookkeeping & {
  contentId: string
  ClientId: number
}
