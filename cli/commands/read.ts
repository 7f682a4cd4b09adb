import type { CommandSpec } from '@tocsin/core/command-line/commands'
import { PAGE_SIZE, PAGE_SIZE_MAX, PRODUCT } from '@tocsin/core/base/constants'
import { listedWithAll } from '@tocsin/core/vocabulary/fields-of'
import type { ListQuery } from '@tocsin/core/api/client'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { usageError } from '../command-error'
import type { Context } from '../context'
import { parseFlags } from '../resource-commands'
import { withinDefaultClient } from '../within-client'
import { refuseEmpty } from '../given'
import { choosesFields, layoutOf } from '../layout'
import { namedRows, showRecord } from '../named-rows'
import { checkBound, orderGiven, whereGiven } from '../list-bounds'
import { noteMore } from '../note-more'
import { rowWriter, type Row } from '../output'
import { findRecord, requireClients, resolveReferences } from '../references'

/** The filters that choose whose users are listed. Without one the server lists the caller's own user type. */
const USER_SET_FILTERS = ['userType', 'ClientId', 'SiteId', 'MonitoringProviderId', 'ids']

/** Tells provider staff that a search covered only provider users, so that other users do not seem missing. */
async function noteOwnUserType(context: Context, { name }: Resource, query: ListQuery): Promise<void> {
  if (name !== 'users' || query.q === undefined || USER_SET_FILTERS.some((one) => query[one] !== undefined)) return
  if ((await context.account())?.userType === PRODUCT) await context.note(context.t('cli.output.ownKind'))
}

/** Tells a person that a list has no rows. A script sees it by the output. */
async function noteEmpty(context: Context, { name }: Resource): Promise<void> {
  if (context.io.stderr.isTerminal) await context.note(context.t(`resources.${name}.empty`))
}

/** Lists records: `PAGE_SIZE` rows by default, every row with `--all`. A note on stderr says if there are more. */
export async function runList(
  context: Context,
  resource: Resource,
  spec: CommandSpec,
  flags: Record<string, unknown>,
): Promise<void> {
  const bounds = ['limit', 'offset'].filter((name) => flags[name] !== undefined)
  if (flags['all'] && bounds.length > 0)
    throw usageError('cli.usage.together', { flags: ['all', ...bounds].map((name) => `--${name}`).join(', ') })
  refuseEmpty(spec.flags, flags)
  const layout = layoutOf(context, resource, 'list', {
    given: flags,
    // A column shows which rows are deleted.
    more: flags['showDeleted'] === true && resource.deleted ? [resource.deleted] : [],
  })
  const parsed = parseFlags(spec.flags, flags, context)
  checkBound('limit', parsed['limit'], 1, context.t)
  checkBound('offset', parsed['offset'], 0, context.t)
  // A record that the line names says whose rows are meant.
  const named = spec.flags.some(({ path, type }) => (type === 'ref' || type === 'refs') && parsed[path] !== undefined)
  if (!named) Object.assign(parsed, await withinDefaultClient(context, resource))
  const where = whereGiven(resource, flags, context)
  if (where !== undefined) parsed['where'] = where
  if (parsed['order'] !== undefined) parsed['order'] = orderGiven(resource, String(parsed['order']))
  const query = (await resolveReferences(context, spec.flags, parsed)) as ListQuery
  // A field requested by name must be requested of the server too.
  if (choosesFields(context.settings)) Object.assign(query, listedWithAll(resource.fields, layout.keys))
  if (flags['follow'] === true) {
    const idle = ['all', 'offset', 'order', 'ids', 'until'].find((name) => flags[name] !== undefined)
    if (idle !== undefined) throw usageError('cli.usage.together', { flags: `--follow, --${idle}` })
    return (await import('./follow')).follow(context, resource, layout, query)
  }
  const client = await context.client()
  const writer = await rowWriter(layout, context.io.stdout)
  if (flags['all']) {
    let total = 0
    for await (const page of client.all(resource, query)) {
      total += page.rows.length
      await writer.page(await namedRows(context, resource, layout, page.rows as Row[]))
    }
    if (total === 0) await requireClients(context, spec.flags, query)
    await writer.end()
    await noteOwnUserType(context, resource, query)
    return total === 0 ? noteEmpty(context, resource) : undefined
  }
  const limit = query.limit ?? PAGE_SIZE
  let shown = 0
  let total = 0
  // The server limits the rows of one answer; the result is still one list.
  do {
    const page = await client.list(resource, {
      ...query,
      limit: Math.min(limit - shown, PAGE_SIZE_MAX),
      ...(query.offset || shown ? { offset: (query.offset ?? 0) + shown } : {}),
    })
    if (page.total === 0) await requireClients(context, spec.flags, query)
    await writer.page(await namedRows(context, resource, layout, page.rows as Row[]))
    shown += page.rows.length
    total = page.total
    if (page.rows.length === 0) break
  } while (shown < limit && (query.offset ?? 0) + shown < total)
  await writer.end()
  await noteOwnUserType(context, resource, query)
  if (shown === 0) await noteEmpty(context, resource)
  else if (flags['limit'] === undefined && (query.offset ?? 0) + shown < total) {
    await noteMore(context, shown, total)
  }
}

/** Shows one record. */
export async function runGet(context: Context, resource: Resource, reference: string): Promise<void> {
  const layout = layoutOf(context, resource, 'record')
  await showRecord(context, resource, layout, await findRecord(context, resource, reference))
}
