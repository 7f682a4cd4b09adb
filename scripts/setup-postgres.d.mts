/** The folder that holds initdb and postgres, if there is one. */
export function findPostgres(environment?: Record<string, string | undefined>): string | undefined
/** Installs Debian's PostgreSQL where this process may; false otherwise. */
export function installPostgres(): boolean
