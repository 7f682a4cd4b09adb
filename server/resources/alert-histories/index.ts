import { alertHistories } from '@tocsin/core/resources/alert-histories/index'
import { defineOverrides } from '../../records/overrides'
import { ofAssignedAlerts } from '../alerts/scope'

export const alertHistoriesOverrides = defineOverrides(alertHistories, {
  // It is found beside its alert.
  reads: { searchable: null },
  scope: ofAssignedAlerts('alert_id'),
})
