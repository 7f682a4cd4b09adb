import { registrationForms } from '@tocsin/core/resources/registration-forms/index'
import { sql } from 'kysely'
import { serve } from '../../records/serve'

export const servedRegistrationForms = serve(registrationForms, {
  reads: { found: { subtitle: sql`r.schema ->> 'title'` } },
})
