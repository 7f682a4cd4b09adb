import { registrationData } from '@tocsin/core/resources/registration-data/index'
import { serve } from '../../records/serve'

/** Rows of a sheet: many, personal, and found in the list of their schema. */
export const servedRegistrationData = serve(registrationData, { reads: { found: null } })
