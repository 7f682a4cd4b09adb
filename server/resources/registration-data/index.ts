import { registrationData } from '@tocsin/core/resources/registration-data/index'
import { defineOverrides } from '../../records/overrides'

/** Rows of a sheet: many, personal, and found in the list of their schema. */
export const registrationDataOverrides = defineOverrides(registrationData, { reads: { searchable: null } })
