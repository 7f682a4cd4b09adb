import { createHash } from 'node:crypto'
import { MAX_QUERY, queryWords } from '@tocsin/core/find/fold'
import type { IndexedRecord } from '@tocsin/core/find/records'
import { MAX_ID } from '@tocsin/core/vocabulary/kinds'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { RESOURCE_NAMES, type ResourceName } from '@tocsin/core/resources/index'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { answer, header, ref, text } from '../http/describe'
import { badParameter } from '../http/failures'
import { scopeOf } from '../context/actor'
import type { Context } from '../context/context'
import { route } from '../http/route'
import { indexedRecords, MOST_WORDS, type Reach } from './searched'
import type { ServedResource } from './served-resource'
import type { InScope } from '../context/request'
import { withinScope } from './tenancy'

const LIMIT = 5000
/** The length of the shortest word that is searched for, which is that of the pieces in the index of the texts. */
const SHORTEST = 3
/** The number of records of one transaction: the embedded database has one session, for which others wait. */
const AT_ONCE = 1000

/** The start of a page: after an id of a resource. The texts that are searched are those of the page before. */
type Cursor = { resource: number; id: number; reach: Reach }

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
            name: 'client',
            in: 'query',
            description: 'The client whose records are wanted.',
            schema: { type: 'integer' },
          },
          {
            name: 'q',
            in: 'query',
            description: `Words. The ${MOST_WORDS} longest of ${SHORTEST} characters or more are all in the texts of a record, or begin its id. Where no record has them, the names of its site and client count too.`,
            schema: { type: 'string', maxLength: MAX_QUERY },
          },
          {
            name: 'names',
            in: 'query',
            description: 'Whether the names of the site and client of a record count from the beginning.',
            schema: { type: 'boolean' },
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
        const isWhole =
          query.after === null && query.nouns === null && query.clientId === null && query.words.length === 0
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
  clientId: number | null
  words: readonly string[]
  /** The texts that are searched on the first page. */
  reach: Reach
}

function readQuery(query: Record<string, unknown>): Query {
  const unknown = Object.keys(query).find(
    (name) => !['after', 'limit', 'ifVersion', 'noun', 'client', 'q', 'names'].includes(name),
  )
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
  const client = given('client')
  if (client !== null && !(/^\d{1,10}$/.test(client) && Number(client) <= MAX_ID)) throw badParameter('client')
  const names = given('names') ?? 'false'
  if (names !== 'true' && names !== 'false') throw badParameter('names')
  const sought = given('q') ?? ''
  if (sought.length > MAX_QUERY) throw badParameter('q')
  return {
    after: readCursor(given('after')),
    limit: Number(limit),
    version: given('ifVersion'),
    nouns: nouns && new Set(nouns),
    clientId: client === null ? null : Number(client),
    words: [...new Set(queryWords(sought))]
      .filter((word) => word.length >= SHORTEST)
      .sort((one, other) => other.length - one.length)
      .slice(0, MOST_WORDS),
    reach: names === 'true' ? 'shown' : 'own',
  }
}

function readCursor(text: string | null): Cursor | null {
  if (text === null) return null
  const [, resource = '', id = '', isShown] = /^([a-z-]{1,40})\.(\d{1,10})(\.shown)?$/.exec(text) ?? []
  const at = (RESOURCE_NAMES as string[]).indexOf(resource)
  if (at < 0 || Number(id) > MAX_ID) throw badParameter('after')
  return { resource: at, id: Number(id), reach: isShown ? 'shown' : 'own' }
}

const cursorAt = ({ noun, id }: IndexedRecord, reach: Reach): string =>
  `${noun}.${id}${reach === 'shown' ? '.shown' : ''}`

/**
 * Returns records by resource and id, up to `limit`, and the start of the next page. Names of other records are searched
 * only where no record has all words in its own texts.
 */
async function pageOf(
  resources: ReadonlyMap<string, ServedResource>,
  inTurn: InTurn,
  viewed: readonly ResourceName[],
  query: Query,
): Promise<{ rows: IndexedRecord[]; next: string | null }> {
  const { after, limit, words } = query
  let reach = after?.reach ?? query.reach
  let rows = await rowsOf(resources, inTurn, viewed, query, reach)
  if (rows.length === 0 && words.length > 0 && after === null && reach === 'own') {
    reach = 'shown'
    rows = await rowsOf(resources, inTurn, viewed, query, reach)
  }
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { rows: shown, next: rows.length > limit && last ? cursorAt(last, reach) : null }
}

/** Returns the records of a page, and one more or some where there is another page. */
async function rowsOf(
  resources: ReadonlyMap<string, ServedResource>,
  inTurn: InTurn,
  viewed: readonly ResourceName[],
  { after, limit, words, clientId }: Query,
  reach: Reach,
): Promise<IndexedRecord[]> {
  const rows: IndexedRecord[] = []
  const size = Math.min(limit + 1, AT_ONCE)
  const names = viewed.filter((name) => RESOURCE_NAMES.indexOf(name) >= (after?.resource ?? 0))
  const read = (some: readonly ResourceName[], from: number) =>
    inTurn((context) =>
      indexedRecords(
        some.map((name) => servedOf(resources, name)),
        context,
        { words, reach, clientId },
        from,
        size,
      ),
    )
  const start = (name: ResourceName) => (after?.resource === RESOURCE_NAMES.indexOf(name) ? after.id : 0)
  // Few records have the words themselves, and the index finds them: one statement asks for those of every resource. The
  // search for names of others takes long, and leaves the database to others between the resources.
  const [first] = names
  const isQuick = words.length > 0 && reach === 'own'
  const begun = isQuick && first ? await read(names, start(first)) : null
  for (const name of names) {
    let found = begun?.filter(({ noun }) => noun === name) ?? (await read([name], start(name)))
    rows.push(...found)
    while (found.length === size && rows.length <= limit) {
      found = await read([name], found.at(-1)!.id)
      rows.push(...found)
    }
    if (rows.length > limit) break
  }
  return rows
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
