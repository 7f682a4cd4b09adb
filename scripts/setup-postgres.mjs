// Finds or installs the PostgreSQL programs that the tests start servers with.
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { aptInstall } from './apt.mjs'

const DEBIAN = '/usr/lib/postgresql'

/** Debian's versioned folders, newest first, 15 (the dialect floor) or later. */
const debianFolders = () =>
  existsSync(DEBIAN)
    ? readdirSync(DEBIAN)
        .map(Number)
        .filter((version) => version >= 15)
        .sort((a, b) => b - a)
        .map((version) => join(DEBIAN, String(version), 'bin'))
    : []

/** The folder that holds initdb and postgres: TOCSIN_POSTGRES_BIN, Debian's, PATH, else undefined. */
export const findPostgres = (environment = process.env) => {
  const complete = (folder) => ['initdb', 'postgres'].every((program) => existsSync(join(folder, program)))
  const named = environment.TOCSIN_POSTGRES_BIN
  if (named) return complete(named) ? named : undefined
  return [...debianFolders(), ...(environment.PATH ?? '').split(delimiter).filter(Boolean)].find(complete)
}

// The server package alone makes Debian create and start a cluster of its own; it is never used, only the programs are.
export const installPostgres = () => aptInstall('postgresql')
