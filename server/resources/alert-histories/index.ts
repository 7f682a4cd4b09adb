import { alertHistories } from '@tocsin/core/resources/alert-histories/index'
import { defineOverrides } from '../../records/overrides'
import { ofProvidersEvents } from '../alerts/scope'

export const alertHistoriesOverrides = defineOverrides(alertHistories, {
  // It is found beside its alert.
  reads: { searchable: null },
  scope: ofProvidersEvents,
})
