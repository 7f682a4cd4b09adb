import { PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { Dialect, Driver, TransactionSettings } from 'kysely'
import type { Session } from './session'
import type { Sessions } from './sessions'
import { SERVER } from './turns'

/** Runs Kysely over our sessions, the same for both databases. */
export function dialect(sessions: Sessions): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver(sessions),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}

function driver(sessions: Sessions): Driver {
  const script = async (connection: unknown, text: string) => {
    await (connection as Session).script(text)
  }
  return {
    init: async () => undefined,
    acquireConnection: () => sessions.acquire(SERVER),
    beginTransaction: (connection, { isolationLevel, accessMode }: TransactionSettings) =>
      script(
        connection,
        ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode].filter(Boolean).join(' '),
      ),
    commitTransaction: (connection) => script(connection, 'commit'),
    rollbackTransaction: (connection) => script(connection, 'rollback'),
    releaseConnection: async (connection) => (connection as Session).end(),
    destroy: async () => undefined,
  }
}
