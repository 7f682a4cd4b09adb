import { ApiError } from '@tocsin/core/errors'
import { projects } from '@tocsin/core/resources/projects/index'
import { sql } from 'kysely'
import { notFound } from '../failures'
import { handle } from '../handlers'

/** Deleting marks; it is refused for the default project and while sites or apps are in it. */
export const projectHandlers = handle(projects, {
  remove: async ({ tx, parts }, project, _next, unused) => {
    if (project.deletedAt !== null) throw notFound()
    if (!project.deletable)
      throw new ApiError({ status: 400, code: 'BLOCKED', details: { reason: 'resources.projects.isDefault' } })
    await unused()
    await sql`update projects set deleted_at = ${new Date(parts.now()).toISOString()}, version = version + 1
      where id = ${project.id}`.execute(tx)
  },
})
