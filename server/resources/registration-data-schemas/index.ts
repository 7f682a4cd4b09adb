import { registrationDataSchemas } from '@tocsin/core/resources/registration-data-schemas/index'
import { sql } from 'kysely'
import { handle } from '../../records/handlers'

export const registrationDataSchemaHandlers = handle(registrationDataSchemas, {
  found: { subtitle: sql`null` },
  unique: { registration_data_schemas_content: { field: 'contentId' } },
})
