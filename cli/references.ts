import type { Flag } from '@tocsin/core/command-line/commands'
import type { ListQuery } from '@tocsin/core/api/client'
import { IDS_AT_ONCE } from '@tocsin/core/base/constants'
import { deletedToo, isDeleted, restoringOf } from '@tocsin/core/vocabulary/deletion'
import { ApiError } from '@tocsin/core/base/errors'
import { offeredToo } from '@tocsin/core/vocabulary/offered'
import { MAX_ID } from '@tocsin/core/vocabulary/kinds'
import { namesOf, recordsNamed, type Row } from '@tocsin/core/api/references'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import { CommandError, usageError, type CommandErrorParts } from './command-error'
import type { Context } from './context'
import { EXIT } from './exit-codes'
import { withinDefaultClient } from './within-client'

type Preferred = (row: Row) => boolean

/** The number of names told of the records that a reference means, and of the references that mean none. */
const MAX_NAMED = 10

/**
 * Returns the id behind a reference: an id, or the exact name, nickname, username or tag of one record; a site also by
 * its registration code. None is exit 6, several exit 7 with their ids. `within` narrows the search, such as to the client named on the same line; of the
 * records with the name those that are `preferred` are meant, if there are any.
 */
export async function resolveReference(
  context: Context,
  resourceName: string,
  reference: string | number,
  within: ListQuery = {},
  preferred: Preferred = () => true,
): Promise<number> {
  if (typeof reference === 'number') return reference
  if (/^\d+$/.test(reference)) return Number(reference)
  const resource = await context.findResource(resourceName)
  if (!resource) throw usageError('cli.usage.idOnly', { resource: resourceName, value: reference })
  let found: Row[]
  const narrowing = await withinDefaultClient(context, resource)
  try {
    const named = await recordsNamed(await context.client(), resource, reference, { ...narrowing, ...within })
    const meant = named.filter(preferred)
    found = meant.length > 0 ? meant : named
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) throw error
    throw unseen(resourceName, reference, (await context.account())?.ClientId ?? null)
  }
  const [first, second] = found
  const coded = first ? null : await placeOfCode(context, resource, reference)
  if (coded !== null) return coded
  if (!first)
    throw new CommandError({
      code: 'NOT_FOUND',
      exit: EXIT.notFound,
      key: 'cli.references.none',
      values: { resource: resourceName, reference },
      ...(Object.keys(narrowing).length > 0 ? { hint: await hintOfClient(context) } : {}),
    })
  if (second)
    throw new CommandError({
      code: 'AMBIGUOUS',
      exit: EXIT.conflict,
      key: 'cli.references.several',
      values: { resource: resourceName, reference, total: found.length },
      hint: { key: 'cli.references.useId' },
      lines: found.slice(0, MAX_NAMED).map((row) => `${row.id}  ${namesOf(resource, row).join(', ')}`),
    })
  return first.id
}

/** Returns the hint that only the client was looked through in which commands work. */
async function hintOfClient(context: Context): Promise<NonNullable<CommandErrorParts['hint']>> {
  const client = await context.defaultClient()
  return { key: 'cli.references.ofClient', values: { client: client?.name ?? client?.id } }
}

/** Returns the site of a registration code, as a sheet of paper at its door has it; null if there is none. */
async function placeOfCode(context: Context, resource: Resource, reference: string): Promise<number | null> {
  if ((resource.kindOf?.resource ?? resource.name) !== 'sites' || !/^[a-z0-9]{6}$/i.test(reference)) return null
  try {
    const codes = (await context.findResource('registration-codes'))!
    const within = await withinDefaultClient(context, codes)
    const [code] = await recordsNamed(await context.client(), codes, reference, within)
    const id = code?.['SiteId']
    return typeof id === 'number' ? id : null
  } catch (error) {
    if (error instanceof ApiError && error.status === 403) return null
    throw error
  }
}

/** A user who may not list a resource may still name a record by its id; one's own client is known without a search. */
function unseen(resource: string, reference: string, own: number | null): CommandError {
  return new CommandError({
    code: 'FORBIDDEN',
    exit: EXIT.forbidden,
    key: 'cli.references.unseen',
    values: { resource, reference },
    hint:
      resource === 'clients' && own !== null
        ? { key: 'cli.references.ownClient', values: { id: own } }
        : { key: 'cli.references.giveId' },
  })
}

/** Returns a record by id or name. */
export async function findRecord(
  context: Context,
  resource: Resource,
  reference: string,
  within?: ListQuery,
  preferred?: Preferred,
): Promise<Row> {
  const id = await resolveReference(context, resource.name, reference, within, preferred)
  if (id < 1) throw new ApiError({ status: 404, code: 'NOT_FOUND' })
  return (await (await context.client()).get(resource, id)) as Row
}

/**
 * Returns records by ids or names, in that order; ids are read by the page: single requests for thousands take long.
 * `change`: what is to be done to them; `page`: further parameters of the pages.
 */
