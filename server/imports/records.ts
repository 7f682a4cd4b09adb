import { ApiError, type FieldError } from '@tocsin/core/base/errors'
import { valueAt } from '@tocsin/core/base/cells'
import { same } from '@tocsin/core/base/same'
import { codeOfRule, valuesOf, type RecordDraft, type RecordSheet } from '@tocsin/core/csv/record-sheet'
import type { ImportMode } from '@tocsin/core/import/modes'
import { RECORD_SHEETS, type RecordSheetName } from '@tocsin/core/resources/sheets'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import { canonical } from '@tocsin/core/vocabulary/validate'
import { sql } from 'kysely'
import type { Context, Row } from '../context/context'
import type { Crud } from '../records/crud'
import { load } from '../records/read'
import type { ServedResource } from '../records/served-resource'
import { withinScope } from '../records/tenancy'
import { createInvited } from '../resources/users/invited'
import type { ImportPlan, ReadRow, SheetRows } from '../resources/sheet-rows'
import { namedRecords } from './named-records'

type Kind = {
  /** Returns the record of a new row with the values that its sheet lacks. */
  completed: (record: Draft, clientId: number) => Draft
  /** Returns the fields that a change of a record sets besides those of its columns. */
  following: (record: Draft) => Draft
  /** Returns the proof that a write needs: for a code, how long the actor has to wait. */
  proof: (codesWait: number) => { proof?: number }
  /** The resource as an import creates its records. */
  created: (served: ServedResource) => ServedResource
}

const KINDS: Record<RecordSheetName, Kind> = {
  users: {
    completed: (record, clientId) => ({ ...record, userType: 'client', ClientId: clientId }),
    following: () => ({}),
    proof: () => ({}),
    created: (served) => ({
      ...served,
      overrides: { ...served.overrides, writes: { ...served.overrides.writes, create: createInvited as never } },
    }),
  },
  'registration-codes': {
    completed: (record, clientId) => ({ ...record, ...modeOf(record), ClientId: clientId }),
    following: (record) => ('SiteId' in record ? modeOf(record) : {}),
    proof: (codesWait) => ({ proof: codesWait }),
    created: (served) => served,
  },
}

const modeOf = ({ SiteId }: Draft) => ({ mode: typeof SiteId === 'number' ? 'site' : 'client' })

type Options = {
  resource: RecordSheetName
  mode: ImportMode
  codesWait: number
  resources: ReadonlyMap<string, ServedResource>
  crud: Crud
}

/**
 * Writes the rows of a sheet as the API writes one record after another, with the same permissions, rules and history. A
 * row that the API would refuse is refused alone, so that all bad rows are found. The caller takes everything back if a
 * row is bad, or if the import is only planned.
 */
export async function writeRecords(
  context: Context,
  clientId: number,
  rows: SheetRows<RecordDraft>,
  { resource, mode, codesWait, resources, crud }: Options,
): Promise<ImportPlan> {
  const sheet: RecordSheet = RECORD_SHEETS[resource]
  const served = resources.get(resource)!
  const kind = KINDS[resource]
  const { outcome, good } = rows
  const known = await knownRecords(context, served, { clientId, sheet, good })
  const { idsOf, refuseUnnamed } = await namedRecords(context, clientId, sheet, rows)

  for (const row of good) {
    const ids = idsOf(row)
    if (refuseUnnamed(row, ids)) continue
    const record = nested(new Map([...valuesOf(sheet, row.draft), ...ids]))
    const id = known.get(keyOf(sheet, row.draft))
    if (id === undefined) {
      const draft = kind.completed(record, clientId)
      const create = () => crud.create(kind.created(served), context, draft, kind.proof(codesWait))
      if (await isDone(context, rows, sheet, row, create)) outcome.created++
      continue
    }
    const before = await load(served, context, id, false)
    const columns = differing(sheet, before, record, row.draft)
    if (columns.length === 0) outcome.unchanged++
    else if (rows.differs(row, columns, mode)) {
      const changes = { ...changesOf(sheet, before, record, columns), ...kind.following(record) }
      const update = () => crud.update(served, context, id, changes, kind.proof(codesWait))
      if (await isDone(context, rows, sheet, row, update)) outcome.updated++
    }
  }
  return { outcome, write: async () => {} }
}

