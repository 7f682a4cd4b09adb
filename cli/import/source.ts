import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { CSV_LIMITS } from '@tocsin/core/csv/limits'
import { CsvRefusal } from '@tocsin/core/csv/refusal'
import type { Source } from '@tocsin/core/csv/source'
import { CommandError } from '../command-error'
import { EXIT } from '../exit-codes'
import { stdinPieces } from '../input'
import type { Io } from '../io'

export type FileSource = Source & {
  /** Hex digest of the content: what a run is recognised by. */
  digest: string
  /** Where it can be read again; null for what gives its content only once. */
  path: string | null
  /** Where the rejects file goes: beside the file, or in the working folder for what came by stdin. */
  beside: string
  /** Whether it still holds what it held when it was opened. */
  unchanged: () => Promise<boolean>
  close: () => Promise<void>
}

/**
 * A file to import. It is read more than once: what gives its content only once (`-` for stdin, a pipe, what a shell
 * puts in the place of `<(…)`) is kept in a temporary file. Throws CsvRefusal for what is larger than any sheet.
 */
export async function openSource(io: Io, path: string): Promise<FileSource> {
  if (path !== '-') {
    const full = resolve(io.cwd, path)
    const found = await stat(full)
    if (found.isDirectory())
      throw new CommandError({
        code: 'FILE_ERROR',
        exit: EXIT.usage,
        key: 'cli.errors.isFolder',
        values: { path: full },
      })
    if (found.isFile())
      return { ...(await sourceOfFile(full, basename(path))), path: full, beside: full, close: async () => undefined }
    return spool(
      io,
      stdinPieces({ stdin: { isTerminal: false, bytes: () => createReadStream(full) }, signal: io.signal }),
    )
  }
  return spool(io, stdinPieces(io))
}

/** Before it is written or read any further: a pipe may never end, and must not fill the disk. */
function assertSize(bytes: number): void {
  if (bytes > CSV_LIMITS.bytes) throw new CsvRefusal('file_too_large', { max: CSV_LIMITS.bytes })
}

async function spool(io: Io, pieces: AsyncIterable<Uint8Array>): Promise<FileSource> {
  const folder = await mkdtemp(join(tmpdir(), 'tocsin-'))
  const close = () => rm(folder, { recursive: true, force: true })
  try {
    const spooled = join(folder, 'stdin.csv')
    const file = await open(spooled, 'wx', 0o600)
    try {
      let size = 0
      for await (const bytes of pieces) {
        size += bytes.length
        assertSize(size)
        await file.write(bytes)
      }
    } finally {
      await file.close()
    }
    return { ...(await sourceOfFile(spooled, 'stdin')), path: null, beside: resolve(io.cwd, 'stdin.csv'), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function sourceOfFile(path: string, name: string): Promise<Omit<FileSource, 'path' | 'beside' | 'close'>> {
  const found = await stat(path)
  assertSize(found.size)
  const open = () => createReadStream(path)
  const digest = await digestOf(open())
  const unchanged = async () => {
    try {
      return (await digestOf(open())) === digest
    } catch {
      return false
    }
  }
  return { name, size: found.size, open, digest, unchanged }
}

async function digestOf(pieces: AsyncIterable<unknown>): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of pieces) hash.update(bytes as Uint8Array)
  return hash.digest('hex')
}
