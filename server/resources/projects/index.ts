import { projects } from '@tocsin/core/resources/projects/index'
import { sql } from 'kysely'
import { handle } from '../../records/handlers'
import { iso } from '../../time'

/** A deletion only marks; restoring takes it back. The default project, and one in use, stay. */
export const projectHandlers = handle(projects, {
  found: { subtitle: sql`r.description`, where: sql`r.deleted_at is null` },
  remove: async ({ tx, parts }, project, _next, unused) => {
    await unused()
    const now = iso(parts.now())
    await sql`update projects set deleted_at = ${now}, updated_at = ${now}, version = version + 1
      where id = ${project.id}`.execute(tx)
  },
  actions: {
    restore: async ({ tx, parts }, { id, deletedAt }) => {
      await sql`update projects set deleted_at = null, updated_at = ${iso(parts.now())},
        version = version + 1 where id = ${id}`.execute(tx)
      return { changes: { deletedAt: { before: deletedAt, after: null } } }
    },
  },
})
