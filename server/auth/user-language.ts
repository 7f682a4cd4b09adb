import { sql } from 'kysely'
import type { Tx } from '../db/transaction'

/** Stores the language in which a user signs in: later messages to them are written in it. */
export async function rememberLanguage(tx: Tx, userId: number, locale: string): Promise<void> {
  await sql`update users set locale = ${locale} where id = ${userId} and locale is distinct from ${locale}`.execute(tx)
}
