import type { RecordDraft, RecordSheet } from '@tocsin/core/csv/record-sheet'
import { sql, type RawBuilder } from 'kysely'
import type { Context } from '../context/context'
import type { ReadRow, SheetRows } from '../resources/sheet-rows'

type Found = { id: number; names: (string | null)[] }

/** The records of a client that rows name, by the field that holds their ids. The first name of each wins over the next. */
const SOURCES: Readonly<Record<string, { unknown: string; rows: (clientId: number) => RawBuilder<Found> }>> = {
  SiteId: {
    unknown: 'unknown_site',
    rows: (clientId) => sql`select id, array[tag, name, id::text] as names from sites where client_id = ${clientId}`,
  },
  RegistrationFormId: {
    unknown: 'unknown_form',
    rows: (clientId) =>
      sql`select id, array[name, id::text] as names from registration_forms where client_id = ${clientId}`,
  },
}

type Named = ReadonlyMap<string, number | { count: number } | null>

/** Looks the records up that rows name by a tag, a name or an id, with one query for each kind of them. */
export async function namedRecords(
  { tx }: Context,
  clientId: number,
  { columns }: RecordSheet,
  { good, refuse }: SheetRows<RecordDraft>,
) {
  const byField = new Map<string, Map<string, number | { count: number }>>()
  const named = columns.filter(({ field }) => Object.hasOwn(SOURCES, field))
  for (const { name, field } of named) {
    const texts = [...new Set(good.flatMap(({ draft }) => draft[name] || []))]
    const found = new Map<string, number | { count: number }>()
    byField.set(field, found)
    if (texts.length === 0) continue
    const { rows } = await sql<Found>`select * from (${SOURCES[field]!.rows(clientId)}) n
      where n.names && ${texts}::text[]`.execute(tx)
    for (const text of texts) {
      for (let at = 0; at < 3 && !found.has(text); at++) {
        const those = rows.filter(({ names }) => names[at] === text)
        if (those.length > 0) found.set(text, those.length === 1 ? those[0]!.id : { count: those.length })
      }
    }
  }
  return {
    /** Returns the ids that a row names, by their fields; null for an empty cell, and for a name that means none. */
    idsOf: ({ draft }: ReadRow<RecordDraft>): Named =>
      new Map(
        named.flatMap(({ name, field }) => {
          const text = draft[name]
          return text === undefined ? [] : [[field, text === '' ? null : (byField.get(field)?.get(text) ?? null)]]
        }),
      ),
    /** Refuses a row with a name that means no record or several; returns whether it did. */
    refuseUnnamed: (row: ReadRow<RecordDraft>, ids: Named): boolean => {
      let refused = false
      for (const { name, field } of named) {
        const id = ids.get(field)
        if (!row.draft[name] || typeof id === 'number') continue
        refused = true
        if (id) refuse(row, name, 'ambiguous', id)
        else refuse(row, name, SOURCES[field]!.unknown)
      }
      return refused
    },
  }
}
