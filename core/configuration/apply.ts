import type { Client } from '../api/client'
import type { Http } from '../api/http'
import type { Draft, Reason, Resource } from '../vocabulary/resource'
import { valuesThatDiffer } from '../vocabulary/value-differences'
import { rearrange } from './arrange'
import { unspelled, type Tree } from './channels'
import { configuredIn, INSIDE, keyOf, offeredKeyOf, recordFields } from './document-fields'
import { documentOf, filled, wireOf, type Named } from './documents'
import type { Change, InsideChange } from './plan'
import type { FileProblem } from './read'
import { finder, namer, type Snapshot } from './snapshot'

/** The calls that writing is made of. */
export type ApplyParts = {
  client: Pick<Client, 'create' | 'update' | 'remove' | 'all'>
  http: Http
  /** Calls a write with an idempotency key, and may call it again where an answer was lost. */
  once: <T>(write: (key: string) => Promise<T>) => Promise<T>
}

/** A write failed. Everything before it is written, and nothing after it: the whole changes, and a part of this one. */
export class NotApplied extends Error {
  readonly change: Change
  /** The resource whose rules refused the write. */
  readonly resource: Resource
  /** The channel that it was about. */
  readonly inside: InsideChange | null
  /** The number of writes before it. */
  readonly writes: number
  constructor(
    change: Change,
    { resource, inside, writes }: Pick<NotApplied, 'resource' | 'inside' | 'writes'>,
    cause: unknown,
  ) {
    super('NOT_APPLIED', { cause })
    this.name = 'NotApplied'
    this.change = change
    this.resource = resource
    this.inside = inside
    this.writes = writes
  }

  /** Returns the refusal of a field with the place of its key in the file; null if no file has what was written. */
  problem(field: string, reason: Reason): FileProblem | null {
    const { change, resource, inside } = this
    if (change.problem === null || inside?.action === 'delete') return null
    const [name = '', ...within] = field.split('.')
    const declared = resource.fields[name]
    const key = [declared ? keyOf(name, declared) : name, ...within].join('.')
    return change.problem(inside ? `${inside.tree.path}.${key}` : key, reason)
  }
}

type Row = Draft & { id: number; version: number }
type Writer = ApplyParts & {
  snapshot: Snapshot
  written: { writes: number }
  idOfName: (resource: string, named: Named) => number
}

/** The result of a change. `differs`: the paths of values that the server stored otherwise than they are in the file. */
export type Applied = { change: Change; id: number; differs: readonly string[] }

/**
 * Makes the changes of a plan one by one, each on the version that was compared: a record that was changed since is refused.
 * Throws NotApplied at the first failure. A later plan of the same files has the rest.
 */
export async function* apply(
  parts: ApplyParts,
  snapshot: Snapshot,
  changes: readonly Change[],
): AsyncGenerator<Applied, void> {
  const written = { writes: 0 }
  const once: ApplyParts['once'] = async (send) => {
    const answer = await parts.once(send)
    written.writes++
    return answer
  }
  const writer = { ...parts, once, snapshot, written, idOfName: finder(snapshot) }
  const later: (() => Promise<Applied>)[] = []
  for (const change of changes) {
    const { action } = change
    if (action === 'create' || action === 'update') {
      const off = isSwitchedOff(change)
      const made = await write(writer, change, off)
      if (off) later.push(() => switchOff(writer, change, made))
      else yield made.applied
    }
  }
  for (const one of later) yield await one()
  for (const change of changes) if (change.action === 'delete') yield await remove(writer, change)
}

/** Returns whether a change puts its object out of use. Nothing new may refer to such an object, so that is done last. */
function isSwitchedOff({ kind: { resource }, document, stored, values }: Change): boolean {
  const name = resource.switch
  if (name === undefined || document?.[name] !== false) return false
  return stored === null || values.some(({ path }) => path === name)
}

/** A write of a change, and the version that the object has by it. */
type Made = { applied: Applied; version: number }

async function write(writer: Writer, change: Change, isStillOn: boolean): Promise<Made> {
  const { resource, inside } = change.kind
  const at = { resource, inside: null as InsideChange | null }
  try {
    const switchName = isStillOn ? resource.switch! : ''
    const document = isStillOn ? { ...change.document!, [switchName]: true } : change.document!
    const paths = change.values.map(({ path }) => path).filter((path) => path !== switchName)
    const settled =
      change.stored === null
        ? await created(writer, resource, document, { [resource.tenant!]: writer.snapshot.clientId })
        : await updated(writer, resource, change.stored, document, paths)
    writer.snapshot.own.get(resource.name)?.set(change.name, settled.id)
    const differs = inside ? await writeInside(writer, change, settled.id, at) : []
    return { applied: { change, id: settled.id, differs: [...settled.differs, ...differs] }, version: settled.version }
  } catch (error) {
    throw new NotApplied(change, { ...at, ...writer.written }, error)
  }
}

async function switchOff(
  { client, once, written }: Writer,
  change: Change,
  { applied, version }: Made,
): Promise<Applied> {
  const { resource } = change.kind
  try {
    await once((key) => client.update(resource, applied.id, { [resource.switch!]: false }, { key, version }))
    return { ...applied, differs: applied.differs.filter((path) => path !== resource.switch) }
  } catch (error) {
    throw new NotApplied(change, { resource, inside: null, ...written }, error)
  }
}

