import type { Draft } from '../vocabulary/resource'
import type { FORM_FIELD_TYPES } from './schema'

export type FieldType = (typeof FORM_FIELD_TYPES)[number]

/** A field of a form (clients §3). What it does not have is absent. */
export type FormField = {
  name: string
  type: FieldType
  tag?: string | null
  title?: string | null
  required?: boolean | null
  pageBreak?: boolean | null
  options?: Draft | null
}

/** A form: of a channel, of a registration, of a survey. */
export type Form = { title?: string | null; fields: readonly FormField[] }
