import type { Draft } from '@tocsin/core/vocabulary/resource'
import { licenseComments } from '@tocsin/core/resources/license-comments/index'
import { isEmpty } from '@tocsin/core/vocabulary/empty'
import { invalid } from '../../http/failures'
import { sql } from 'kysely'
import type { LicenseComment } from '@tocsin/core/resources/license-comments/types'
import type { Save, Validated } from '../../records/save'
import { defineOverrides } from '../../records/overrides'

const day = (value: unknown) => (typeof value === 'string' ? value.slice(0, 10) : value)

export const licenseCommentsOverrides = defineOverrides(licenseComments, {
  reads: { searchable: { subtitle: sql`r.responsible` } },
  writes: {
    create: async (save, draft) => {
      // An absent phase becomes the first one. An empty one is a missing value.
      if (draft['phase'] !== undefined) refuseEmpty('phase', draft)
      return store(save, await save.new(inDays(draft)))
    },
    update: async (save, comment, changes) => {
      // A cleared comment is a missing value. A record that never had a comment stays without one, because its switch
      // sends the whole record.
      if (changes['comment'] !== undefined && changes['comment'] !== comment.comment) refuseEmpty('comment', changes)
      return store(save, await save.change(comment, inDays(changes)))
    },
  },
})

const store = async (save: Save<LicenseComment>, validated: Validated<LicenseComment>) =>
  save.history(await save.store(validated, { updated_by: save.actor.username }))

function refuseEmpty(field: string, { [field]: value }: Draft): void {
  if (isEmpty(value)) throw invalid([{ field, key: 'formErrors.required' }])
}

/** Returns a draft whose dates are days, without a time. */
function inDays(draft: Draft): Draft {
  const days: Draft = {}
  for (const name of ['startDate', 'endDate']) if (draft[name] !== undefined) days[name] = day(draft[name])
  return { ...draft, ...days }
}
