import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it. Throws the error of the system, which names the folder that cannot be made. Node's
 * own way, with `recursive`, never ends where a folder that is there takes none, as `/proc` does.
 */
export function makeFolder(path: string, mode?: number): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  const above = dirname(path)
  if (above !== path) makeFolder(above, mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another command has just made it.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
