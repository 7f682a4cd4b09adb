import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { databaseError } from './database-error'
import { PRIVATE_FILE, PRIVATE_FOLDER } from './private-folder'

/** The size of a block. A tar consists of blocks: a header, then the file filled up to whole blocks (POSIX ustar). */
const BLOCK = 512
const DIRECTORY = '5'

/**
 * Unpacks a dump as the folder's database, unless it has one. The files are written beside it and renamed into place,
 * so that a process killed half-way leaves nothing that looks like a database.
 */
export async function unpackSeed(seed: Uint8Array, folder: string): Promise<void> {
  const target = join(folder, 'pgdata')
  if (existsSync(target)) return
  const half = join(folder, 'pgdata.new')
  try {
    await rm(half, { recursive: true, force: true })
    await mkdir(half, { mode: PRIVATE_FOLDER })
    const made = new Set<string>([half])
    for (const { name, kind, bytes } of entries(await promisify(gunzip)(seed))) {
      const path = join(half, name)
      const parent = kind === DIRECTORY ? path : dirname(path)
      if (!made.has(parent)) {
        await mkdir(parent, { recursive: true, mode: PRIVATE_FOLDER })
        made.add(parent)
      }
      if (kind !== DIRECTORY) await writeFile(path, bytes, { mode: PRIVATE_FILE })
    }
    await rename(half, target)
  } catch (error) {
    await rm(half, { recursive: true, force: true })
    throw databaseError(error)
  }
}

function* entries(tar: Buffer): Generator<{ name: string; kind: string; bytes: Buffer }> {
  const text = (start: number, length: number) => tar.toString('utf8', start, start + length).split('\0')[0] ?? ''
  for (let at = 0; at + BLOCK <= tar.length && tar[at] !== 0;) {
    const size = Number.parseInt(text(at + 124, 12).trim() || '0', 8)
    const prefix = text(at + 345, 155)
    const name = (prefix ? `${prefix}/` : '') + text(at, 100)
    const start = at + BLOCK
    yield { name, kind: text(at + 156, 1), bytes: tar.subarray(start, start + size) }
    at = start + Math.ceil(size / BLOCK) * BLOCK
  }
}
