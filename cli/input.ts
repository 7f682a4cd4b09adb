import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { MAX_FILE } from '@tocsin/core/vocabulary/files'
import { interrupted, usageError } from './command-error'
import type { Io } from './io'

/** Gives stdin piece by piece, until the command is interrupted: a silent pipe must not hold it. */
export async function* stdinPieces({ stdin, signal }: Pick<Io, 'stdin' | 'signal'>): AsyncGenerator<Uint8Array> {
  const pieces = stdin.bytes()[Symbol.asyncIterator]()
  let abort = () => undefined as void
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(interrupted(signal.reason))
    signal.addEventListener('abort', abort)
  })
  // The interruption may come when nobody waits for it.
  aborted.catch(() => undefined)
  try {
    for (;;) {
      const { done, value } = await Promise.race([pieces.next(), aborted])
      if (done) return
      yield value
    }
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Reads all of stdin, as text. */
async function readStdin(io: Pick<Io, 'stdin' | 'signal'>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stdinPieces(io)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** Reads the bytes of a file that is sent. One that is larger than `max` bytes is not read. */
export async function readUpload(
  { cwd }: Pick<Io, 'cwd'>,
  path: string,
  max: number = MAX_FILE,
): Promise<Uint8Array | 'too large'> {
  try {
    const { size } = await stat(resolve(cwd, path))
    return size > max ? 'too large' : await readFile(resolve(cwd, path))
  } catch (error) {
    if (error instanceof Error) Object.assign(error, { path })
    throw error
  }
}

/** Reads a file, or stdin (`-`). A failure names the path as given: one of reading a folder names none. */
async function readText(io: Pick<Io, 'stdin' | 'signal' | 'cwd'>, path: string): Promise<string> {
  if (path === '-') return readStdin(io)
  try {
    return await readFile(resolve(io.cwd, path), 'utf8')
  } catch (error) {
    if (error instanceof Error) Object.assign(error, { path })
    throw error
  }
}

/** Reads a secret from stdin: its first line, without the line end that `echo` adds. */
export async function readSecret(io: Pick<Io, 'stdin' | 'signal'>): Promise<string> {
  const [secret = ''] = await readSecrets(io)
  return secret
}

/** Reads secrets from stdin, one a line. */
export async function readSecrets(io: Pick<Io, 'stdin' | 'signal'>): Promise<string[]> {
  return (await readStdin(io)).split(/\r?\n/)
}

/**
 * Reads references from a file or stdin (`-`), one a line; from a list's output as TSV or CSV, the first column. JSON is
 * refused.
 */
export async function readReferences(io: Pick<Io, 'stdin' | 'signal' | 'cwd'>, path: string): Promise<string[]> {
  const text = await readText(io, path)
  const cells = CSV_OF_IDS.test(text) ? await firstCells(text) : null
  if (cells) return cells
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (isJson(line))
      throw usageError(
        'cli.usage.noReference',
        { path, line: index + 1, text: line.trim().slice(0, 40) },
        { field: '--ids-from', hint: { key: 'cli.hints.ids' } },
      )
    return line.split('\t')[0]?.trim() || []
  })
}

/** The header of a CSV whose first column is the id. Without a header a comma belongs to a name. */
const CSV_OF_IDS = /^\ufeff?"?id"?(,|\r?\n)/i

/** Returns the first cell of each record of a CSV, without its header; null if its quotes do not end. */
async function firstCells(text: string): Promise<string[] | null> {
  const { tokenizer } = await import('@tocsin/core/csv/tokenize')
  try {
    const records = tokenizer(',')({ text: `${text.replaceAll(/\r\n?/g, '\n').trimEnd()}\n` })
    return records.slice(1).flatMap(([id = '']) => id.trim() || [])
  } catch {
    return null
  }
}

/** Returns whether a line begins a JSON object or array, in one line or several: a name may begin with a bracket. */
function isJson(line: string): boolean {
  const text = line.trim()
  if (text === '[' || text === '{') return true
  if (!/^[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Reads one JSON object from a file, from stdin if the path is `-`, or from the argument itself if that is one. */
export async function readJson(
  io: Pick<Io, 'stdin' | 'signal' | 'cwd'>,
  path: string,
): Promise<Record<string, unknown>> {
  const text = /^\s*\{/.test(path) ? path : await readText(io, path)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw usageError('cli.usage.input', { path })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw usageError('cli.usage.dataShape', { path })
  return value as Record<string, unknown>
}
