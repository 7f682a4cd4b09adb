import { createHash } from 'node:crypto'
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { csvHeader, csvLine } from '@tocsin/core/csv/write'
import { withPath } from './file-error'
import { placeFor } from './free-place'
import type { Io } from './io'

/** A record that a run has not done, and the reason. */
export type Left = { id: number; name: string; code: string; message: string }

/** A file of left records: its whole path, its path for a message, and the digest of its content. */
export type LeftFile = { path: string; shown: string; digest: string }

const digestOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

/**
 * Writes the left records into a file that `--ids-from` takes. Another file in that place stays; the new one gets a number.
 * Throws with the path if it cannot be written.
 */
export function writeLeft({ cwd, pid }: Pick<Io, 'cwd' | 'pid'>, name: string, left: readonly Left[]): LeftFile {
  const lines = left.map(({ id, name: called, code, message }) => csvLine([id, called, code, message]))
  const text = csvHeader(['id', 'name', 'code', 'message']) + lines.join('')
  const wanted = resolve(cwd, name)
  const temporaryPath = `${wanted}.${pid}.part`
  try {
    // The names of people are nobody else's business.
    writeFileSync(temporaryPath, text, { mode: 0o600 })
    const path = placeFor(temporaryPath, wanted)
    renameSync(temporaryPath, path)
    const short = relative(cwd, path)
    return { path, shown: short.startsWith('..') ? path : short, digest: digestOf(text) }
  } catch (error) {
    rmSync(temporaryPath, { force: true })
    throw withPath(error, name)
  }
}

/** Removes the file of an earlier interruption, unless somebody has changed it. */
export function removeLeft(file: Pick<LeftFile, 'path' | 'digest'> | null): void {
  if (file === null) return
  try {
    if (digestOf(readFileSync(file.path)) === file.digest) rmSync(file.path)
  } catch {
    // The file is gone, or cannot be read: nothing that this run left.
  }
}
