import type { Published } from '@tocsin/core/resources/published'
import { sql } from 'kysely'
import type { Context } from '../context/context'
import type { ActionOutcome } from '../records/handlers'
import { iso } from '../time'

type Publishable = Published & { id: number }

/** Returns the actions of a text that is published by hand; the server sets the time. */
export function publishingOf(table: 'terms' | 'documents') {
  const set = async ({ tx, parts }: Context, row: Publishable, publish: boolean): Promise<ActionOutcome> => {
    const now = iso(parts.now())
    const publishedAt = publish ? now : null
    await sql`update ${sql.table(table)} set published_at = ${publishedAt}, version = version + 1, updated_at = ${now}
      where id = ${row.id}`.execute(tx)
    return { changes: { publishedAt: { before: row.publishedAt, after: publishedAt } } }
  }
  return {
    publish: (context: Context, row: Publishable) => set(context, row, true),
    unpublish: (context: Context, row: Publishable) => set(context, row, false),
  }
}
