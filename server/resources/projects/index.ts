import { projects } from '@tocsin/core/resources/projects/index'
import { sql } from 'kysely'
import { serve } from '../../records/serve'
import { iso } from '../../time'

/** A deletion only marks; restoring takes it back. The default project, and one in use, stay. */
export const servedProjects = serve(projects, {
  reads: { found: { subtitle: sql`r.description`, where: sql`r.deleted_at is null` } },
  writes: {
    remove: async (save, project) => {
      await save.unused(project)
      return save.history(await save.set(project, { deleted_at: iso(save.parts.now()) }))
    },
  },
  actions: {
    restore: async (save, project) => save.history(await save.set(project, { deleted_at: null })),
  },
})
