import { monitoringProvidersChannels } from '@tocsin/core/resources/monitoring-providers-channels/index'
import { sql } from 'kysely'
import { defineOverrides } from '../../records/overrides'

export const monitoringProvidersChannelsOverrides = defineOverrides(monitoringProvidersChannels, {
  reads: {
    // A channel and a provider are found by their own names.
    searchable: null,
    computed: { MonitoringProvider: sql`r.monitoring_provider - 'id'` },
  },
})
