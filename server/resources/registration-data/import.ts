import type { ImportMode } from '@tocsin/core/import/modes'
import { differingData, type RegistrationDataDraft } from '@tocsin/core/resources/registration-data/csv'
import { registrationData } from '@tocsin/core/resources/registration-data/index'
import { sql } from 'kysely'
import { differences, auditStatement } from '../../records/audit'
import { invalid } from '../../http/failures'
import type { Context } from '../../context/context'
import type { ImportPlan, SheetRows } from '../sheet-rows'
import { iso } from '../../time'

type Stored = RegistrationDataDraft & { id: number }

const RECORD = sql`key text, tags jsonb, profile_props jsonb, changes jsonb`

/**
 * Plans an import of at most a chunk. Rows with a stored key replace the stored row; the others are new (A-098). It
 * writes nothing and takes no id. With `toWrite` the rows that `write` needs are locked until the transaction ends.
 */
export async function planRegistrationData(
  context: Context,
  clientId: number,
  { good, outcome, differs }: SheetRows<RegistrationDataDraft>,
  { mode, contentId, toWrite }: { mode: ImportMode; contentId: string; toWrite: boolean },
): Promise<ImportPlan> {
  const schemaId = await schemaOf(context, clientId, contentId, toWrite)
  const keys = good.map(({ draft }) => draft.key)
  const known = await storedByKey(context, { clientId, schemaId, keys }, toWrite)
  const created: RegistrationDataDraft[] = []
  const updated: { before: Stored; after: RegistrationDataDraft }[] = []
  for (const row of good) {
    const before = known.get(row.draft.key)
    if (!before) {
      created.push(row.draft)
      continue
    }
    const columns = differingData(before, row.draft)
    if (columns.length === 0) outcome.unchanged++
    else if (differs(row, columns, mode)) updated.push({ before, after: row.draft })
  }
  outcome.created = created.length
  outcome.updated = updated.length
  return {
    outcome,
    write: async () => {
      await insertRows(context, clientId, schemaId, created)
      await replaceRows(context, clientId, updated)
    },
  }
}

/**
 * Returns the id of the client's schema with this content id. The refusal does not show whether another client has it
 * (T09).
 */
async function schemaOf({ tx }: Context, clientId: number, contentId: string, toWrite: boolean): Promise<number> {
  // The schema is locked until the end, so that two of its sheets are written one after the other.
  const { rows } = await sql<{ id: number }>`select id from registration_data_schemas
    where client_id = ${clientId} and content_id = ${contentId} ${toWrite ? sql`for no key update` : sql``}`.execute(tx)
  const [schema] = rows
  if (!schema) throw invalid([{ field: 'contentId', key: 'formErrors.notFound' }])
  return schema.id
}

async function storedByKey(
  { tx }: Context,
  { clientId, schemaId, keys }: { clientId: number; schemaId: number; keys: readonly string[] },
  toWrite: boolean,
): Promise<Map<string, Stored>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<Stored>`select id, key, tags, profile_props as "profileProps" from registration_data
    where client_id = ${clientId} and registration_data_schema_id = ${schemaId} and key = any (${keys})
    ${toWrite ? sql`for update` : sql``}`.execute(tx)
  return new Map(rows.map((row) => [row.key, row]))
}

const record = ({ key, tags, profileProps }: RegistrationDataDraft, before: Stored | null) => ({
  key,
  tags,
  profile_props: profileProps,
  changes: differences(registrationData.fields, before ? { ...before } : null, { key, tags, profileProps }),
})

const EVENT = { noun: 'registration-data', verb: 'import' }

async function insertRows(
  context: Context,
  clientId: number,
  schemaId: number,
  drafts: readonly RegistrationDataDraft[],
): Promise<void> {
  if (drafts.length === 0) return
  const now = iso(context.parts.now())
  const data = JSON.stringify(drafts.map((draft) => record(draft, null)))
  await sql`
    with input as materialized (
      select nextval(pg_get_serial_sequence('registration_data', 'id'))::int as id, x.*
      from jsonb_to_recordset(${data}::jsonb) as x(${RECORD})
    ), written as (
      insert into registration_data (id, client_id, registration_data_schema_id, created_at, updated_at, key, tags,
        profile_props)
      select id, ${clientId}, ${schemaId}, ${now}, ${now}, key, tags, profile_props from input
    )
    ${auditStatement(context, { ...EVENT, clientId }, sql`select id, null::int as site_id, changes from input`)}`.execute(
    context.tx,
  )
}

async function replaceRows(
  context: Context,
  clientId: number,
  updates: readonly { before: Stored; after: RegistrationDataDraft }[],
): Promise<void> {
  if (updates.length === 0) return
  const now = iso(context.parts.now())
  const data = JSON.stringify(updates.map(({ before, after }) => ({ id: before.id, ...record(after, before) })))
  await sql`
    with input as materialized (
      select * from jsonb_to_recordset(${data}::jsonb) as x(id int, ${RECORD})
    ), written as (
      update registration_data r set tags = i.tags, profile_props = i.profile_props, version = r.version + 1,
        updated_at = ${now}
      from input i where r.client_id = ${clientId} and r.id = i.id
    )
    ${auditStatement(context, { ...EVENT, clientId }, sql`select id, null::int as site_id, changes from input`)}`.execute(
    context.tx,
  )
}
