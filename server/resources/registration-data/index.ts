import { registrationData } from '@tocsin/core/resources/registration-data/index'
import { defineOverrides } from '../../records/overrides'

/** The search leaves out registration data: it is large and personal, and found in the list of its schema. */
export const registrationDataOverrides = defineOverrides(registrationData, { reads: { searchable: null } })
