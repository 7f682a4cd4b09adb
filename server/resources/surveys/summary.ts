import { isLevelled } from '@tocsin/core/form/answer-text'
import {
  bandStarts,
  countedValues,
  isNumeric,
  type Band,
  type QuestionSummary,
  type SurveySummary,
} from '@tocsin/core/form/summary'
import type { FormField } from '@tocsin/core/form/types'
import type { Survey } from '@tocsin/core/resources/surveys/types'
import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../../context/context'
import type { ServedResource } from '../../records/served-resource'
import { withinScope } from '../../records/tenancy'

/** The characters of the latest text that a summary shows. */
const SHOWN = 200

/** Returns the summary of all results of a survey that the actor sees (A-161). */
export async function summaryOf(context: Context, results: ServedResource, survey: Survey): Promise<SurveySummary> {
  const which = sql`r.client_id = ${survey.ClientId} and r.survey_id = ${survey.id}
    and ${withinScope(results, context) ?? sql`true`}`
  const { fields } = survey.config
  const { rows } = await sql<{ name: string | null; count: number }>`
    select null as name, count(*) as count from survey_results r where ${which}
    union all select k.name, count(*) from survey_results r, jsonb_object_keys(r.data) k(name) where ${which}
      group by k.name`.execute(context.tx)
  const answered = new Map(rows.map(({ name, count }) => [name, count]))
  const asked = fields.filter(({ name }) => answered.has(name))
  const [choices, numbers, latest] = [
    await countChoices(context, which, asked),
    await summarizeNumbers(context, which, asked.filter(isNumeric)),
    await latestTexts(context, which, asked.filter(isText)),
  ]
  return {
    total: answered.get(null) ?? 0,
    questions: fields.map((field) => ({
      name: field.name,
      answered: answered.get(field.name) ?? 0,
      ...choices.get(field.name),
      ...numbers.get(field.name),
      ...latest.get(field.name),
    })),
  }
}

type Part = Omit<QuestionSummary, 'name' | 'answered'>
type Parts = ReadonlyMap<string, Part>

const isText = (field: FormField): boolean => (field.type === 'text' || field.type === 'textarea') && !isNumeric(field)

/** Counts the answers with each choice. Of a choice in levels the first level is counted. */
async function countChoices({ tx }: Context, which: RawBuilder<unknown>, fields: readonly FormField[]): Promise<Parts> {
  const values = new Map(fields.map((field) => [field, countedValues(field)] as const))
  const known = fields.flatMap((field) => (values.get(field) ?? []).map((value) => ({ name: field.name, value })))
  if (known.length === 0) return new Map()
  const names = fields.filter((field) => values.get(field)).map(({ name }) => name)
  const levelled = fields.filter(isLevelled).map(({ name }) => name)
  const { rows } = await sql<{ name: string; value: unknown; count: number }>`
    select q.name, k.value, count(*) as count from survey_results r
    cross join lateral jsonb_each(r.data) q(name, answer)
    cross join lateral jsonb_array_elements(case
      when q.name = any (${levelled}::text[]) then jsonb_build_array(q.answer -> 0)
      when jsonb_typeof(q.answer) = 'array' then q.answer
      else jsonb_build_array(q.answer) end) a(value)
    left join jsonb_to_recordset(${JSON.stringify(known)}::jsonb) k(name text, value jsonb)
      on k.name = q.name and k.value = a.value
    where ${which} and q.name = any (${names}::text[]) group by q.name, k.value`.execute(tx)
  return new Map(
    fields.flatMap((field) => {
      const counted = values.get(field)
      if (!counted) return []
      const own = rows.filter(({ name }) => name === field.name)
      const countOf = (value: unknown) => own.find((row) => row.value === value)?.count ?? 0
      const other = countOf(null)
      const choices = counted.map((value) => ({ value, count: countOf(value) }))
      return [[field.name, { choices, ...(other > 0 ? { other } : {}) }] as const]
    }),
  )
}

/** Returns the mean, the median and the bands of the answers that are numbers. */
async function summarizeNumbers(
  { tx }: Context,
  which: RawBuilder<unknown>,
  fields: readonly FormField[],
): Promise<Parts> {
  if (fields.length === 0) return new Map()
  const names = fields.map(({ name }) => name)
  const numbers = sql`select q.name, (q.answer #>> '{}')::numeric as number from survey_results r
    cross join lateral jsonb_each(r.data) q(name, answer)
    where ${which} and q.name = any (${names}::text[]) and jsonb_typeof(q.answer) = 'number'`
  const { rows } = await sql<Record<'mean' | 'median' | 'least' | 'most', number> & { name: string; whole: boolean }>`
    select name, avg(number)::float8 as mean, percentile_cont(0.5) within group (order by number)::float8 as median,
      min(number)::float8 as least, max(number)::float8 as most, bool_and(number = trunc(number)) as whole
    from (${numbers}) n group by name`.execute(tx)
  const starts = new Map(rows.map(({ name, least, most, whole }) => [name, bandStarts(least, most, whole)]))
  const edges = [...starts].map(([name, of]) => ({ name, of }))
  const counts = await sql<{ name: string; band: number; count: number }>`
    select n.name, width_bucket(n.number, array(select jsonb_array_elements_text(e.of)::numeric)) as band,
      count(*) as count
    from (${numbers}) n join jsonb_to_recordset(${JSON.stringify(edges)}::jsonb) e(name text, of jsonb)
      on e.name = n.name group by 1, 2`.execute(tx)
  return new Map(
    rows.map(({ name, mean, median, most, whole }) => {
      const of = starts.get(name)!
      const bands = of.map((from, at): Band => {
        const next = of[at + 1]
        const count = counts.rows.find((row) => row.name === name && row.band === at + 1)?.count ?? 0
        return { from, to: next === undefined ? most : whole ? next - 1 : next, count }
      })
      const isCounted = countedValues(fields.find((field) => field.name === name)!) !== undefined
      return [name, { mean, median, ...(isCounted ? {} : { bands }) }]
    }),
  )
}

/** Returns the latest text of each question. */
async function latestTexts({ tx }: Context, which: RawBuilder<unknown>, fields: readonly FormField[]): Promise<Parts> {
  if (fields.length === 0) return new Map()
  const names = fields.map(({ name }) => name)
  const { rows } = await sql<{ name: string; latest: string }>`
    select n.name, l.latest from unnest(${names}::text[]) n(name) cross join lateral (
      select left(r.data ->> n.name, ${SHOWN}) as latest from survey_results r where ${which} and r.data ? n.name
      order by r.created_at desc, r.id desc limit 1) l`.execute(tx)
  return new Map(rows.map(({ name, latest }) => [name, { latest }]))
}
