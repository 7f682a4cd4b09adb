import { fileFields, FILES_PATH } from '@tocsin/core/vocabulary/files'
import type { Upload } from '@tocsin/core/api/multipart'
import type { Draft, Fields } from '@tocsin/core/vocabulary/resource'
import { valueAt } from '../record/field-at'
import { withValue, type Changes } from '@tocsin/core/vocabulary/changes'

/** The files that were chosen in a form and wait for its save, by the paths of their fields. */
export type NewFiles = Readonly<Record<string, NewFile>>
/** `url` leads to the file on this machine, for its image. */
export type NewFile = { file: File; url: string }

/** The address of a file that has none yet. Rules and changes see it; the server writes another one in its place. */
export const NO_ADDRESS_YET = FILES_PATH + '-'.repeat(32)

/** Returns the changes that may be kept on this machine: no file can be. */
export const withoutNewFiles = (changes: Changes): Changes =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== NO_ADDRESS_YET))

/** Returns a draft with the addresses that the server has given to the files in a record. */
export const withGivenAddresses = (draft: Draft, files: NewFiles, row: Draft): Draft =>
  Object.keys(files).reduce((given, path) => withValue(given, path, valueAt(row, path)), draft)

/** Returns a draft in which the chosen files have addresses on this machine, for a preview. */
export const withOwnAddresses = (draft: Draft, files: NewFiles): Draft =>
  Object.entries(files).reduce((given, [path, { url }]) => withValue(given, path, url), draft)

/** Returns the chosen files without those of fields that were given another value. */
export function withoutFiles(files: NewFiles, paths: readonly string[]): NewFiles {
  const gone = paths.filter((path) => Object.hasOwn(files, path))
  for (const path of gone) URL.revokeObjectURL(files[path]!.url)
  return gone.length === 0 ? files : Object.fromEntries(Object.entries(files).filter(([path]) => !gone.includes(path)))
}

/** Reads the chosen files by the names under which they are sent; undefined if there are none. */
export async function readNewFiles(
  fields: Fields,
  draft: Draft,
  files: NewFiles,
): Promise<Record<string, Upload> | undefined> {
  const read: Record<string, Upload> = {}
  for (const { path, upload } of fileFields(fields, draft)) {
    const file = files[path]?.file
    if (file) read[upload.as] = { name: file.name, type: file.type, bytes: new Uint8Array(await file.arrayBuffer()) }
  }
  return Object.keys(read).length > 0 ? read : undefined
}
