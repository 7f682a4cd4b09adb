import { registrationDataSchemas } from '@tocsin/core/resources/registration-data-schemas/index'
import { sql } from 'kysely'
import { serve } from '../../records/serve'

export const servedRegistrationDataSchemas = serve(registrationDataSchemas, {
  reads: { found: { subtitle: sql`null` } },
  unique: { registration_data_schemas_content: { field: 'contentId' } },
})
