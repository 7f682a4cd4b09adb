// Finds where files that live no longer than a test are kept in memory.
import { existsSync, statfsSync } from 'node:fs'

const SHARED_MEMORY = '/dev/shm'
/** A whole run keeps less than this, its copies of databases included, bytes. */
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
