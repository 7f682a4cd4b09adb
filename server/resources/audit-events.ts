import { mayDo } from '@tocsin/core/permissions'
import type { Resource } from '@tocsin/core/resource'
import { auditEvents } from '@tocsin/core/resources/audit-events/index'
import { sql } from 'kysely'
import { handle } from '../handlers'

/** The history of a record is read by whoever may view the record: what staff note of a client is not the client's to read. */
export const auditEventHandlers = (resources: readonly Resource[]) =>
  handle(auditEvents, {
    only: ({ actor }) => {
      const hidden = resources.filter((resource) => !mayDo(actor, resource, 'view')).map(({ name }) => name)
      return hidden.length > 0 ? sql`not r.noun = any (${hidden}::text[])` : null
    },
    can: (_verb, record) =>
      record['id'] === undefined ? undefined : resources.find(({ name }) => name === record['noun'])?.can.view,
  })
