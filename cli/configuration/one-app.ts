import { documentFields } from '@tocsin/core/configuration/document-fields'
import { trimmed } from '@tocsin/core/configuration/documents'
import { KINDS, wordOf, type Kind } from '@tocsin/core/configuration/kinds'
import type { FileRead } from '@tocsin/core/configuration/read'
import { wholeOf } from '@tocsin/core/configuration/snapshot'
import { textOf } from '@tocsin/core/configuration/write'
import { apps } from '@tocsin/core/resources/apps/index'
import type { Context } from '../context'
import type { ExitCode } from '../exit-codes'
import { pathName } from '../file-error'
import { isDryRun } from '../given'
import { findRecord } from '../references'
import { applyCompared, compare } from './apply'
import { readOne } from './folder'
import { openWorld, refuseProblems, takeSnapshot } from './world'

const appKind = (): Kind => KINDS.find(({ resource }) => resource.name === apps.name)!

/** Prints an app with its channels as a file. */
export async function exportApp(context: Context, reference: string): Promise<void> {
  const app = (await findRecord(context, apps, reference)) as { id: number; clientId?: unknown }
  const world = await openWorld(context, { client: String(app.clientId) })
  const kind = appKind()
  const snapshot = await takeSnapshot(context, world, [kind])
  const stored = snapshot.kinds.get(kind)!.find(({ id }) => id === app.id)!
  await context.io.stdout.write(textOf(kind, trimmed(documentFields(kind), wholeOf(kind, stored))))
}

/** Gives a client the app of a file: a new one, or the one with that name. Nothing else of the client changes. */
export async function importApp(context: Context, file: string, flags: Record<string, unknown>): Promise<ExitCode> {
  const isTried = await isDryRun(context, flags)
  const world = await openWorld(context, flags)
  const path = pathName(file, context.t)
  const { read } = await readOne(context.io, file, path)
  const kind = appKind()
  const otherKind = { key: 'configuration.kind', values: { kinds: wordOf(kind) } }
  const problems = 'key' in read ? [read] : read.kind === kind ? [] : [read.problem('kind', otherKind)]
  refuseProblems(context, path, problems)
  const compared = await compare(context, world, [read as FileRead], { path, prune: false })
  const changes = compared.changes.filter((change) => change.file !== null)
  return applyCompared(context, { ...compared, changes }, isTried)
}
