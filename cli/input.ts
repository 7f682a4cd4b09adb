import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { usageError } from './command-error'
import type { Io } from './io'

/** Everything that stdin gives, as text. */
export async function readStdin({ stdin }: Pick<Io, 'stdin'>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stdin.bytes()) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** A secret from stdin: its first line, without the line end that `echo` adds. */
export async function readSecret(io: Pick<Io, 'stdin'>): Promise<string> {
  return (await readStdin(io)).replace(/\r?\n[\s\S]*$/, '')
}

/** One JSON object from a file, or from stdin where the path is `-`. */
export async function readJson(io: Pick<Io, 'stdin' | 'cwd'>, path: string): Promise<Record<string, unknown>> {
  const text = path === '-' ? await readStdin(io) : await readFile(resolve(io.cwd, path), 'utf8')
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