export async function findRecords(
  context: Context,
  resource: Resource,
  references: readonly string[],
  change: string,
  page?: ListQuery,
): Promise<Row[]> {
  // A restore looks for a deleted record first. A deletion takes a deleted record only if no other is left: then it was
  // done before. So is it with a record that an action has left as it should be.
  const isRestoring = change === restoringOf(resource)
  const within = isRestoring || change === 'delete' ? deletedToo(resource) : {}
  const isReached = resource.actions[change]?.reached ?? (() => false)
  const preferred = (row: Row) => isDeleted(resource, row) === isRestoring && !isReached(row)
  if (references.length === 1) return [await findRecord(context, resource, references[0] as string, within, preferred)]
  const ids = references.filter(isId).map(Number)
  const known = new Map<number, Row>()
  const client = await context.client()
  for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
    const query = { ...page, ids: ids.slice(at, at + IDS_AT_ONCE), limit: IDS_AT_ONCE, ...deletedToo(resource) }
    for (const row of (await client.list(resource, query)).rows as Row[]) known.set(row.id, row)
  }
  const found = new Map<number, Row>()
  const missing: string[] = []
  for (const reference of references) {
    const listed = known.get(Number(reference))
    // A list by ids has all that exist.
    if (!listed && isId(reference)) {
      missing.push(reference)
      continue
    }
    try {
      const row = listed ?? (await findRecord(context, resource, reference, within, preferred))
      // The name may belong to a record already named by its id.
      found.set(row.id, row)
    } catch (error) {
      if (!isNotFound(error)) throw error
      missing.push(reference)
    }
  }
  if (missing.length > 0)
    throw new CommandError({
      code: 'NOT_FOUND',
      exit: EXIT.notFound,
      key: 'cli.references.missing',
      values: { resource: resource.name, references: missing.slice(0, MAX_NAMED).join(', '), count: missing.length },
    })
  return [...found.values()]
}

/** Returns whether a reference is an id, as a list takes it. */
const isId = (reference: string) => /^[1-9]\d{0,9}$/.test(reference) && Number(reference) <= MAX_ID

const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.code === 'NOT_FOUND'
    : error instanceof CommandError && error.parts.code === 'NOT_FOUND'

/** Returns the hint where a client comes from that a line need not have named; nothing for one that the account has chosen. */
async function hintOfDefault(context: Context, id: number): Promise<Pick<CommandErrorParts, 'hint'>> {
  // One that cannot be found is not the client that the line names.
  const client = await context.defaultClient().catch(() => null)
  if (client?.id !== id || client.source === 'use') return {}
  return { hint: (await import('./default-client')).hintOfSource(context, client.source) }
}

/**
 * Without rows of a client, the client may not exist or not be visible to the asker: then that is the answer. An asker
 * who may not look at clients gets an empty result.
 */
export async function requireClients(context: Context, flags: readonly Flag[], query: ListQuery): Promise<void> {
  const named = flags.filter(({ of }) => of === 'clients').flatMap(({ path }) => query[path] ?? [])
  const clients = named.length > 0 ? await context.findResource('clients') : undefined
  if (!clients) return
  for (const id of named as number[]) {
    try {
      await (await context.client()).get(clients, id)
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) return
      if (!isNotFound(error)) throw error
      throw new CommandError({
        code: 'NOT_FOUND',
        exit: EXIT.notFound,
        key: 'cli.references.none',
        values: { resource: clients.name, reference: id },
        ...(await hintOfDefault(context, id)),
      })
    }
  }
}

/**
 * Returns the values with the ids of the named records; a named client narrows the references behind it. Without one, the
 * client of the record that is changed narrows what the provider offers as well: its list is by default the provider's.
 */
export async function resolveReferences(
  context: Context,
  flags: readonly Flag[],
  values: Record<string, unknown>,
  clientOfRecord: () => Promise<number | null> = async () => null,
): Promise<Record<string, unknown>> {
  const resolved = { ...values }
  const within: Record<string, number> = {}
  const clientsFirst = [...flags].sort((a, b) => Number(b.of === 'clients') - Number(a.of === 'clients'))
  for (const { path, of, type, offered } of clientsFirst) {
    const value = resolved[path]
    if (of === undefined || value === undefined || value === null) continue
    const isNamed = [value].flat().some((one) => typeof one === 'string')
    if (offered && isNamed && within['ClientId'] === undefined) {
      const client = await clientOfRecord()
      if (client !== null) within['ClientId'] = client
    }
    const too = offered ? offeredToo({ offered }, await context.findResource(of), await context.account()) : {}
    const narrowed = of === 'clients' ? {} : { ...within, ...too }
    if (type === 'refs') {
      const ids: number[] = []
      for (const one of value as (string | number)[]) ids.push(await resolveReference(context, of, one, narrowed))
      resolved[path] = ids
    } else {
      const id = await resolveReference(context, of, value as string | number, narrowed)
      resolved[path] = id
      if (of === 'clients') within['ClientId'] = id
    }
  }
  return resolved
}
