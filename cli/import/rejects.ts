import { closeSync, fsyncSync, openSync, readdirSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Sheet } from '@tocsin/core/csv/sheet'
import type { SheetProblem } from '@tocsin/core/import/problems'
import { rejectsWriter } from '@tocsin/core/import/rejects'
import type { RejectedRow } from '@tocsin/core/import/run'
import { withPath } from '../file-error'
import { placeFor } from '../free-place'
import type { Io } from '../io'

/** Returns none for an unreadable folder: writing into it reports the failure. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Removes the leftovers of killed runs of the same file: rejected rows are people's data. */
function removeLeftBehind(path: string, { lives }: Pick<Io, 'lives'>): void {
  const [folder, name] = [dirname(path), basename(path)]
  for (const file of filesIn(folder)) {
    const pid = file.startsWith(`${name}.`) ? /^\.(\d+)\.part$/.exec(file.slice(name.length))?.[1] : undefined
    if (pid !== undefined && !lives(Number(pid))) rmSync(join(folder, file), { force: true })
  }
}

export type Rejects = ReturnType<typeof openRejects>

/** Gathers the rejected rows; the file appears when it is kept, and only if there are any. */
export function openRejects(
  path: string,
  io: Pick<Io, 'pid' | 'lives'>,
  sheet: Sheet,
  message: (problem: SheetProblem) => string,
) {
  const writer = rejectsWriter(sheet, message)
  const temporaryPath = `${path}.${io.pid}.part`
  removeLeftBehind(path, io)
  let file: number | null = null

  const begin = () => {
    file = openSync(temporaryPath, 'w', 0o600)
    writeSync(file, writer.header())
    return file
  }
  const write = (bytes: Uint8Array) => {
    try {
      // The owners of the rows are nobody else's business.
      file ??= begin()
      writeSync(file, bytes)
    } catch (error) {
      throw withPath(error, path)
    }
  }
  const close = (keep: boolean): string | null => {
    if (file === null) return null
    if (keep) fsyncSync(file)
    closeSync(file)
    file = null
    if (!keep) {
      rmSync(temporaryPath, { force: true })
      return null
    }
    const place = placeFor(temporaryPath, path)
    renameSync(temporaryPath, place)
    return place
  }
  return {
    add: (row: RejectedRow) => write(writer.row(row)),
    /** Puts the file in place; returns its path, or null without rejected rows. */
    keep: () => close(true),
    discard: () => void close(false),
  }
}
