import { sql } from 'kysely'
import type { Tx } from '../db/transaction'

/** The language in which somebody signs in is the one they read: others' doings are told them in it. */
export async function rememberLanguage(tx: Tx, userId: number, locale: string): Promise<void> {
  await sql`update users set locale = ${locale} where id = ${userId} and locale is distinct from ${locale}`.execute(tx)
}