async function remove({ client, once, written }: Writer, change: Change): Promise<Applied> {
  const { resource } = change.kind
  const { id, version } = change.stored!
  try {
    await once((key) => client.remove(resource, id, { key, version }))
    return { change, id, differs: [] }
  } catch (error) {
    throw new NotApplied(change, { resource, inside: null, ...written }, error)
  }
}

type Settled = { id: number; version: number; differs: readonly string[] }

/** Creates a record. A value that a creation does not take, such as none where a field has a default, is set afterwards. */
async function created(
  writer: Writer,
  resource: Resource,
  document: Draft,
  around: Draft,
  place: Draft = {},
): Promise<Settled> {
  const { client, once, snapshot, idOfName } = writer
  const wire = merged({ ...wireOf(resource, document, idOfName), ...around }, place)
  const row = (await once((key) => client.create(resource, wire, { key }))) as Row
  const differs = differing(resource, snapshot, row, document)
  if (differs.length === 0) return { id: row.id, version: row.version, differs }
  return updated(writer, resource, row, document, differs, place)
}

/** Updates the fields at these paths of a record, if there are any. */
async function updated(
  { client, once, snapshot, idOfName }: Writer,
  resource: Resource,
  { id, version }: { id: number; version: number },
  document: Draft,
  paths: readonly string[],
  place: Draft = {},
): Promise<Settled> {
  const keys = new Set(paths.map((path) => path.split('.')[0]!))
  const wire = wireOf(resource, document, idOfName)
  const names = configuredIn(resource.fields, resource).flatMap(([name, field]) =>
    keys.has(keyOf(name, field)) || keys.has(offeredKeyOf(name, field)) || Object.hasOwn(place, name) ? [name] : [],
  )
  if (names.length === 0) return { id, version, differs: [] }
  const body = merged(Object.fromEntries(names.map((name) => [name, wire[name]])), place)
  const row = (await once((key) => client.update(resource, id, body, { key, version }))) as Row
  return { id, version: row.version, differs: differing(resource, snapshot, row, document) }
}

/**
 * Returns whether a change would leave its record as it is: it changes only HTML, and the server cleans that to what is
 * stored. `client` makes dry runs. Throws ApiError.
 */
export async function isCleanedAway(
  client: Pick<Client, 'update'>,
  snapshot: Snapshot,
  { action, kind: { resource, inside }, stored, document, values }: Change,
): Promise<boolean> {
  if (action !== 'update' || inside || values.some(({ path }) => resource.fields[path]?.type !== 'html')) return false
  const draft = Object.fromEntries(values.map(({ path }) => [path, document![path]]))
  const row = (await client.update(resource, stored!.id, draft, { version: stored!.version })) as Row
  return differing(resource, snapshot, row, stored!.document).length === 0
}

/** Returns a draft with the place of a record, which lies in a group of fields. */
const merged = (draft: Draft, place: Draft): Draft => ({
  ...draft,
  ...Object.fromEntries(
    Object.entries(place).map(([name, value]) => [name, { ...(draft[name] as Draft), ...(value as Draft) }]),
  ),
})

/** Returns the paths of values that an answer has otherwise than a document. */
function differing(resource: Resource, snapshot: Snapshot, row: Draft, document: Draft): string[] {
  const fields = recordFields(resource)
  const stored = filled(fields, documentOf(resource, row, namer(snapshot)))
  return valuesThatDiffer(fields, unspelled(stored), unspelled(document)).map(({ path }) => path)
}

/** Writes the channels of an app: groups first, deletions last, and then their order. */
async function writeInside(
  writer: Writer,
  change: Change,
  appId: number,
  at: { resource: Resource; inside: InsideChange | null },
): Promise<string[]> {
  const resource = change.kind.inside!
  at.resource = resource
  const ids = new Map<Tree, number>()
  const differs: string[] = []
  const around = { appId, [resource.tenant!]: writer.snapshot.clientId }
  for (const one of change.inside) {
    at.inside = one
    if (one.action === 'keep') continue
    if (one.action === 'delete') {
      const { id, version } = one.stored!.stored!
      await writer.once((key) => writer.client.remove(resource, id, { key, version }))
      continue
    }
    const settled = await writeOne(writer, resource, one, around, one.group ? ids.get(one.group)! : null)
    ids.set(one.tree, settled.id)
    differs.push(...settled.differs.map((path) => `${INSIDE}.${one.name}.${path}`))
  }
  at.inside = null
  const isWritten = ({ action, hasMoved }: InsideChange) => action === 'create' || hasMoved
  if (change.isReordered || change.inside.some(isWritten)) await rearrange(writer, change, appId, ids)
  return differs
}

async function writeOne(
  writer: Writer,
  resource: Resource,
  { action, tree, stored, hasMoved, values }: InsideChange,
  around: Draft,
  parentId: number | null,
): Promise<Settled> {
  if (action === 'create')
    return created(writer, resource, tree.document, around, parentId === null ? {} : { config: { parentId } })
  const place = hasMoved ? { config: { parentId } } : {}
  return updated(
    writer,
    resource,
    stored!.stored!,
    tree.document,
    values.map(({ path }) => path),
    place,
  )
}
