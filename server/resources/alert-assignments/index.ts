import { alertAssignments } from '@tocsin/core/resources/alert-assignments/index'
import { defineOverrides } from '../../records/overrides'
import { ofAssignedAlerts } from '../alerts/scope'

export const alertAssignmentsOverrides = defineOverrides(alertAssignments, {
  // It is found beside its alert.
  reads: { searchable: null },
  scope: ofAssignedAlerts('alert_id'),
})
