import { createHash } from 'node:crypto'
import { MAX_QUERY, queryWords } from '@tocsin/core/find/fold'
import type { IndexedRecord } from '@tocsin/core/find/records'
import { MAX_ID } from '@tocsin/core/vocabulary/kinds'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { RESOURCE_NAMES, type ResourceName } from '@tocsin/core/resources/index'
import type { FastifyInstance } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import { answer, header, ref, text } from '../http/describe'
import { badParameter } from '../http/failures'
import { scopeOf } from '../context/actor'
import type { Context } from '../context/context'
import { route } from '../http/route'
import { containing, patternOf } from './list-conditions'
import type { ServedResource } from './served-resource'
import { isShared } from './shared'
import type { InScope } from '../context/request'
import { withinScope } from './tenancy'

const LIMIT = 5000
/** The length of the shortest word that is searched for, which is that of the pieces in the index of the texts. */
const SHORTEST = 3
/** The number of words that are searched for, the longest ones: who ranks the records looks at the others. */
const MOST_WORDS = 3
/** The number of records of one transaction: the embedded database has one session, for which others wait. */
const AT_ONCE = 1000

/** The start of a page: after an id of a resource. */
type Cursor = { resource: number; id: number }

/**
 * Adds GET search-index: title and subtitle of every record that the actor's lists would show, inactive ones included.
 * The palette and `tocsin find` search in it. Its rows have the same scope as those of a list.
 */
export function searchIndexRoutes(
  scope: FastifyInstance,
  resources: ReadonlyMap<string, ServedResource>,
  inScope: InScope,
): void {
  route(scope, '/search-index', {
    GET: {
      describes: () => ({
        parameters: [
          header('If-None-Match', 'The version already held; while nothing changed the first page is 304.'),
          { name: 'ifVersion', in: 'query', description: 'The same, answered with an empty page.', schema: text },
          { name: 'after', in: 'query', description: 'The `meta.next` of the page before.', schema: text },
          { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: LIMIT } },
          { name: 'noun', in: 'query', description: 'Names of resources, comma-separated.', schema: text },
          {
            name: 'q',
            in: 'query',
            description: `Words. The ${MOST_WORDS} longest of ${SHORTEST} characters or more are all in the texts of a record or in its id.`,
            schema: { type: 'string', maxLength: MAX_QUERY },
          },
        ],
        ...answer('Records of every resource by title, a page', { type: 'array', items: ref('indexed') }),
      }),
      handler: async (request, reply) => {
        const query = readQuery(request.query as Record<string, unknown>)
        const inTurn: InTurn = (work) => inScope(request, work, { readOnly: true })
        const viewed = RESOURCE_NAMES.filter(
          (name) =>
            (query.nouns?.has(name) ?? true) &&
            servedOf(resources, name).overrides.reads.searchable &&
            request.actor &&
            mayDo(request.actor, servedOf(resources, name).resource, 'view'),
        )
        // Changes that come between two pages show in the version that the next check finds.
        const isWhole = query.after === null && query.nouns === null && query.words.length === 0
        const version = isWhole ? await versionOf(resources, inTurn, viewed) : null
        const unchanged =
          version !== null && (query.version === version || sameTag(request.headers['if-none-match'], version))
        const { rows, next } = unchanged ? { rows: [], next: null } : await pageOf(resources, inTurn, viewed, query)
        if (version !== null) reply.header('ETag', `"${version}"`)
        if (unchanged && query.version !== version) return reply.status(304).send()
        return { success: true, data: rows, meta: { id: request.id, version, next, unchanged } }
      },
    },
  })
}

/** Runs a part of the work in a transaction of its own, so that others have their turns in between. */
type InTurn = <T>(work: (context: Context) => Promise<T>) => Promise<T>

const servedOf = (resources: ReadonlyMap<string, ServedResource>, name: ResourceName) =>
  resources.get(name) as ServedResource

