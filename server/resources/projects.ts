import { ApiError } from '@tocsin/core/errors'
import { projects } from '@tocsin/core/resources/projects/index'
import { sql } from 'kysely'
import { notFound } from '../failures'
import { handle } from '../handlers'

/** Deleting marks; it is refused for the default project and while sites or apps are in it. */
export const projectHandlers = handle(projects, {
  remove: async ({ tx, parts }, project) => {
    if (project.deletedAt !== null) throw notFound()
    if (!project.deletable)
      throw new ApiError({ status: 400, code: 'BLOCKED', details: { reason: 'resources.projects.isDefault' } })
    const { rows } = await sql<{ sites: boolean; apps: boolean }>`select
      exists (select 1 from sites where client_id = ${project.ClientId} and project_id = ${project.id}) as sites,
      exists (select 1 from apps where client_id = ${project.ClientId} and project_id = ${project.id}) as apps`.execute(
      tx,
    )
    const relations = Object.entries(rows[0] ?? {})
      .filter(([, used]) => used)
      .map(([noun]) => noun)
    if (relations.length > 0)
      throw new ApiError({
        status: 400,
        code: 'CANNOT_DELETE_WITH_RELATIONS',
        details: { relations: relations.join(', ') },
      })
    await sql`update projects set deleted_at = ${new Date(parts.now()).toISOString()}, version = version + 1
      where id = ${project.id}`.execute(tx)
  },
})