/** Returns the ids of the client's records by the keys that rows have. */
async function knownRecords(
  context: Context,
  served: ServedResource,
  { clientId, sheet, good }: { clientId: number; sheet: RecordSheet; good: readonly ReadRow<RecordDraft>[] },
): Promise<ReadonlyMap<string, number>> {
  const keys = good.map(({ draft }) => keyOf(sheet, draft))
  if (keys.length === 0) return new Map()
  const column = sql.ref(`r.${served.stored.get(sheet.key)!.column}`)
  const kind = sheet.fixed['userType'] === undefined ? sql`true` : sql`r.user_type = ${sheet.fixed['userType']}`
  const { rows } = await sql<{ id: number; key: string }>`select r.id, lower(${column}) as key from ${served.table} r
    where r.client_id = ${clientId} and lower(${column}) = any (${keys}) and ${kind}
      and ${withinScope(served, context) ?? sql`true`}`.execute(context.tx)
  return new Map(rows.map(({ id, key }) => [key, id]))
}

const keyOf = ({ key }: RecordSheet, draft: RecordDraft): string => (draft[key] ?? '').toLowerCase()

/** Returns a record with its groups, of which a column may hold a part. */
function nested(values: ReadonlyMap<string, unknown>): Draft {
  const record: Draft = {}
  for (const [path, value] of values) {
    const [name = '', part] = path.split('.')
    if (part === undefined) record[name] = value
    else record[name] = { ...(record[name] as Draft | undefined), [part]: value }
  }
  return record
}

/** Returns the columns in which a row differs from its record. The key is the same, whatever its case. */
function differing({ columns, fields, key }: RecordSheet, before: Row, record: Draft, draft: RecordDraft): string[] {
  const after = canonical(fields, { ...before, ...record })
  return columns.flatMap(({ name, field }) =>
    name === key || draft[name] === undefined || valueAt(record, field) === undefined
      ? []
      : same(valueAt(after, field) ?? null, valueAt(before, field) ?? null)
        ? []
        : [name],
  )
}

/** Returns the fields of these columns; a group as a whole, with the parts that no column holds. */
function changesOf({ columns }: RecordSheet, before: Row, record: Draft, differ: readonly string[]): Draft {
  const names = new Set(columns.flatMap(({ name, field }) => (differ.includes(name) ? [field.split('.')[0]!] : [])))
  return Object.fromEntries(
    [...names].map((name) => {
      const value = record[name]
      const isGroup = columns.some(({ field }) => field.startsWith(`${name}.`))
      return [name, isGroup ? { ...(before[name] as Draft | null), ...(value as Draft) } : value]
    }),
  )
}

/** Does the write of one row. Refuses the row, and takes back what its write did, if the API would refuse the record. */
async function isDone(
  { tx }: Context,
  rows: SheetRows<RecordDraft>,
  sheet: RecordSheet,
  row: ReadRow<RecordDraft>,
  write: () => Promise<unknown>,
): Promise<boolean> {
  await sql`savepoint one_row`.execute(tx)
  try {
    await write()
    await sql`release savepoint one_row`.execute(tx)
    return true
  } catch (error) {
    if (!(error instanceof ApiError) || !isOfRow(error)) throw error
    await sql`rollback to savepoint one_row`.execute(tx)
    refuseRow(rows, sheet, row, error)
    return false
  }
}

/** Returns whether an error is about a record, and not about the whole import. */
const isOfRow = ({ status, code }: ApiError): boolean =>
  [400, 403, 404, 409, 422].includes(status) && code !== 'CLIENT_LOCKED'

function refuseRow(
  { refuse }: SheetRows<RecordDraft>,
  { columns }: RecordSheet,
  row: ReadRow<RecordDraft>,
  { code, fields, details }: ApiError,
): void {
  const columnOf = (path: string | undefined) =>
    columns.find(({ field }) => field === path || field.startsWith(`${path}.`))?.name ?? null
  if (code === 'CODE_ALREADY_EXISTS') return refuse(row, 'code', 'code_taken')
  if (fields.length === 0) {
    const { reason } = details ?? {}
    return refuse(row, null, code.toLowerCase(), {}, typeof reason === 'string' ? reason : `httpError.${code}`)
  }
  fields.forEach(({ field, message, values }: FieldError) =>
    refuse(row, columnOf(field), codeOfRule(message), values ?? {}, message),
  )
}
