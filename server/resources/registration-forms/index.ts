import { registrationForms } from '@tocsin/core/resources/registration-forms/index'
import { sql } from 'kysely'
import { handle } from '../../records/handlers'

export const registrationFormHandlers = handle(registrationForms, { found: { subtitle: sql`r.schema ->> 'title'` } })
