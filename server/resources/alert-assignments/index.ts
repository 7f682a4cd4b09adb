import { alertAssignments } from '@tocsin/core/resources/alert-assignments/index'
import { defineOverrides } from '../../records/overrides'
import { ofOwnProvider } from '../alerts/scope'

export const alertAssignmentsOverrides = defineOverrides(alertAssignments, {
  // It is found beside its alert.
  reads: { searchable: null },
  scope: ofOwnProvider,
})
