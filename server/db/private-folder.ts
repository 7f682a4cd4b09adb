import { chmodSync, lstatSync } from 'node:fs'
import { mkdir, readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The permissions of everybody but the owner, and among them those to write. */
const OTHERS = 0o077
const OTHERS_WRITE = 0o022
/** The bit of a sticky folder such as /tmp, in which nobody renames or removes the files of others. */
const STICKY = 0o1000

/** The mode of a folder of ours, and of a file. */
export const PRIVATE_FOLDER = 0o700
export const PRIVATE_FILE = 0o600

/**
 * Thrown for a folder or a file that belongs to another user, or that others may change: our files are not safe in it.
 */
export class FolderError extends Error {
  readonly path: string

  constructor(path: string) {
    super(path)
    this.name = 'FolderError'
    this.path = path
  }
}

/**
 * Creates a private folder, or makes an existing one private. Afterwards only the owner has access to it and to
 * everything in it, whatever the modes were. Returns its real path. Throws FolderError if any of it belongs to another
 * user.
 */
export async function makePrivate(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  const path = await realpath(folder)
  // The folder comes first: once it is private, nobody else reaches its contents.
  close(path)
  for (const name of await readdir(path, { recursive: true })) close(join(path, name))
  return path
}

/**
 * Creates the folder that contains ours, or checks an existing one. If it contains nothing but `ours`, it is made
 * private. If it contains more, its modes are left to its owner, unless others could replace our files: then it throws
 * FolderError.
 */
export async function claimFolder(folder: string, ours: RegExp): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  if ((await readdir(folder)).every((name) => ours.test(name))) return close(await realpath(folder))
  const { mode, uid } = await stat(folder)
  // The owner of a folder can rename anything in it, sticky or not. An administrator can do so anywhere.
  const isOfOthers = uid !== 0 && !isOurs(uid)
  if (isOfOthers || ((mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0)) throw new FolderError(folder)
}

/**
 * Returns whether files of this user are ours. That holds for root as well, who may change the modes of others. Windows
 * has no such ids.
 */
const isOurs = (uid: number) => process.geteuid === undefined || uid === process.geteuid()

/** Makes one entry private. It is synchronous: there are a thousand entries, and each would wait for the event loop. */
function close(path: string): void {
  try {
    const found = lstatSync(path)
    if (!isOurs(found.uid)) throw new FolderError(path)
    // The mode of a link has no effect, and changing it would change its target.
    if (found.isSymbolicLink() || (found.mode & OTHERS) === 0) return
    chmodSync(path, found.mode & PRIVATE_FOLDER)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EPERM') throw new FolderError(path)
    // Another process of ours has just removed it.
    if (code !== 'ENOENT') throw error
  }
}
