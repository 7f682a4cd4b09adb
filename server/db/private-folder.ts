import { chmodSync, lstatSync } from 'node:fs'
import { mkdir, readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The permissions of everybody but the owner, and those of them that change something. */
const OTHERS = 0o077
const OTHERS_WRITE = 0o022
/** In a sticky folder nobody renames or removes another's files (/tmp). */
const STICKY = 0o1000

/** The mode of a folder of ours, and of a file. */
export const PRIVATE_FOLDER = 0o700
export const PRIVATE_FILE = 0o600

/** A folder or a file that is somebody else's, or that others may change: our files are not safe in it. */
export class FolderError extends Error {
  readonly path: string

  constructor(path: string) {
    super(path)
    this.name = 'FolderError'
    this.path = path
  }
}

/**
 * Makes a private folder, or closes one that is there: it and everything in it are their owner's alone afterwards,
 * whatever their modes were. Returns its real path. Throws FolderError where one of them is somebody else's.
 */
export async function makePrivate(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  const path = await realpath(folder)
  // The folder first: once it is closed, nobody else reaches its contents.
  close(path)
  for (const name of await readdir(path, { recursive: true })) close(join(path, name))
  return path
}

/**
 * Makes the folder that holds ours, or checks one that is there. With nothing but `ours` in it, it is closed as they
 * are; a folder that holds more is its owner's to arrange, as long as others cannot replace ours.
 */
export async function claimFolder(folder: string, ours: RegExp): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  if ((await readdir(folder)).every((name) => ours.test(name))) return close(await realpath(folder))
  const { mode, uid } = await stat(folder)
  // Its owner can rename anything in it, sticky or not; the administrator can anywhere.
  const isOfOthers = uid !== 0 && !isOurs(uid)
  if (isOfOthers || ((mode & OTHERS_WRITE) !== 0 && (mode & STICKY) === 0)) throw new FolderError(folder)
}

/** Returns whether a user's files are ours, for root too, who may change others' modes. Windows has no such ids. */
const isOurs = (uid: number) => process.geteuid === undefined || uid === process.geteuid()

/** Closes one entry, synchronously: there are a thousand of them, and each would wait for a turn of its own. */
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
