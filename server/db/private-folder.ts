import { chmodSync, lstatSync } from 'node:fs'
import { mkdir, readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** What everybody but the owner may do, and of it what changes something. */
const OTHERS = 0o077
const OTHERS_WRITE = 0o022
/** In such a folder nobody renames or removes what is somebody else's (/tmp). */
const STICKY = 0o1000

/** The mode of a folder of ours, and of a file. */
export const PRIVATE_FOLDER = 0o700
export const PRIVATE_FILE = 0o600

/** A folder or a file that is somebody else's, or that others may change: what is ours is not safe in it. */
export class FolderError extends Error {
  readonly path: string

  constructor(path: string) {
    super(path)
    this.name = 'FolderError'
    this.path = path
  }
}

/**
 * Makes a folder of ours, or closes one that is there: it and everything in it are their owner's alone afterwards, whoever
 * made them and with whatever umask. Answers its real path. Throws FolderError where one of them is somebody else's.
 */
export async function makePrivate(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  const path = await realpath(folder)
  // The folder first: once it is closed, nobody else gets at what is in it.
  close(path)
  for (const name of await readdir(path, { recursive: true })) close(join(path, name))
  return path
}

/**
 * Makes the folder that holds ours, or looks at one that is there. With nothing but `ours` in it, it is closed as they are;
 * a folder that holds more is its owner's to arrange, as long as others cannot put something else in the place of ours.
 */
export async function claimFolder(folder: string, ours: RegExp): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  if ((await readdir(folder)).every((name) => ours.test(name))) return close(await realpath(folder))
  const { mode, uid } = await stat(folder)
  // Its owner renames whatever is in it, sticky or not; the administrator does so anywhere.
  const isOfOthers = uid !== 0 && !isOurs(uid)
  if (isOfOthers || ((mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0)) throw new FolderError(folder)
}

/** Whose files are ours: asked of root too, who may change the mode of what stays another's. Windows has no such ids. */
const isOurs = (uid: number) => process.geteuid === undefined || uid === process.geteuid()

/** At once: there are a thousand of them, and each would wait for a turn of its own. */
function close(path: string): void {
  try {
    const found = lstatSync(path)
    if (!isOurs(found.uid)) throw new FolderError(path)
    // The mode of a link says nothing, and to change it would change what it points at.
    if (found.isSymbolicLink() || (found.mode & OTHERS) === 0) return
    chmodSync(path, found.mode & PRIVATE_FOLDER)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EPERM') throw new FolderError(path)
    // Another process of ours has just finished with it.
    if (code !== 'ENOENT') throw error
  }
}
