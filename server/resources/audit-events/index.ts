import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { auditEvents } from '@tocsin/core/resources/audit-events/index'
import type { AuditEvent } from '@tocsin/core/resources/audit-events/types'
import { sql } from 'kysely'
import { handle } from '../../records/handlers'

type Told = Exclude<keyof AuditEvent, 'sessionId'>

/** The history of a record is read by whoever may view the record: what staff note of a client is not the client's to read. */
export const auditEventHandlers = (resources: readonly Resource[]) =>
  handle(auditEvents, {
    // An event has no name; it is found through the record it is about.
    found: null,
    // Whose session it was is told to whom that user belongs, and not where somebody else had signed in as them.
    shared: {
      fields: Object.keys(auditEvents.fields).filter((name) => name !== 'sessionId') as Told[],
      rows: (clientIds) => sql`(r.impersonator_id is not null or not exists (select from users u
        where u.id = r.user_id and u.user_type = 'client' and u.client_id = any (${clientIds}::int[])))`,
    },
    keepsNothing: true,
    unsearched: true,
    visible: ({ actor }) => {
      const hidden = resources.filter((resource) => !mayDo(actor, resource, 'view')).map(({ name }) => name)
      return hidden.length > 0 ? { condition: sql`not r.noun = any (${hidden}::text[])`, columns: ['noun'] } : null
    },
  })
