import type { Locale } from '@tocsin/core/base/constants'
import { CopyError } from '../copy/copy-error'
import { DatabaseError } from '../db/database-error'
import { INSUFFICIENT_PRIVILEGE, LoginError } from '../db/login'
import { MigrationError } from '../db/migrate'
import { FolderError } from '../db/private-folder'
import { StartLockError } from '../db/start-lock'
import { placeOf } from '../log'
import { copyRefusal } from './database-messages'
import { say } from './messages'

const LOGIN_MESSAGES = {
  CANNOT_MAKE: 'loginNotMade',
  REFUSED: 'loginRefused',
  TOO_PRIVILEGED: 'loginPrivileged',
} as const

type Settings = { host: string; port: number; folder: string }

/** Returns the reason that the server did not start, in one line that says what to do about it. */
export function explain(locale: Locale, error: unknown, { host, port, folder }: Settings): string {
  if (error instanceof DatabaseError) {
    if (error.code === 'IN_USE') return say(locale, 'folderInUse', { folder, pid: error.holder ?? '?' })
    if (error.code === 'DISK_FULL') return say(locale, 'diskFull', { folder })
    if (error.sqlState?.startsWith('28') || error.sqlState === '3D000') return say(locale, 'databaseRefuses')
    if (error.code === 'GONE' || error.code === 'TIMEOUT' || error.code === 'BUSY') return say(locale, 'databaseGone')
    // These are names of the schema alone. Values are not shown in the terminal.
    const { sqlState, table, constraint } = error
    const facts = [sqlState && `SQLSTATE ${sqlState}`, table, constraint].filter(Boolean).join(', ')
    return say(locale, sqlState === INSUFFICIENT_PRIVILEGE ? 'ownerLacks' : 'databaseFailed', {
      facts: facts || error.code,
    })
  }
  if (error instanceof CopyError && error.code !== 'ABORTED')
    return copyRefusal(locale, error.code, { place: folder, ...error.facts })
  if (error instanceof LoginError) return say(locale, LOGIN_MESSAGES[error.code], { login: error.login })
  if (error instanceof StartLockError) return say(locale, 'waitedForOther')
  if (error instanceof MigrationError) {
    const key = error.code === 'CHANGED' ? 'schemaChanged' : 'schemaUnknown'
    return say(locale, key, { migration: error.migration, folder })
  }
  if (error instanceof FolderError) return say(locale, 'folderOpen', { path: error.path })
  const { code, syscall } = Object(error) as { code?: string; syscall?: string }
  if (code === 'EADDRINUSE') return say(locale, 'portTaken', { host, port })
  if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'ENOENT'].includes(code ?? '') && syscall !== 'listen')
    return say(locale, 'folderUnusable', { folder, code: code ?? '' })
  if (code === 'ENOSPC') return say(locale, 'diskFull', { folder })
  if (syscall === 'listen' || syscall === 'getaddrinfo')
    return say(locale, 'addressRefused', { host, port, code: code ?? '' })
  return say(locale, 'unforeseen', placeOf(error))
}
