import { sql } from 'kysely'
import type { Condition } from '../../records/overrides'

/**
 * Returns the condition for the profiles of people whose app has one of these channels, in its published version: the app
 * of their site, else the default app of the client. A rule of the channel may hide it from some of them.
 */
export function havingChannels(ids: readonly number[]): Condition {
  const apps = sql`select c.app_id from channels c join app_versions v
      on v.client_id = c.client_id and v.app_id = c.app_id and v.status = 'published'
    where c.id = any (${ids}::int[]) and v.channels @> jsonb_build_array(jsonb_build_object('id', c.id))`
  const isOwn = sql`r.site_id in (select s.id from sites s where s.app_id in (${apps}))`
  const hasNone = sql`(r.site_id is null or r.site_id in (select s.id from sites s where s.app_id is null))`
  const isDefault = sql`r.client_id in (select a.client_id from apps a where a.is_default and a.id in (${apps}))`
  return { condition: sql`(r.mobile_user_uuid is not null and (${isOwn} or (${hasNone} and ${isDefault})))` }
}
