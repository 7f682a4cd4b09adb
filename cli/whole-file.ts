import { open, rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { interrupted } from './command-error'
import { withPath } from './file-error'
import type { Io } from './io'

/**
 * Writes a file beside its place and moves it there when it is complete and on disk; an earlier failure leaves only
 * the old file. Returns the name as given.
 */
export async function writeWhole(
  io: Pick<Io, 'cwd' | 'pid' | 'signal'>,
  name: string,
  text: AsyncIterable<string | Uint8Array>,
): Promise<string> {
  const path = resolve(io.cwd, name)
  const temporaryPath = `${path}.${io.pid}.part`
  try {
    const file = await open(temporaryPath, 'w')
    try {
      for await (const piece of text) {
        if (io.signal.aborted) throw interrupted(io.signal.reason)
        await file.writeFile(piece)
      }
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporaryPath, path)
  } catch (error) {
    await rm(temporaryPath, { force: true })
    // The error names the requested file, not the one beside it.
    if ((error as { path?: string }).path === temporaryPath) Object.assign(error as object, { path: name })
    throw withPath(error, name)
  }
  return name
}
