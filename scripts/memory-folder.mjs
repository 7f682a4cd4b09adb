// Finds a folder in memory for files that live no longer than a test.
import { existsSync, statfsSync } from 'node:fs'

const SHARED_MEMORY = '/dev/shm'
/** The bytes that a whole run keeps at most, its copies of databases included. */
const ENOUGH = 6 * 1024 ** 3

/**
 * The folder whose files are in memory, where this machine has one with room for a whole run; else undefined. Databases and
 * browsers make and remove thousands of files a minute, which on a disk costs a twentieth of the run.
 */
export const memoryFolder = () => {
  if (!existsSync(SHARED_MEMORY)) return undefined
  const { bavail, bsize } = statfsSync(SHARED_MEMORY)
  return bavail * bsize > ENOUGH ? SHARED_MEMORY : undefined
}
