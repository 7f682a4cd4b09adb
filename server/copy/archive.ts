import { randomBytes } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { link, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { PRIVATE_FILE } from '../db/private-folder'
import type { Applied, Sequences } from './catalog'
import { CopyError } from './copy-error'
import { readLines } from './lines'
import { createSum, type Figures } from './rows'
import type { Source } from './source'

/**
 * The file of a backup: gzipped lines of JSON. The first is the head. Each table has a line of its columns, then its rows (see
 * `readRows`), then its figures. The sequences follow, and the end with the figures of all lines before it.
 */
type Head = {
  tocsin: 'backup'
  format: number
  version: string
  createdAt: string
  database: 'embedded' | 'postgres'
  migrations: Applied[]
}
type Control =
  | Head
  | { table: string; columns: string[] }
  | ({ end: string } & Figures)
  | { sequences: Sequences }
  | ({ complete: true } & Figures)

const FORMAT = 1

/** A backup that was read to its end. */
export type Archive = { head: Head; figures: Map<string, Figures>; sequences: Sequences }

/**
 * Writes a backup and returns the figures of its tables and its size. The file appears whole or not at all, and only its owner
 * has access. Throws FILE_EXISTS; an existing file is never replaced.
 */
export async function writeArchive(
  path: string,
  source: Source,
  about: Pick<Head, 'version' | 'createdAt'>,
): Promise<{ figures: Map<string, Figures>; bytes: number }> {
  const half = `${path}.${randomBytes(4).toString('hex')}.half`
  const figures = new Map<string, Figures>()
  // Refused before the work, too.
  if (existsSync(path)) throw new CopyError('FILE_EXISTS', { place: path })
  try {
    const lines = Readable.from(archiveLines(source, about, figures))
    const file = createWriteStream(half, { flags: 'wx', mode: PRIVATE_FILE, flush: true })
    await pipeline(lines, createGzip(), file)
    await giveName(half, path)
    return { figures, bytes: file.bytesWritten }
  } catch (error) {
    const { path: failed, code = '' } = error as NodeJS.ErrnoException
    const lacksFolder = code === 'ENOENT' || code === 'ENOTDIR'
    // The caller named the backup and not the file beside it. Neither is there yet, so what is missing is their folder.
    if (failed === half) Object.assign(error as Error, { path: lacksFolder ? dirname(path) : path })
    throw error
  } finally {
    // Where this fails, it failed before for the same reason.
    await rm(half, { force: true }).catch(() => {})
  }
}

/** Gives a file its name, unless another file has it. */
async function giveName(half: string, path: string): Promise<void> {
  try {
    await link(half, path)
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' || existsSync(path)) throw new CopyError('FILE_EXISTS', { place: path })
    // A file system without second names.
    if (!['EPERM', 'ENOTSUP', 'ENOSYS'].includes(code)) throw error
    await rename(half, path)
  }
}

async function* archiveLines(
  source: Source,
  { version, createdAt }: Pick<Head, 'version' | 'createdAt'>,
  figures: Map<string, Figures>,
): AsyncGenerator<string> {
  const all = createSum()
  const written = (...lines: string[]) => {
    all.add(lines)
    return `${lines.join('\n')}\n`
  }
  const control = (line: Control) => written(JSON.stringify(line))
  const { kind, migrations } = source
  yield control({ tocsin: 'backup', format: FORMAT, version, createdAt, database: kind, migrations: [...migrations] })
  for await (const { name, columns, rows } of source.tables()) {
    yield control({ table: name, columns: [...columns] })
    const sum = createSum()
    for await (const lines of rows) {
      sum.add(lines)
      yield written(...lines)
    }
    figures.set(name, sum.figures())
    yield control({ end: name, ...figures.get(name)! })
  }
  yield control({ sequences: await source.sequences() })
  yield `${JSON.stringify({ complete: true, ...all.figures() })}\n`
}

type Part = { control: Control; line: string } | { rows: string[] }

/** Reads the parts of a backup: runs of rows, which begin with a bracket, and the lines between them. */
async function* readParts(path: string): AsyncGenerator<Part> {
  for await (const lines of readLines(path)) {
    let rows: string[] = []
    for (const line of lines) {
      if (line.startsWith('[')) {
        rows.push(line)
        continue
      }
      if (rows.length > 0) yield { rows }
      rows = []
      yield { control: parsed(line, path), line }
    }
    if (rows.length > 0) yield { rows }
  }
}

function parsed(line: string, path: string): Control {
  try {
    return JSON.parse(line) as Control
  } catch {
    throw new CopyError('CORRUPT', { place: path })
  }
}

/** Reads a backup to its end, and refuses it unless all of it is as it was written. `between` is called now and then. */
export async function checkArchive(path: string, between: () => void): Promise<Archive> {
  const corrupt = () => new CopyError('CORRUPT', { place: path })
  const figures = new Map<string, Figures>()
  const all = createSum()
  let head: Head | undefined
  let table: { name: string; sum: ReturnType<typeof createSum> } | undefined
  let sequences: Sequences | undefined
  let isComplete = false
  const checks = async () => {
    for await (const part of readParts(path)) {
      between()
      if (isComplete) throw corrupt()
      if ('rows' in part) {
        if (!table) throw head ? corrupt() : new CopyError('NOT_A_BACKUP', { place: path })
        table.sum.add(part.rows)
        all.add(part.rows)
        continue
      }
      const { control } = part
      if (!head) head = headOf(control, path)
      else if ('table' in control && !table && !sequences) table = { name: control.table, sum: createSum() }
      else if ('end' in control && table?.name === control.end) {
        if (!isSame(table.sum.figures(), control)) throw corrupt()
        figures.set(control.end, { rows: control.rows, sha256: control.sha256 })
        table = undefined
      } else if ('sequences' in control && !table && !sequences) sequences = control.sequences
      else if ('complete' in control && sequences && isSame(all.figures(), control)) {
        isComplete = true
        continue
      } else throw corrupt()
      all.add([part.line])
    }
  }
  await checks().catch((error: unknown) => {
    // A file without a head is none of ours, unless it is packed and ends before its head does.
    throw error instanceof CopyError && error.code === 'CORRUPT' && !head && !isCutOff(error)
      ? new CopyError('NOT_A_BACKUP', { place: path })
      : error
  })
  if (!head) throw new CopyError('NOT_A_BACKUP', { place: path })
  if (!isComplete || !sequences) throw corrupt()
  return { head, figures, sequences }
}

/** Returns whether a packed file ends too early. */
const isCutOff = ({ cause }: CopyError): boolean => (cause as { code?: string } | undefined)?.code === 'Z_BUF_ERROR'

export const isSame = (one: Figures, other: Figures): boolean => one.rows === other.rows && one.sha256 === other.sha256

function headOf(control: Control, path: string): Head {
  if (!('tocsin' in control)) throw new CopyError('NOT_A_BACKUP', { place: path })
  if (control.format !== FORMAT) throw new CopyError('NEWER', { version: control.version })
  return control
}

/** Returns a checked backup as the source of a copy. */
export function archiveSource(path: string, { head, figures, sequences }: Archive): Source {
  return {
    kind: head.database,
    migrations: head.migrations,
    sequences: async () => sequences,
    figuresOf: async (name) => figures.get(name),
    async *tables() {
      const parts = readParts(path)
      let ended: Control | undefined
      async function* rowsOfTable(): AsyncGenerator<string[]> {
        for (;;) {
          const { value, done } = await parts.next()
          if (done) throw new CopyError('CORRUPT', { place: path })
          if ('control' in value) {
            ended = value.control
            return
          }
          yield value.rows
        }
      }
      try {
        for (let next = await parts.next(); !next.done; next = await parts.next()) {
          const { value } = next
          if (!('control' in value) || !('table' in value.control)) continue
          ended = undefined
          const rows = rowsOfTable()
          yield { name: value.control.table, columns: value.control.columns, rows }
          // The reader of the table has read its rows to their end, or none of them.
          while (ended === undefined && !(await rows.next()).done);
        }
      } finally {
        await parts.return(undefined)
      }
    },
  }
}
