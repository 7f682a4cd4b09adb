import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Creates a folder and those that it lies in; one that exists stays as it is. Node's own recursive way never ends where a
 * folder cannot be made below one that exists, as in /proc (Node 20).
 */
export function makeFolder(folder: string, mode?: number): void {
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === 'EEXIST' && statSync(folder).isDirectory()) return
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error
    makeFolder(dirname(folder), mode)
    mkdirSync(folder, { mode })
  }
}
