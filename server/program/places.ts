import { existsSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the checkout or of the installed package, two folders above both the bundle and the source. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** True in a checkout: an installed package has no sources. */
export const isCheckout = existsSync(join(root, 'server/program/main.ts'))

/** The command that runs the client from where this program is. */
export const clientCommand = isCheckout ? 'npx --no-install tocsin' : 'tocsin'

/**
 * Returns the data folder: that of TOCSIN_DATA, or `.tocsin` in a checkout, or that of the user (XDG base directories). An
 * installed package keeps no data beside itself, since the next installation replaces its folder.
 */
export function dataFolder(env: NodeJS.ProcessEnv): string {
  const { TOCSIN_DATA: given, XDG_DATA_HOME: shared = '' } = env
  if (given) return resolve(given)
  if (isCheckout) return join(root, '.tocsin')
  return join(isAbsolute(shared) ? shared : join(homedir(), '.local/share'), 'tocsin')
}

/**
 * The server's own entries in its data folder: database and cache, and the lock files that systems other than Linux
 * need.
 */
export const IN_DATA_FOLDER = /^(database|cache)(\.pid)?$/

/** The folder of the embedded database in a data folder. */
export const databaseIn = (folder: string): string => join(folder, 'database')

/**
 * Returns whether a data folder has an embedded database. Throws the error of the system for a folder that this user may
 * not read, which `existsSync` would call empty.
 */
export const hasDatabase = (folder: string): boolean =>
  statSync(join(databaseIn(folder), 'pgdata'), { throwIfNoEntry: false }) !== undefined
