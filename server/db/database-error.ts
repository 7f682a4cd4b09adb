/**
 * The failures of the database that the server can answer: BUSY (queue full or wait too long), TIMEOUT (a query or an
 * idle transaction passed its deadline), GONE (no database behind the connection), DISK_FULL, IN_USE (another process
 * holds the data folder; `holder` is its pid), CONFLICT (serialization failure or deadlock: safe to try again), OTHER
 * (see `sqlState` and `constraint`).
 */
export type DatabaseErrorCode = 'BUSY' | 'TIMEOUT' | 'GONE' | 'DISK_FULL' | 'IN_USE' | 'CONFLICT' | 'OTHER'

export type DatabaseErrorFacts = {
  sqlState?: string
  constraint?: string
  table?: string
  column?: string
  holder?: number
}

/**
 * The only error the database layer throws. It is built from names alone: the server's message, detail and hint quote
 * values of rows, and the driver's own errors may quote the query, so none of them is kept, not even as `cause`.
 */
export class DatabaseError extends Error {
  readonly code: DatabaseErrorCode
  readonly sqlState: string | undefined
  readonly constraint: string | undefined
  readonly table: string | undefined
  readonly column: string | undefined
  readonly holder: number | undefined

  constructor(code: DatabaseErrorCode, facts: DatabaseErrorFacts = {}) {
    super(
      [code, facts.sqlState, facts.table, facts.column, facts.constraint, facts.holder && `pid ${facts.holder}`]
        .filter(Boolean)
        .join(' '),
    )
    this.name = 'DatabaseError'
    this.code = code
    this.sqlState = facts.sqlState
    this.constraint = facts.constraint
    this.table = facts.table
    this.column = facts.column
    this.holder = facts.holder
  }
}

// https://www.postgresql.org/docs/15/errcodes-appendix.html
const codesBySqlState: Record<string, DatabaseErrorCode> = {
  '25P03': 'TIMEOUT', // idle_in_transaction_session_timeout
  '40001': 'CONFLICT', // serialization_failure
  '40P01': 'CONFLICT', // deadlock_detected
  '53100': 'DISK_FULL',
  '53300': 'BUSY', // too_many_connections
  '57014': 'TIMEOUT', // query_canceled, the code of statement_timeout
  '57P01': 'GONE', // admin_shutdown
  '57P02': 'GONE', // crash_shutdown
  '57P03': 'GONE', // cannot_connect_now
  '57P04': 'GONE', // database_dropped
}

/** Returns any error of the driver as a DatabaseError. A DatabaseError is returned as it is. */
export function databaseError(error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error
  const { code, syscall, constraint, column, message } = Object(error) as Record<string, unknown>
  // An error for a missing grant names the table only in its message. That is a name of the schema, and no stored
  // value.
  const [, denied] = /^permission denied for (?:table|view|sequence|function) (\w+)$/.exec(String(message)) ?? []
  const table = denied ?? (Object(error) as Record<string, unknown>)['table']
  if (code === 'ENOSPC' || code === 'EDQUOT') return new DatabaseError('DISK_FULL')
  // An SQLSTATE has five characters and is not the name of a system's error (EPIPE). Without one the connection itself
  // broke.
  if (typeof code !== 'string' || syscall !== undefined || !/^[0-9A-Z]{5}$/.test(code) || code === 'EPIPE')
    return new DatabaseError(error instanceof TypeError || error instanceof RangeError ? 'OTHER' : 'GONE')
  return new DatabaseError(codesBySqlState[code] ?? (code.startsWith('08') ? 'GONE' : 'OTHER'), {
    sqlState: code,
    ...(typeof constraint === 'string' && { constraint }),
    ...(typeof table === 'string' && { table }),
    ...(typeof column === 'string' && { column }),
  })
}
