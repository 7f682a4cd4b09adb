// A second process for the tests of the data folder, which build it first: `program.mjs <open|write> <folder>`.
import { sql } from 'kysely'
import { DatabaseError } from '../../server/db/database-error'
import { openDatabase } from '../../server/db/open'

const [verb, folder = ''] = process.argv.slice(2)

try {
  const database = await openDatabase({ folder })
  console.log('open')
  if (verb === 'write') {
    await sql`create table if not exists written (id int primary key, half boolean not null)`.execute(database.kysely)
    const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0) as last from written`.execute(
      database.kysely,
    )
    for (let id = (rows[0]?.last ?? 0) + 1; ; id += 1) {
      await database.transaction(async (tx) => {
        await sql`insert into written values (${id}, true)`.execute(tx)
        await sql`update written set half = false where id = ${id}`.execute(tx)
      })
      console.log(id) // acknowledged: whoever reads this line may rely on the row
    }
  }
} catch (error) {
  console.log(error instanceof DatabaseError ? `${error.code} ${error.holder}` : String(error))
}
