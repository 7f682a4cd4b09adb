import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { interrupted, usageError } from './command-error'
import type { Io } from './io'

/** What stdin gives, piece by piece, until the command is interrupted: a pipe that gives nothing must not hold it. */
export async function* stdinPieces({ stdin, signal }: Pick<Io, 'stdin' | 'signal'>): AsyncGenerator<Uint8Array> {
  const pieces = stdin.bytes()[Symbol.asyncIterator]()
  let abort = () => undefined as void
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(interrupted(signal.reason))
    signal.addEventListener('abort', abort)
  })
  // Nobody may be waiting when it comes.
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

/** Everything that stdin gives, as text. */
async function readStdin(io: Pick<Io, 'stdin' | 'signal'>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stdinPieces(io)) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** A file's text, or that of stdin (`-`). What fails names the path as it was given: a folder that is read names none. */
async function readText(io: Pick<Io, 'stdin' | 'signal' | 'cwd'>, path: string): Promise<string> {
  if (path === '-') return readStdin(io)
  try {
    return await readFile(resolve(io.cwd, path), 'utf8')
  } catch (error) {
    if (error instanceof Error) Object.assign(error, { path })
    throw error
  }
}

/** A secret from stdin: its first line, without the line end that `echo` adds. */
export async function readSecret(io: Pick<Io, 'stdin' | 'signal'>): Promise<string> {
  const [secret = ''] = await readSecrets(io)
  return secret
}

/** Secrets from stdin, one a line. */
export async function readSecrets(io: Pick<Io, 'stdin' | 'signal'>): Promise<string[]> {
  return (await readStdin(io)).split(/\r?\n/)
}

/** References from a file or from stdin (`-`), one a line; of what a list wrote, the first column. JSON is none. */
export async function readReferences(io: Pick<Io, 'stdin' | 'signal' | 'cwd'>, path: string): Promise<string[]> {
  const text = await readText(io, path)
  return text.split(/\r?\n/).flatMap((line, index) => {
    if (isJson(line))
      throw usageError(
        'cli.usage.noReference',
        { path: path === '-' ? 'stdin' : path, line: index + 1, text: line.trim().slice(0, 40) },
        { field: '--ids-from', hint: { key: 'cli.hints.ids' } },
      )
    return line.split('\t')[0]?.trim() || []
  })
}

/** Whether a line begins an object or an array of JSON, on one line or on several: a name may begin with a bracket too. */
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

/** One JSON object from a file, or from stdin where the path is `-`. */
export async function readJson(
  io: Pick<Io, 'stdin' | 'signal' | 'cwd'>,
  path: string,
): Promise<Record<string, unknown>> {
  const text = await readText(io, path)
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
