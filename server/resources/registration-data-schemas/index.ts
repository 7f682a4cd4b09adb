import { registrationDataSchemas } from '@tocsin/core/resources/registration-data-schemas/index'
import { sql } from 'kysely'
import { defineOverrides } from '../../records/overrides'

export const registrationDataSchemasOverrides = defineOverrides(registrationDataSchemas, {
  reads: { searchable: { subtitle: sql`null` } },
  unique: { registration_data_schemas_content: { field: 'contentId' } },
})
