import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { migrate } from '../server/db/migrate'
import { openDatabase } from '../server/db/open'
import type { Database } from '../server/db/open'

/** The time the first of several test files has to make the template that the others wait for, ms. */
const DEADLINE = 120_000

/**
 * Creates a database as a copy of the template `name` on the server at `adminUrl`; the first caller migrates and seeds
 * the template. Returns the copy's url. The server is thrown away at the run's end, and with it every copy.
 */
export async function copyOfTemplate(
  adminUrl: string,
  name: string,
  seed: (database: Database) => Promise<void>,
): Promise<string> {
  const template = `template_${name}`
  const copy = `copy_${randomBytes(6).toString('hex')}`
  const admin = await openDatabase({ url: adminUrl, poolSize: 2, deadline: DEADLINE })
  try {
    // The lock is held by one connection while the other creates: CREATE DATABASE runs in no transaction.
    await admin.transaction(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext(${template}))`.execute(tx)
      const { rows } = await sql`select from pg_database where datname = ${template}`.execute(tx)
      if (rows.length > 0) return
      const making = `making_${name}`
      await sql`drop database if exists ${sql.id(making)} with (force)`.execute(admin.kysely)
      await sql`create database ${sql.id(making)}`.execute(admin.kysely)
      const database = await openDatabase({ url: urlOf(adminUrl, making) })
      try {
        await migrate(database)
        await seed(database)
      } finally {
        await database.close()
      }
      await sql`alter database ${sql.id(making)} rename to ${sql.id(template)}`.execute(admin.kysely)
    })
    // File by file takes half the time of writing to the log page by page.
    await sql`create database ${sql.id(copy)} template ${sql.id(template)} strategy file_copy`.execute(admin.kysely)
    return urlOf(adminUrl, copy)
  } finally {
    await admin.close()
  }
}

function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  return url.href
}
