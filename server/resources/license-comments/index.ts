import type { Draft } from '@tocsin/core/vocabulary/resource'
import { licenseComments } from '@tocsin/core/resources/license-comments/index'
import { isEmpty } from '@tocsin/core/vocabulary/rules'
import { invalid } from '../../http/failures'
import { sql } from 'kysely'
import { handle } from '../../records/handlers'

const day = (value: unknown) => (typeof value === 'string' ? value.slice(0, 10) : value)

export const licenseCommentHandlers = handle(licenseComments, {
  found: { subtitle: sql`r.responsible` },
  // An absent phase becomes the first one; an empty one is missing, not the default.
  beforehand: async (_prover, id, { phase }) => {
    if (id === null && phase !== undefined && isEmpty(phase))
      throw invalid([{ field: 'phase', key: 'formErrors.required' }])
  },
  prepare: (_context, draft, stored) => {
    // A cleared comment is missing; a record that never had one goes on without, as its switch sends it whole.
    if (stored && draft['comment'] !== undefined && isEmpty(draft['comment']) && draft['comment'] !== stored.comment)
      throw invalid([{ field: 'comment', key: 'formErrors.required' }])
    const days: Draft = {}
    for (const name of ['startDate', 'endDate']) if (draft[name] !== undefined) days[name] = day(draft[name])
    return { ...draft, ...days }
  },
  columns: async ({ actor }) => ({ updated_by: actor.username }),
})
