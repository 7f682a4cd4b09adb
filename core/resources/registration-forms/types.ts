import type { FormField } from '../../form/types'
import type { Bookkeeping } from '../../vocabulary/resource'

/** The form that a person fills in on the phone to join with a registration code. */
export type RegistrationForm = Bookkeeping & {
  name: string
  ClientId: number
  schema: { title?: string | null; fields: FormField[] }
}
