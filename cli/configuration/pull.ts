import { realpath, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { documentFields } from '@tocsin/core/configuration/document-fields'
import { filled, trimmed } from '@tocsin/core/configuration/documents'
import { withVariables } from '@tocsin/core/configuration/environment'
import { nameOf, wordOf, type Kind } from '@tocsin/core/configuration/kinds'
import type { FileRead } from '@tocsin/core/configuration/read'
import { wholeOf, type Snapshot } from '@tocsin/core/configuration/snapshot'
import { pathsOf, textOf } from '@tocsin/core/configuration/write'
import { same } from '@tocsin/core/base/same'
import type { Context } from '../context'
import { isDryRun } from '../given'
import { makeFolder } from '../make-folder'
import { namesOf } from '../many'
import { jsonText } from '../output'
import { writeWhole } from '../whole-file'
import { readFolder, type FolderRead } from './folder'
import { countsInWords, writeLines } from './show'
import { folderGiven, noteUnseen, openWorld, refuseBlind, refuseProblems, seenKinds, takeSnapshot } from './world'

/** A file that is written, removed, left, or that has no object any more. */
type PulledFile = {
  action: 'create' | 'update' | 'delete' | 'unchanged' | 'gone'
  file: string
  kind: Kind
  text: string
}

/**
 * Writes what a client has into a folder. A file whose values are those of its object stays as it is, with its comments and
 * its name. Throws CommandError and ApiError; then some files may be written.
 */
export async function pull(context: Context, flags: Record<string, unknown>): Promise<void> {
  const { io, t } = context
  const folder = folderGiven(flags['to'], '--to')
  const isTried = await isDryRun(context, flags)
  const world = await openWorld(context, flags)
  const found = await readExisting(io, folder)
  refuseProblems(context, folder, found.problems)
  refuseBlind(context, world)
  const { seen, unseen } = seenKinds(world.account)
  const snapshot = await takeSnapshot(context, world, seen)
  const files = seen.flatMap((kind) => filesOf(kind, snapshot, found.files, flags['prune'] === true))
  if (!isTried) for (const file of files) await bringUpToDate(io, folder, file)
  await show(context, world.client, files)
  const gone = files.flatMap(({ action, file }) => (action === 'gone' ? [file] : []))
  if (gone.length > 0)
    await context.note(t('cli.configuration.gone', { count: gone.length, names: namesOf(context, gone) }))
  await noteUnseen(context, unseen)
}

async function bringUpToDate(io: Context['io'], folder: string, { action, file, text }: PulledFile): Promise<void> {
  const path = join(folder, file)
  const whole = resolve(io.cwd, path)
  if (action === 'create') {
    makeFolder(dirname(whole))
    await writeWhole(io, path, one(text))
  }
  // A link stays one: the file that it leads to is written.
  if (action === 'update') await writeWhole(io, await realpath(whole), one(text))
  if (action === 'delete') await rm(whole, { force: true })
}

// oxlint-disable-next-line typescript/require-await -- the text of a file is written as pieces
async function* one(text: string): AsyncGenerator<string> {
  yield text
}

async function readExisting(io: Context['io'], folder: string): Promise<FolderRead> {
  try {
    return await readFolder(io, folder)
  } catch (error) {
    const { code, path } = error as { code?: string; path?: string }
    // A link in the folder that leads nowhere is no folder that is still to be made.
    if (code === 'ENOENT' && path === folder) return { files: [], problems: [] }
    throw error
  }
}

function filesOf(kind: Kind, snapshot: Snapshot, all: readonly FileRead[], prune: boolean): PulledFile[] {
  const fields = documentFields(kind)
  const existing = new Map<string, FileRead>()
  const spare: FileRead[] = []
  for (const read of all.filter((each) => each.kind === kind)) {
    const name = nameOf(kind.resource, filled(fields, read.given))
    if (existing.has(name)) spare.push(read)
    else existing.set(name, read)
  }
  const stored = snapshot.kinds.get(kind) ?? []
  const taken = new Map([...existing].map(([name, { file }]) => [name, file]))
  const paths = pathsOf(
    kind,
    stored.map(({ name }) => name),
    taken,
  )
  const written = stored.map((object): PulledFile => {
    const before = existing.get(object.name)
    existing.delete(object.name)
    const document = trimmed(fields, wholeOf(kind, object))
    const kept = before ? withVariables(fields, document, before.given) : document
    const isSame = before !== undefined && same(trimmed(fields, filled(fields, before.given)), kept)
    const action = before ? (isSame ? 'unchanged' : 'update') : 'create'
    return { action, file: paths.get(object.name)!, kind, text: textOf(kind, kept) }
  })
  const gone = [...existing.values(), ...spare].map(({ file }): PulledFile => ({
    action: prune ? 'delete' : 'gone',
    file,
    kind,
    text: '',
  }))
  return [...written, ...gone].sort((a, b) => (a.file < b.file ? -1 : 1))
}

async function show(context: Context, client: object, files: readonly PulledFile[]): Promise<void> {
  const count = (action: PulledFile['action']) => files.filter((file) => file.action === action).length
  const counts = {
    create: count('create'),
    update: count('update'),
    delete: count('delete'),
    unchanged: count('unchanged'),
  }
  if (context.format === 'json') {
    const told = files
      .filter(({ action }) => action !== 'unchanged')
      .map(({ action, file, kind }) => ({ action, file, kind: wordOf(kind) }))
    return context.io.stdout.write(`${jsonText({ client, ...counts, gone: count('gone'), files: told }, 2)}\n`)
  }
  const signs = { create: '+', update: '~', delete: '-', unchanged: '', gone: '' }
  const lines = files.flatMap(({ action, file }) => (signs[action] === '' ? [] : [`${signs[action]} ${file}`]))
  await writeLines(context, [...lines, countsInWords(context, counts, 'pulled')])
}
