import { sql, type RawBuilder } from 'kysely'

/**
 * Returns the app that the profiles of a site use: the given one, else the client's default app, as phones do
 * (`channelsSeen`).
 */
export const appOrDefault = (app: RawBuilder<unknown>, client: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`coalesce(${app}, (select d.id from apps d where d.client_id = ${client} and d.is_default order by d.id limit 1))`
