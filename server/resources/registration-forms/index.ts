import { registrationForms } from '@tocsin/core/resources/registration-forms/index'
import { sql } from 'kysely'
import { defineOverrides } from '../../records/overrides'

export const registrationFormsOverrides = defineOverrides(registrationForms, {
  reads: { searchable: { subtitle: sql`r.schema ->> 'title'` } },
})
