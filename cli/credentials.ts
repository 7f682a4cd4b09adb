import {
  chmodSync,
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { makeFolder } from './make-folder'
import type { Profile } from '@tocsin/core/api/session'
import { quoteWord } from '@tocsin/core/command-line/line'
import { CommandError } from './command-error'
import { configFolder } from './config-folder'
import { EXIT } from './exit-codes'
import type { Io } from './io'

/** The accounts of one server; `current` is the username of the default account. */
export type HostAccounts = {
  current: string | null
  accounts: Profile[]
  /** True if the server last said that calls take the v2 routes (FLAG-05). */
  useRoutesV2?: boolean
  /** The client that each account has chosen to work in, by username. */
  clients?: Record<string, { id: number; name: string }>
}
type Stored = { version: 1; hosts: Record<string, HostAccounts> }

function isStored(value: unknown): value is Stored {
  const { version, hosts } = (value ?? {}) as Partial<Stored>
  return (
    version === 1 &&
    typeof hosts === 'object' &&
    hosts !== null &&
    Object.values(hosts as Record<string, Partial<HostAccounts> | null>).every((host) => Array.isArray(host?.accounts))
  )
}

/** Creates a missing folder with mode 0700, and returns its path. A folder that exists keeps its mode. */
export function ensurePrivateFolder(folder: string): string {
  makeFolder(folder, 0o700)
  return folder
}

/** Returns the target of a symbolic link, even a missing one, so that replacing the file keeps the link. */
function resolveLink(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    try {
      return resolve(dirname(path), readlinkSync(path))
    } catch {
      return path
    }
  }
}

/** Replaces a file atomically, with mode 0600: after a crash it has its old or its new content. */
export function replaceFile(path: string, text: string, pid: number): void {
  const target = resolveLink(path)
  const temporaryPath = `${target}.${pid}`
  try {
    rmSync(temporaryPath, { force: true })
    const file = openSync(temporaryPath, 'wx', 0o600)
    try {
      writeFileSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporaryPath, target)
  } catch (error) {
    rmSync(temporaryPath, { force: true })
    throw error instanceof Error ? Object.assign(error, { path }) : error
  }
}

/**
 * Removes what processes left that were killed while they replaced a file: it has the same content, and the same secrets.
 * The caller holds the lock of the file, so that no other process is writing it.
 */
export function removeUnfinished(path: string): void {
  const target = resolveLink(path)
  const start = `${basename(target)}.`
  for (const name of readdirSync(dirname(target)))
    if (name.startsWith(start) && /^\d+$/.test(name.slice(start.length)))
      rmSync(join(dirname(target), name), { force: true })
}

export type Credentials = ReturnType<typeof openCredentials>

/**
 * Opens the file with the signed-in accounts of this user. It has mode 0600, in a folder of mode 0700, and is replaced
 * atomically. Commands change it under a lock, so that many that run at once refresh a token only once.
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
          next: `chmod 600 ${quoteWord(path)}`,
        })
      text = readFileSync(path, 'utf8')
    } catch (error) {
      if ((error as { code?: string }).code === 'ENOENT') return { version: 1, hosts: {} }
      throw error
    }
    try {
      const stored: unknown = JSON.parse(text)
      if (isStored(stored)) return stored
    } catch {
      // Invalid JSON is reported below, like any other content that is not ours.
    }
    throw new CommandError({
      code: 'CREDENTIALS_UNREADABLE',
      exit: EXIT.authentication,
      key: 'cli.credentials.unreadable',
      values: { path },
      next: `rm ${quoteWord(path)}`,
    })
  }

  const write = (stored: Stored) => {
    ensurePrivateFolder(folder)
    // A folder that existed before has kept its mode.
    chmodSync(folder, 0o700)
    removeUnfinished(path)
    replaceFile(path, `${JSON.stringify(stored, null, 2)}\n`, io.pid)
  }

  return {
    path,
    accountsOf: (host: string): HostAccounts => read().hosts[host] ?? { current: null, accounts: [] },
    /** The addresses of the servers that there are accounts for. */
    hosts: (): string[] => Object.keys(read().hosts),
    /** Changes the accounts of a host; the caller holds the lock. */
    change(host: string, edit: (accounts: HostAccounts) => HostAccounts): void {
      const stored = read()
      const changed = edit(stored.hosts[host] ?? { current: null, accounts: [] })
      const { [host]: _, ...others } = stored.hosts
      write({ ...stored, hosts: changed.accounts.length > 0 ? { ...others, [host]: changed } : others })
    },
    /** Runs `run` while this process holds the lock of the file. */
    exclusively: async <T>(run: () => Promise<T>): Promise<T> => {
      ensurePrivateFolder(folder)
      const { withFileLock } = await import('./file-lock')
      return withFileLock(`${path}.lock`, io, run)
    },
  }
}
