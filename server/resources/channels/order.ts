import { ApiError } from '@tocsin/core/base/errors'
import type { AppOrder, ChannelsOrder } from '@tocsin/core/resources/channels/order'
import { LIMITS } from '@tocsin/core/vocabulary/kinds'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { sql } from 'kysely'
import type { Context } from '../../context/context'
import { invalid, notFound, refuseProblems } from '../../http/failures'
import { shortened, writeAudit } from '../../records/audit'
import { refuseLocked } from '../../records/locked-clients'
import { iso } from '../../time'
import { touchDraft, workingVersionOf } from '../apps/contents'

/** The most channels of an app: a reorder names all of them in one list. */
const MAX_CHANNELS = LIMITS.items

type OfApp = { clientId: number; appId: number }

/**
 * Holds the app of a new channel until the transaction ends: what its channels are to each other is decided by one write
 * at a time.
 */
export async function holdApp({ tx }: Pick<Context, 'tx'>, { clientId, appId }: Draft): Promise<void> {
  await sql`select id from apps where client_id = ${clientId} and id = ${appId} for no key update`.execute(tx)
}

/** Returns the position behind the channels of a held app. Throws ApiError 400 if an app cannot have more of them. */
export async function nextPosition({ tx }: Pick<Context, 'tx'>, { clientId, appId }: Draft): Promise<number> {
  const { rows } = await sql<{ next: number; total: number }>`select coalesce(max(display_order) + 1, 0) as next,
    count(*) as total from channels where client_id = ${clientId} and app_id = ${appId}`.execute(tx)
  const { next, total } = rows[0]!
  if (total >= MAX_CHANNELS)
    throw invalid([{ field: 'appId', key: 'resources.channels.tooMany', values: { max: MAX_CHANNELS } }])
  return next
}

/** Returns the first of these channels that the actor sees, which tells the app. Throws 404 if they see none. */
export async function firstKnown({ tx }: Context, order: ChannelsOrder): Promise<OfApp & { id: number }> {
  const { rows } = await sql<OfApp & { id: number }>`select id, client_id as "clientId", app_id as "appId" from channels
    where id = any (${order.map(({ id }) => id)}::bigint[])`.execute(tx)
  const seen = new Map(rows.map((row) => [row.id, row]))
  const found = order.find(({ id }) => seen.has(id))
  if (!found) throw notFound()
  return seen.get(found.id)!
}

/**
 * Gives all channels of a held app their positions. Throws ApiError 409 with the present order if the app has another
 * version than `ifMatch`, or if the order does not give each of its channels one position (A-138).
 */
export async function rearrange(
  context: Context,
  app: OfApp,
  order: ChannelsOrder,
  ifMatch: number | undefined,
): Promise<AppOrder> {
  const { tx, parts } = context
  await refuseLocked(context, app.clientId)
  const { names, ...present } = await orderOf(context, app)
  await refuseForeignVersions(context, app, order)
  const isWhole =
    order.length === present.channelsOrder.length &&
    new Set(order.map(({ id }) => id)).size === order.length &&
    order.every(({ id }) => names.has(id)) &&
    order
      .map(({ displayOrder }) => displayOrder)
      .toSorted((one, other) => one - other)
      .every((position, at) => position === at)
  if (!isWhole || (ifMatch !== undefined && ifMatch !== present.version))
    throw new ApiError({ status: 409, code: 'STALE_VERSION', details: { current: present } })
  const wanted = order.toSorted((one, other) => one.displayOrder - other.displayOrder)
  if (wanted.every(({ id }, at) => id === present.channelsOrder[at]!.id)) return present
  const now = iso(parts.now())
  await sql`update channels c set display_order = w.position
    from jsonb_to_recordset(${JSON.stringify(wanted.map(({ id }, position) => ({ id, position })))}::jsonb)
      as w(id int, position int)
    where c.client_id = ${app.clientId} and c.app_id = ${app.appId} and c.id = w.id`.execute(tx)
  await sql`update apps set version = version + 1, updated_at = ${now}
    where client_id = ${app.clientId} and id = ${app.appId}`.execute(tx)
  await touchDraft(context, app)
  const named = (channels: ChannelsOrder) => channels.map(({ id }) => names.get(id)).join(', ')
  await writeAudit(context, {
    noun: 'apps',
    recordId: app.appId,
    verb: 'update',
    clientId: app.clientId,
    changes: { channelsOrder: shortened(named(present.channelsOrder), named(wanted)) },
  })
  const { names: _, ...done } = await orderOf(context, app)
  return done
}

/** Returns the channels of an app in their order, with their names. */
async function orderOf(
  { tx }: Context,
  { clientId, appId }: OfApp,
): Promise<AppOrder & { names: ReadonlyMap<number, string> }> {
  const { rows } = await sql<{
    version: number
    schemaId: number
    channels: { id: number; name: string; displayOrder: number }[]
  }>`select a.version,
      ${workingVersionOf(sql`a.client_id`, sql`a.id`)} as "schemaId",
      (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'displayOrder', c.display_order)
        order by c.display_order), '[]') from channels c
        where c.client_id = a.client_id and c.app_id = a.id) as channels
    from apps a where a.client_id = ${clientId} and a.id = ${appId}`.execute(tx)
  const { version, schemaId, channels } = rows[0]!
  return {
    appId,
    version,
    channelsOrder: channels.map(({ id, displayOrder }) => ({ id, schemaId, displayOrder })),
    names: new Map(channels.map(({ id, name }) => [id, name])),
  }
}

/** Throws ApiError 400 if a position belongs to a version of another app. An earlier version of the app is no mistake. */
async function refuseForeignVersions({ tx }: Context, { clientId, appId }: OfApp, order: ChannelsOrder): Promise<void> {
  const named = [...new Set(order.flatMap(({ schemaId }) => schemaId ?? []))]
  const { rows } = await sql<{ id: number }>`select id from app_versions
    where client_id = ${clientId} and app_id = ${appId} and id = any (${named}::bigint[])`.execute(tx)
  const known = new Set(rows.map(({ id }) => id))
  refuseProblems(
    order.flatMap(({ schemaId }, at) =>
      (schemaId ?? null) === null || known.has(schemaId)
        ? []
        : [{ field: `channelsOrder.${at}.schemaId`, key: 'formErrors.notFound' }],
    ),
  )
}
