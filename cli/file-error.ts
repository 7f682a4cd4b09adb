import type { Translate } from '@tocsin/core/vocabulary/i18n'

/** Adds the file's path to an error of the system: a failing write, as on a full disk, names none. */
export function withPath<E>(error: E, path: string): E {
  const { syscall, path: known } = error as { syscall?: string; path?: string }
  return syscall !== undefined && known === undefined ? Object.assign(error as E & object, { path }) : error
}

/** Returns what a message calls a path: `-` is standard input. */
export const pathName = (path: string, t: Translate): string => (path === '-' ? t('cli.usage.stdin') : path)