/** Returns whether a header has the tag of a version. It ignores `W/`, which a compressing proxy adds. */
const sameTag = (header: string | undefined, version: string) =>
  header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === `"${version}"`) ?? false

/** A page that is asked for. */
type Query = {
  after: Cursor | null
  limit: number
  version: string | null
  nouns: ReadonlySet<string> | null
  words: readonly string[]
}

function readQuery(query: Record<string, unknown>): Query {
  const unknown = Object.keys(query).find((name) => !['after', 'limit', 'ifVersion', 'noun', 'q'].includes(name))
  if (unknown !== undefined) throw badParameter(unknown, 'UNKNOWN_PARAMETER')
  const given = (name: string): string | null => {
    const value = query[name] ?? ''
    if (typeof value !== 'string') throw badParameter(name) // given twice
    return value === '' ? null : value
  }
  const limit = given('limit') ?? String(LIMIT)
  if (!/^\d{1,4}$/.test(limit) || Number(limit) < 1 || Number(limit) > LIMIT) throw badParameter('limit')
  const nouns = given('noun')?.split(',') ?? null
  if (nouns?.some((noun) => !(RESOURCE_NAMES as string[]).includes(noun))) throw badParameter('noun')
  const sought = given('q') ?? ''
  if (sought.length > MAX_QUERY) throw badParameter('q')
  return {
    after: readCursor(given('after')),
    limit: Number(limit),
    version: given('ifVersion'),
    nouns: nouns && new Set(nouns),
    words: queryWords(sought)
      .filter((word) => word.length >= SHORTEST)
      .sort((one, other) => other.length - one.length)
      .slice(0, MOST_WORDS),
  }
}

function readCursor(text: string | null): Cursor | null {
  if (text === null) return null
  const [, resource = '', id = ''] = /^([a-z-]{1,40})\.(\d{1,10})$/.exec(text) ?? []
  const at = (RESOURCE_NAMES as string[]).indexOf(resource)
  if (at < 0 || Number(id) > MAX_ID) throw badParameter('after')
  return { resource: at, id: Number(id) }
}

/** Returns records by resource and id, up to `limit`, and the start of the next page. */
async function pageOf(
  resources: ReadonlyMap<string, ServedResource>,
  inTurn: InTurn,
  viewed: readonly ResourceName[],
  { after, limit, words }: Query,
): Promise<{ rows: IndexedRecord[]; next: string | null }> {
  const rows: IndexedRecord[] = []
  // One record more than the limit shows that there is another page.
  const wanted = () => limit + 1 - rows.length
  for (const name of viewed) {
    const at = RESOURCE_NAMES.indexOf(name)
    if (after && at < after.resource) continue
    let from = after?.resource === at ? after.id : 0
    for (let full = true; full && wanted() > 0;) {
      const size = Math.min(wanted(), AT_ONCE)
      const start = from
      const found = await inTurn((context) => recordsOf(servedOf(resources, name), name, context, words, start, size))
      rows.push(...found)
      from = found.at(-1)?.id ?? from
      full = found.length === size
    }
    if (wanted() <= 0) break
  }
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown, next: rows.length > limit && last ? `${last.noun}.${last.id}` : null }
}

async function recordsOf(
  served: ServedResource,
  name: ResourceName,
  context: Context,
  words: readonly string[],
  after: number,
  limit: number,
): Promise<IndexedRecord[]> {
  const { subtitle, extraText, condition } = served.overrides.reads.searchable!
  const hidden = isShared(served.overrides, context.actor)
  const told = (source: RawBuilder<unknown>) =>
    hidden ? sql`case when ${hidden} then null else ${source} end` : source
  const title = served.stored.get(served.resource.title)?.column ?? 'id'
  const visible = served.overrides.reads.visible?.(context)?.condition
  const { rows } = await sql<IndexedRecord>`select ${name}::text as noun, r.id, r.${sql.id(title)} as title,
    ${withClient(served, context, told(subtitle))} as subtitle, ${told(extraText ?? sql`null`)}::text as words
    from ${served.table} r where r.id > ${after} and ${condition ?? sql`true`} and ${visible ?? sql`true`}
      and ${withinScope(served, context) ?? sql`true`} and ${matching(served, context, words)}
    order by r.id limit ${limit}`.execute(context.tx)
  return rows
}

