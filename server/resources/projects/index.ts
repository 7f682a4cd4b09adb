import { projects } from '@tocsin/core/resources/projects/index'
import { sql } from 'kysely'
import { defineOverrides } from '../../records/overrides'
import { iso } from '../../time'

/**
 * Deleting a project only marks it, and restoring removes the mark. The default project, and one in use, cannot be
 * deleted.
 */
export const projectsOverrides = defineOverrides(projects, {
  reads: { searchable: { subtitle: sql`r.description`, condition: sql`r.deleted_at is null` } },
  writes: {
    remove: async (save, project) => {
      await save.requireUnused(project)
      return save.history(await save.set(project, { deleted_at: iso(save.parts.now()) }))
    },
  },
  actions: {
    restore: async (save, project) => save.history(await save.set(project, { deleted_at: null })),
  },
})
