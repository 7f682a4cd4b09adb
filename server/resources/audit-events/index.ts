import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { auditEvents } from '@tocsin/core/resources/audit-events/index'
import type { AuditEvent } from '@tocsin/core/resources/audit-events/types'
import { sql } from 'kysely'
import { defineOverrides } from '../../records/overrides'

type Told = Exclude<keyof AuditEvent, 'sessionId'>

/** A user reads the events of the resources that they may view. Clients may not read what staff note about them. */
export const auditEventsOverrides = (resources: readonly Resource[]) =>
  defineOverrides(auditEvents, {
    reads: {
      // An event has no name. It is found through the record that it is about.
      searchable: null,
      visible: ({ actor }) => {
        const hidden = resources.filter((resource) => !mayDo(actor, resource, 'view')).map(({ name }) => name)
        return hidden.length > 0 ? { condition: sql`not r.noun = any (${hidden}::text[])`, columns: ['noun'] } : null
      },
    },
    // A user's own client sees the event's session, but not that of somebody else signed in as the user.
    shared: {
      fields: Object.keys(auditEvents.fields).filter((name) => name !== 'sessionId') as Told[],
      rows: (clientIds) => sql`(r.impersonator_id is not null or not exists (select from users u
        where u.id = r.user_id and u.user_type = 'client' and u.client_id = any (${clientIds}::int[])))`,
    },
  })