/**
 * Returns the condition that each word is in a text by which a record is found, or in its id. The ids are one array, as
 * a search of the list has it: an OR of several arrays would compare each row with each id.
 */
function matching(served: ServedResource, context: Context, words: readonly string[]): RawBuilder<unknown> {
  if (words.length === 0) return sql`true`
  const { subtitle, extraText = sql`null`, beyond } = served.overrides.reads.searchable!
  const hidden = isShared(served.overrides, context.actor)
  const clientId = clientShown(served, context)
  const idsWhere = (condition: RawBuilder<unknown>) => sql`select r.id from ${served.table} r where ${condition}`
  const idsOf = (word: string): RawBuilder<unknown> => {
    const pattern = patternOf(word)
    const ways = [hidden ? idsWhere(containing(served, context, word)) : sql`select ${served.search}(${pattern})`]
    if (/^\d+$/.test(word)) ways.push(idsWhere(sql`r.id::text like ${pattern}`))
    if (beyond) ways.push(beyond(pattern))
    if (beyond === undefined) {
      const folded = sql`tocsin_fold(concat_ws(' ', ${subtitle}, ${extraText})) like ${pattern}`
      ways.push(idsWhere(hidden ? sql`not ${hidden} and ${folded}` : folded))
    }
    if (clientId)
      ways.push(
        idsWhere(sql`${clientId} in (select c.id from clients c where tocsin_fold(c.nickname) like ${pattern})`),
      )
    return sql`(${sql.join(ways, sql` union all `)})`
  }
  return sql`r.id = any (array(${sql.join(words.map(idsOf), sql` intersect `)}))`
}

/** Returns the column of a record's client, if the subtitle names it: for an actor who sees several clients. */
function clientShown(served: ServedResource, { actor }: Context): RawBuilder<unknown> | null {
  const column = served.stored.get(served.resource.tenant ?? '')?.column
  const scope = scopeOf(actor)
  return column === undefined || (scope.kind !== 'all' && scope.clientIds.length < 2) ? null : sql.ref(`r.${column}`)
}

/** Returns a subtitle with the client's name after it, where that is shown. */
function withClient(served: ServedResource, context: Context, subtitle: RawBuilder<unknown>): RawBuilder<unknown> {
  const clientId = clientShown(served, context)
  if (!clientId) return sql`${subtitle}::text`
  return sql`nullif(concat_ws(' · ', ${subtitle}::text,
    (select c.nickname from clients c where c.id = ${clientId})), '')`
}

/**
 * Returns a version that changes whenever anything in scope does. Ids are never reused and versions only rise. So the
 * number of rows, the highest id and the sum of the versions together show whether any was created, changed or deleted.
 * It covers every resource, even those that the actor cannot list, since titles come from other resources.
 */
async function versionOf(
  resources: ReadonlyMap<string, ServedResource>,
  inTurn: InTurn,
  viewed: readonly ResourceName[],
): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify(viewed))
  for (const name of RESOURCE_NAMES) {
    const served = servedOf(resources, name)
    // Records of a kind are counted with the resource that holds all kinds.
    if (!served.overrides.reads.searchable || served.resource.kindOf) continue
    const { scope, rows } = await inTurn(async (context) => ({
      scope: scopeOf(context.actor),
      rows: (
        await sql<object>`select count(*) as rows, max(r.id) as newest, sum(r.version) as versions
          from ${served.table} r where ${withinScope(served, context) ?? sql`true`}`.execute(context.tx)
      ).rows,
    }))
    hash.update(JSON.stringify([scope, rows]))
  }
  return hash.digest('base64url').slice(0, 22)
}
