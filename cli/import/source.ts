import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, open, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { CSV_LIMITS } from '@tocsin/core/csv/limits'
import { CsvRefusal } from '@tocsin/core/csv/refusal'
import { SourceChanged, type Source } from '@tocsin/core/csv/source'
import { CommandError } from '../command-error'
import { EXIT } from '../exit-codes'
import { stdinPieces } from '../input'
import type { Io } from '../io'

export type FileSource = Source & {
  /** Hex digest of the content, which identifies a run. */
  digest: string
  /** The path to read it from again; null for content that can be read only once. */
  path: string | null
  /** The path that names the rejects file: the file, or `stdin.csv` in the working folder for stdin or a pipe. */
  beside: string
  /** Returns whether it still has the content it was opened with. */
  unchanged: () => Promise<boolean>
  close: () => Promise<void>
}

/**
 * Opens a file to import. It is read more than once: content that can be read only once (`-` for stdin, a pipe, a
 * shell's `<(…)`) is kept in a temporary file. Throws CsvRefusal for a file larger than any sheet.
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

/** Throws if a file is too large. Called for each piece, since an endless pipe must not fill the disk. */
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
        // `write` may write less than it is given.
        await file.appendFile(bytes)
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
  const read = () => createReadStream(path, { highWaterMark: BLOCK })
  const { digest, blocks } = await fingerprintOf(read())
  // Hands out only bytes that were there when the file was opened.
  async function* open(): AsyncGenerator<Uint8Array> {
    let index = 0
    for await (const block of inBlocks(read())) {
      if (sha256(block) !== blocks[index++]) throw new SourceChanged()
      yield block
    }
    if (index !== blocks.length) throw new SourceChanged()
  }
  const unchanged = async () => {
    try {
      return (await fingerprintOf(read())).digest === digest
    } catch {
      return false
    }
  }
  return { name, size: found.size, open, digest, unchanged }
}

/** The number of bytes verified at once. */
const BLOCK = 65_536

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('base64')

/** Returns the digest of a whole file, which identifies a run, and those of its blocks. */
async function fingerprintOf(pieces: AsyncIterable<Uint8Array>): Promise<{ digest: string; blocks: string[] }> {
  const whole = createHash('sha256')
  const blocks: string[] = []
  for await (const block of inBlocks(pieces)) {
    whole.update(block)
    blocks.push(sha256(block))
  }
  return { digest: whole.digest('hex'), blocks }
}

/** Cuts the bytes into blocks of one size, independent of the stream; the last may be shorter. */
async function* inBlocks(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let rest = new Uint8Array(0)
  for await (const piece of pieces) {
    let bytes = piece
    if (rest.length > 0) {
      bytes = new Uint8Array(rest.length + piece.length)
      bytes.set(rest)
      bytes.set(piece, rest.length)
    }
    let at = 0
    for (; at + BLOCK <= bytes.length; at += BLOCK) yield bytes.subarray(at, at + BLOCK)
    rest = bytes.slice(at)
  }
  if (rest.length > 0) yield rest
}
