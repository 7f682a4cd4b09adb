import { registrationData } from '@tocsin/core/resources/registration-data/index'
import { handle } from '../../records/handlers'

/** Rows of a sheet: many, personal, and found in the list of their schema. */
export const registrationDataHandlers = handle(registrationData, { found: null })
