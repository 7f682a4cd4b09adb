import { alertDeliveries } from '@tocsin/core/resources/alert-deliveries/index'
import { sql } from 'kysely'
import { defineOverrides } from '../../records/overrides'

export const alertDeliveriesOverrides = defineOverrides(alertDeliveries, {
  reads: {
    // It is found beside its alert.
    searchable: null,
    computed: {
      // A client does not need the answers of the provider's own, whose address and people it does not see either.
      answer: sql`case when (select tocsin_sees_all()) or r.monitoring_provider_id = (select tocsin_provider())
        or exists (select from monitoring_providers p where p.id = r.monitoring_provider_id and p.client_id = r.client_id)
        then r.answer end`,
    },
    where: {
      MonitoringProviderId: (_, { MonitoringProviderId: id }) =>
        typeof id === 'number' ? { condition: sql`r.monitoring_provider_id = ${id}` } : null,
    },
  },
  scope: ({ kind, providerId }) =>
    kind === 'provider' ? { condition: sql`r.monitoring_provider_id = ${providerId}::int` } : undefined,
})
