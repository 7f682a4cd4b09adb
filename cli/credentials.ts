import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Profile } from '@tocsin/core/api/session'
import { CommandError } from './command-error'
import { EXIT } from './exit-codes'
import { named } from './file-error'
import type { Io } from './io'
import { withFileLock } from './file-lock'

/** The accounts of one server; `current` is the user name of the default account. */
export type HostAccounts = {
  current: string | null
  accounts: Profile[]
  /** The server's last answer about the routes of calls (FLAG-05). */
  useRoutesV2?: boolean
}
type Stored = { version: 1; hosts: Record<string, HostAccounts> }

/** TOCSIN_CONFIG_DIR, else the folder of the XDG convention. */
export function configFolder({ env, home }: Pick<Io, 'env' | 'home'>): string {
  return env['TOCSIN_CONFIG_DIR'] || join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'tocsin')
}

/** Creates a folder that only its owner may enter. */
export function privateFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

/** Returns the target of a link, so that it stays a link; any other path as it is. */
const followed = (path: string) => (existsSync(path) ? realpathSync(path) : path)

/** Replaces a file whole, readable by its owner alone: a crash leaves the old one or the new one, never half of one. */
export function replaceFile(path: string, text: string, pid: number): void {
  const target = followed(path)
  const aside = `${target}.${pid}`
  rmSync(aside, { force: true })
  const file = openSync(aside, 'wx', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } catch (error) {
    rmSync(aside, { force: true })
    throw named(error, path)
  } finally {
    closeSync(file)
  }
  renameSync(aside, target)
}

export type Credentials = ReturnType<typeof openCredentials>

/**
 * The signed-in accounts of this user: one file, 0600 in a 0700 folder, replaced atomically, changed under a lock so
 * that twenty commands at once refresh one token once.
 */
export function openCredentials(io: Io) {
  const folder = configFolder(io)
  const path = join(folder, 'credentials.json')

  const read = (): Stored => {
    let text: string
    try {
      const { mode } = statSync(path)
      if (mode & 0o077)
        throw new CommandError({
          code: 'CREDENTIALS_EXPOSED',
          exit: EXIT.authentication,
          key: 'cli.credentials.exposed',
          values: { path },
          next: `chmod 600 ${path}`,
        })
      text = readFileSync(path, 'utf8')
    } catch (error) {
      if ((error as { code?: string }).code === 'ENOENT') return { version: 1, hosts: {} }
      throw error
    }
    try {
      const stored = JSON.parse(text) as Stored
      if (stored.version === 1 && typeof stored.hosts === 'object') return stored
    } catch {
      // Reported below, like any other content that is not ours.
    }
    throw new CommandError({
      code: 'CREDENTIALS_UNREADABLE',
      exit: EXIT.authentication,
      key: 'cli.credentials.unreadable',
      values: { path },
      next: `rm ${path}`,
    })
  }

  const write = (stored: Stored) => {
    privateFolder(folder)
    // A folder that existed before keeps its own mode otherwise.
    chmodSync(folder, 0o700)
    replaceFile(path, `${JSON.stringify(stored, null, 2)}\n`, io.pid)
  }

  return {
    path,
    of: (host: string): HostAccounts => read().hosts[host] ?? { current: null, accounts: [] },
    /** Changes the accounts of a host; the caller holds the lock. */
    change(host: string, edit: (accounts: HostAccounts) => HostAccounts): void {
      const stored = read()
      const changed = edit(stored.hosts[host] ?? { current: null, accounts: [] })
      const { [host]: _, ...others } = stored.hosts
      write({ ...stored, hosts: changed.accounts.length > 0 ? { ...others, [host]: changed } : others })
    },
    /** Runs alone across processes. */
    exclusively: async <T>(run: () => Promise<T>): Promise<T> => {
      privateFolder(folder)
      return withFileLock(`${path}.lock`, io, run)
    },
  }
}
