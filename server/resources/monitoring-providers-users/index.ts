import { monitoringProvidersUsers } from '@tocsin/core/resources/monitoring-providers-users/index'
import { defineOverrides } from '../../records/overrides'
import { ofOwnProvider } from '../alerts/scope'

export const monitoringProvidersUsersOverrides = defineOverrides(monitoringProvidersUsers, {
  // They are found among all users.
  reads: { searchable: null },
  scope: ofOwnProvider,
})
