import type { FORM_FIELD_TYPES } from '../../vocabulary/form-schema'
import type { Bookkeeping, Draft } from '../../vocabulary/resource'

/** A field of a form (clients §3). */
export type FormField = {
  name: string
  tag: string | null
  type: (typeof FORM_FIELD_TYPES)[number]
  title: string | null
  required: boolean | null
  pageBreak: boolean | null
  options: Draft | null
}

/** The form that a person fills in on the phone to join with a registration code. */
export type RegistrationForm = Bookkeeping & {
  name: string
  ClientId: number
  schema: { title: string | null; fields: FormField[] }
}
