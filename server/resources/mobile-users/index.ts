import { mobileUsers } from '@tocsin/core/resources/mobile-users/index'
import { sql } from 'kysely'
import { storeMobileReset } from '../../codes/stored-mobile-resets'
import { notFound } from '../../http/failures'
import { defineOverrides } from '../../records/overrides'

export const mobileUsersOverrides = defineOverrides(mobileUsers, {
  actions: {
    resetLink: async ({ parts, tx }, { id }) => {
      const reset = await storeMobileReset(parts, tx, id)
      if (!reset) throw notFound()
      return {
        changes: { link: { before: null, after: reset.id } },
        secret: { link: `${parts.publicUrl ?? ''}/static/reset-password/${reset.token}` },
      }
    },
  },
  reads: { searchable: { subtitle: sql`coalesce(r.email, r.phone)`, extraText: sql`r.phone`, beyond: null } },
  // A mobile user is visible to every client in which they have a profile (A-046).
  scope: ({ kind, clientIds, siteId }) =>
    kind === 'clients'
      ? {
          condition: sql`exists (select from maps m where m.mobile_user_uuid = r.uuid
            and m.client_id = any (${clientIds}::int[]) ${siteId === null ? sql`` : sql`and m.site_id = ${siteId}`})`,
        }
      : undefined,
})
