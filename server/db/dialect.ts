import { CompiledQuery, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Dialect, Driver, TransactionSettings } from 'kysely'
import { Session } from './session'
import type { Sessions } from './sessions'

/** Kysely over our sessions, the same for both databases. */
export function dialect(sessions: Sessions): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver(sessions),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

function driver(sessions: Sessions): Driver {
  const run = async (connection: { executeQuery: Session['executeQuery'] }, text: string) => {
    await connection.executeQuery(CompiledQuery.raw(text))
  }
  return {
    init: async () => undefined,
    acquireConnection: () => sessions.acquire(),
    beginTransaction: (connection, { isolationLevel, accessMode }: TransactionSettings) =>
      run(connection, ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' ')),
    commitTransaction: (connection) => run(connection, 'commit'),
    rollbackTransaction: (connection) => run(connection, 'rollback'),
    releaseConnection: async (connection) => (connection as Session).end(),
    destroy: async () => undefined,
  }
}
