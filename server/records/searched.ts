import type { IndexedRecord } from '@tocsin/core/find/records'
import { clientFieldOf } from '@tocsin/core/vocabulary/resource'
import { MAX_ID } from '@tocsin/core/vocabulary/kinds'
import { sql, type RawBuilder } from 'kysely'
import { scopeOf } from '../context/actor'
import type { Context } from '../context/context'
import { patternOf, sharedText } from './list-conditions'
import type { ServedResource } from './served-resource'
import { isShared } from './shared'
import { withinScope } from './tenancy'

/** The number of words that are searched for, which is the number of patterns that a search function of the schema takes. */
export const MOST_WORDS = 3

/**
 * The texts that are searched: those of the record itself, or also the names of other records that it is shown with, such
 * as the site of a registration code and the client of anything.
 */
export type Reach = 'own' | 'shown'

/**
 * The records that are asked for: folded words, of which there may be none, the texts that each word is looked for in, and
 * the client whose records are wanted, if only one's are. Records that belong to no client are always among them.
 */
export type Sought = { words: readonly string[]; reach: Reach; clientId: number | null }

/**
 * Returns records of several resources by title in one statement: of each resource up to `limit`, by id; of the first one
 * those after the id `after`.
 */
export async function indexedRecords(
  all: readonly ServedResource[],
  context: Context,
  sought: Sought,
  after: number,
  limit: number,
): Promise<IndexedRecord[]> {
  if (all.length === 0) return []
  const parts = all.map((served, at) => sql`(${recordsOf(served, context, sought, at === 0 ? after : 0, limit)})`)
  const { rows } = await sql<IndexedRecord>`${sql.join(parts, sql` union all `)}`.execute(context.tx)
  return rows
}

function recordsOf(
  served: ServedResource,
  context: Context,
  sought: Sought,
  after: number,
  limit: number,
): RawBuilder<unknown> {
  const { subtitle, extraText, condition } = served.overrides.reads.searchable!
  const hidden = isShared(served.overrides, context.actor)
  const told = (source: RawBuilder<unknown>) =>
    hidden ? sql`case when ${hidden} then null else ${source} end` : source
  const title = served.stored.get(served.resource.title)?.column ?? 'id'
  const visible = served.overrides.reads.visible?.(context)?.condition
  return sql`select ${served.resource.name}::text as noun, r.id, r.${sql.id(title)}::text as title,
    ${withClient(served, context, told(subtitle))} as subtitle, ${told(extraText ?? sql`null`)}::text as words
    from ${served.table} r where r.id > ${after} and ${condition ?? sql`true`} and ${visible ?? sql`true`}
      and ${withinScope(served, context) ?? sql`true`} and ${matching(served, context, sought)}
      and ${ofClient(served, sought)}
    order by r.id limit ${limit}`
}

/** Returns the condition that a record belongs to the client that is asked for, or is that client. */
function ofClient({ resource, stored }: ServedResource, { clientId }: Sought): RawBuilder<unknown> {
  const column = stored.get(clientFieldOf(resource) ?? '')?.column
  return clientId === null || column === undefined ? sql`true` : sql`${sql.ref(`r.${column}`)} = ${clientId}`
}

/** Returns the condition that all words are in the texts by which a record is found, or begin its id. */
function matching(
  served: ServedResource,
  context: Context,
  { words, reach }: Omit<Sought, 'clientId'>,
): RawBuilder<unknown> {
  if (words.length === 0) return sql`true`
  const ids =
    reach === 'own'
      ? idsByOwnTexts(served, context, words)
      : sql.join(
          words.map((word) => sql`(${idsByOwnTexts(served, context, [word])} ${idsByNames(served, context, word)})`),
          sql` intersect `,
        )
  // The ids are one array, as a search of the list has it: an OR of several would compare each row with each id.
  return sql`r.id = any (array(${ids}))`
}

const patternsOf = (words: readonly string[]) => sql`array[${sql.join(words.map(patternOf))}]::text[]`

/** Returns the query of the ids of rows that have all words in their own texts. One of the words may begin the id. */
function idsByOwnTexts(served: ServedResource, context: Context, words: readonly string[]): RawBuilder<unknown> {
  const { beyond, beyondIsAnother } = served.overrides.reads.searchable!
  const text = textByRow(served, context)
  const idsWhere = (condition: RawBuilder<unknown>) => sql`select r.id from ${served.table} r where ${condition}`
  const patterns = patternsOf(words)
  const ways = [
    beyond === undefined ? idsWhere(sql`${text} like all (${patterns})`) : sql`select ${served.search}(${patterns})`,
  ]
  if (beyond && !beyondIsAnother) ways.push(beyond(patterns))
  for (const [at, word] of words.entries()) {
    if (!isId(word)) continue
    const others = words.filter((_, index) => index !== at)
    const rest = others.length > 0 ? sql`and ${text} like all (${patternsOf(others)})` : sql``
    ways.push(idsWhere(sql`${idBeginsWith(word)} ${rest}`))
  }
  return sql.join(ways, sql` union all `)
}

/** Returns the own texts of a row, as far as they can be read row by row: a large table has its search text alone. */
function textByRow(served: ServedResource, { actor }: Context): RawBuilder<unknown> {
  const { subtitle, extraText = sql`null`, beyond } = served.overrides.reads.searchable!
  if (beyond !== undefined) return sql`r.search`
  const hidden = isShared(served.overrides, actor)
  const whole = sql`r.search || ' ' || tocsin_fold(concat_ws(' ', ${subtitle}, ${extraText}))`
  return hidden ? sql`case when ${hidden} then tocsin_fold(${sharedText(served)}) else ${whole} end` : sql`(${whole})`
}

/** Returns the rest of a union: the ids of rows that are shown with the name of another record that has the word. */
function idsByNames(served: ServedResource, context: Context, word: string): RawBuilder<unknown> {
  const { beyond, beyondIsAnother } = served.overrides.reads.searchable!
  const clientId = clientShown(served, context)
  const ofClient =
    clientId &&
    sql`union all select r.id from ${served.table} r where ${clientId} in
      (select c.id from clients c where tocsin_fold(c.nickname) like ${patternOf(word)})`
  return sql`${beyond && beyondIsAnother ? sql`union all ${beyond(patternsOf([word]))}` : sql``} ${ofClient ?? sql``}`
}

const isId = (word: string): boolean => /^[1-9]\d*$/.test(word) && Number(word) <= MAX_ID

/** Returns the condition that an id begins with these digits, as ranges that the index of the ids has. */
function idBeginsWith(digits: string): RawBuilder<unknown> {
  const ranges: RawBuilder<unknown>[] = []
  for (let width = 1; Number(digits) * width <= MAX_ID; width *= 10) {
    const first = Number(digits) * width
    ranges.push(sql`r.id between ${first} and ${Math.min(first + width - 1, MAX_ID)}`)
  }
  return sql`(${sql.join(ranges, sql` or `)})`
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
