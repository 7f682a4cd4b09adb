import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { MAX_BYTES, readFile as read, type FileProblem, type FileRead } from '@tocsin/core/configuration/read'
import { usageError } from '../command-error'
import { readUpload, stdinPieces } from '../input'
import type { Io } from '../io'

/** The most files of a folder and the most bytes of all of them, and how deep its folders lie. */
const MAX_FILES = 5_000
const MAX_TOTAL = 64 * 2 ** 20
const MAX_DEPTH = 8

/** The files of a configuration in a folder, and the problems of those that could not be read. */
export type FolderRead = { files: FileRead[]; problems: FileProblem[] }

/**
 * Reads every YAML file of a folder and of the folders in it, in the order of their paths. Names that begin with a dot are
 * passed over. Throws CommandError if there are too many.
 */
export async function readFolder(io: Pick<Io, 'cwd' | 'stdin' | 'signal'>, folder: string): Promise<FolderRead> {
  const root = resolve(io.cwd, folder)
  const paths = await yamlFiles(root, folder)
  const found: FolderRead = { files: [], problems: [] }
  let total = 0
  for (const path of paths) {
    const one = await readOne(io, join(root, path), path)
    total += one.bytes
    if (total > MAX_TOTAL) throw usageError('cli.configuration.tooLarge', { path: folder, max: MAX_TOTAL / 2 ** 20 })
    if ('key' in one.read) found.problems.push(one.read)
    else found.files.push(one.read)
  }
  return found
}

/** Reads one file, or stdin if the path is `-`. `name` is its name in messages. */
export async function readOne(
  io: Pick<Io, 'cwd' | 'stdin' | 'signal'>,
  path: string,
  name: string,
): Promise<{ read: FileRead | FileProblem; bytes: number }> {
  const problem = (key: string, values = {}, place = { line: 1, column: 1 }) => ({
    file: name,
    ...place,
    field: '',
    key,
    values,
  })
  const bytes = await bytesOf(io, path, name)
  if (bytes === 'too large') return { read: problem('configuration.tooLarge', { max: MAX_BYTES / 2 ** 20 }), bytes: 0 }
  try {
    return { read: read(name, new TextDecoder('utf-8', { fatal: true }).decode(bytes)), bytes: bytes.length }
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return { read: problem('configuration.encoding', {}, firstUnreadable(bytes)), bytes: bytes.length }
  }
}

/** Returns the place of the first byte that is not UTF-8. */
function firstUnreadable(bytes: Uint8Array): { line: number; column: number } {
  const lines = new TextDecoder().decode(bytes).split('\uFFFD', 1)[0]!.split('\n')
  return { line: lines.length, column: lines.at(-1)!.length + 1 }
}

async function bytesOf(
  io: Pick<Io, 'cwd' | 'stdin' | 'signal'>,
  path: string,
  name: string,
): Promise<Uint8Array | 'too large'> {
  if (path === '-') {
    const pieces: Uint8Array[] = []
    let size = 0
    for await (const piece of stdinPieces(io)) {
      size += piece.length
      if (size > MAX_BYTES) return 'too large'
      pieces.push(piece)
    }
    return Buffer.concat(pieces)
  }
  try {
    return await readUpload(io, path, MAX_BYTES)
  } catch (error) {
    if (error instanceof Error) Object.assign(error, { path: name })
    throw error
  }
}

/**
 * Returns the paths of the YAML files in a folder, with slashes. A folder that does not exist, and a link that leads nowhere,
 * are the error of the system.
 */
async function yamlFiles(root: string, folder: string): Promise<string[]> {
  const paths: string[] = []
  const named = async <T>(path: string, read: Promise<T>): Promise<T> => {
    try {
      return await read
    } catch (error) {
      throw Object.assign(error as Error, { path: path === '' ? folder : `${folder}/${path}` })
    }
  }
  const visit = async (around: string, depth: number): Promise<void> => {
    const names = (await named(around, readdir(join(root, around)))).sort()
    for (const name of names) {
      if (name.startsWith('.') || name === 'node_modules') continue
      const path = around === '' ? name : `${around}/${name}`
      const found = await named(path, stat(join(root, path)))
      // A file that was passed over would be an object without one, which --prune deletes.
      if (found.isDirectory() && depth === MAX_DEPTH)
        throw usageError('cli.configuration.tooDeep', { path: `${folder}/${path}`, max: MAX_DEPTH })
      if (found.isDirectory()) await visit(path, depth + 1)
      if (found.isFile() && /\.ya?ml$/i.test(name)) paths.push(path)
      if (paths.length > MAX_FILES) throw usageError('cli.configuration.tooMany', { path: folder, max: MAX_FILES })
    }
  }
  await visit('', 1)
  return paths
}
