import type { Client } from '../api/client'
import { PROVIDER_CLIENT_ID } from '../base/constants'
import { monitoringProviders } from '../resources/monitoring-providers/index'
import type { Channel } from '../resources/channels/types'
import { inactiveToo } from '../vocabulary/deletion'
import { listedWithAll, referencesIn } from '../vocabulary/fields-of'
import { offeredToo } from '../vocabulary/offered'
import { mayDo, neededFor, type Account } from '../vocabulary/permissions'
import type { Draft, Resource } from '../vocabulary/resource'
import { storedTrees, unspelled, withInside, type Tree } from './channels'
import { recordFields } from './document-fields'
import { documentOf, filled, type Named } from './documents'
import { KINDS, nameOf, type Kind } from './kinds'

/** An object as it is stored. */
export type Stored = { id: number; version: number; name: string; document: Draft; trees: Tree[] }

/** The configuration of a client as it is stored, of the kinds that were read. */
export type Snapshot = {
  clientId: number
  kinds: Map<Kind, Stored[]>
  /** The ids behind the names that a file may refer to, by the resource: those of the client, and those offered to it. */
  own: Map<string, Map<string, number>>
  offered: Map<string, Map<string, number[]>>
}

/** Several records of a client have one name, so that a file cannot tell which is meant. */
export class AmbiguousName extends Error {
  readonly resource: string
  readonly named: string
  readonly ids: readonly number[]
  constructor(resource: string, named: string, ids: readonly number[]) {
    super('AMBIGUOUS_NAME')
    this.name = 'AmbiguousName'
    this.resource = resource
    this.named = named
    this.ids = ids
  }
}

/** Returns the kinds whose objects an object refers to. */
export const kindsNamed = ({ resource, inside }: Kind): Kind[] => {
  const named = [resource, ...(inside ? [inside] : [])].flatMap(({ fields }) =>
    referencesIn(fields).map(([, { of }]) => of),
  )
  return KINDS.filter((kind) => named.includes(kind.resource.name))
}

/**
 * Returns the permissions that an account lacks to see the objects of a kind, what is in them, and what they refer to; none if
 * it sees them. A bar stands between those of which one is enough.
 */
export function lackedToSee(kind: Kind, account: Account): string[] {
  const needed = [kind, ...kindsNamed(kind)].flatMap(({ resource, inside }) => [resource, ...(inside ? [inside] : [])])
  const lacked = needed.filter((one) => !mayDo(account, one, 'view'))
  return [...new Set(lacked.map(({ can }) => neededFor(can.view, account).join(' | ')))]
}

type Row = Draft & { id: number; version: number }

/** Reads all records of a client with everything in them. */
async function allOf(client: Pick<Client, 'all'>, resource: Resource, clientId: number): Promise<Row[]> {
  const rows: Row[] = []
  const content = listedWithAll(resource.fields, Object.keys(resource.fields))
  const query = { [resource.tenant!]: clientId, ...inactiveToo(resource), ...content }
  for await (const page of client.all(resource, query)) rows.push(...(page.rows as Row[]))
  return rows
}

/**
 * Reads the configuration of a client, of some kinds and those that they refer to. Throws AmbiguousName if two objects of a
 * kind have one name, and ApiError.
 */
export async function readSnapshot(
  client: Pick<Client, 'all'>,
  account: Account,
  clientId: number,
  kinds: ReadonlySet<Kind>,
): Promise<Snapshot> {
  const snapshot: Snapshot = { clientId, kinds: new Map(), own: new Map(), offered: new Map() }
  const needed = new Set([...kinds].flatMap((kind) => [kind, ...kindsNamed(kind)]))
  for (const kind of KINDS) if (needed.has(kind)) await readKind(client, account, snapshot, kind)
  return snapshot
}

async function readKind(client: Pick<Client, 'all'>, account: Account, snapshot: Snapshot, kind: Kind): Promise<void> {
  const { resource, inside, isGiven } = kind
  const rows = await allOf(client, resource, snapshot.clientId)
  const own = new Map<string, number>()
  for (const row of rows) {
    const name = nameOf(resource, row)
    const other = own.get(name)
    if (other !== undefined) throw new AmbiguousName(resource.name, name, [other, row.id])
    own.set(name, row.id)
  }
  snapshot.own.set(resource.name, own)
  const offered = new Map<string, number[]>()
  snapshot.offered.set(resource.name, offered)
  if (resource.offers && snapshot.clientId !== PROVIDER_CLIENT_ID) {
    const filter = offeredToo({ offered: true }, resource, account)
    const query = { ...filter, ...inactiveToo(resource), [resource.tenant!]: snapshot.clientId }
    if (Object.keys(filter).length > 0)
      for await (const page of client.all(resource, query))
        for (const row of page.rows as Row[])
          if (row[resource.tenant!] !== snapshot.clientId) add(offered, nameOf(resource, row), row.id)
  }
  const within = inside ? await channelsByApp(client, snapshot, inside) : new Map<number, Tree[]>()
  const fields = recordFields(resource)
  const nameOfId = namer(snapshot)
  const objects = rows
    .filter((row) => !isGiven?.(row))
    .map((row) => ({
      id: row.id,
      version: row.version,
      name: nameOf(resource, row),
      document: filled(fields, documentOf(resource, row, nameOfId)),
      trees: within.get(row.id) ?? [],
    }))
  snapshot.kinds.set(kind, objects)
}

function add(names: Map<string, number[]>, name: string, id: number): void {
  const known = names.get(name) ?? []
  if (!known.includes(id)) names.set(name, [...known, id])
}

/** Returns the name behind an id. Throws AmbiguousName if the name means another record as well. */
export function namer({ own, offered }: Pick<Snapshot, 'own' | 'offered'>): (resource: string, id: number) => Named {
  const names = new Map<string, Named>()
  for (const [resource, known] of offered)
    for (const [name, ids] of known) for (const id of ids) names.set(`${resource} ${id}`, { name, offered: true })
  for (const [resource, known] of own) for (const [name, id] of known) names.set(`${resource} ${id}`, { name })
  return (resource, id) => {
    const named = names.get(`${resource} ${id}`)
    if (!named) throw new Error(`${resource} ${id} was not read`)
    const ids = (named.offered && offered.get(resource)?.get(named.name)) || []
    if (ids.length > 1) throw new AmbiguousName(resource, named.name, ids)
    return named
  }
}

/** Returns the id behind a name. Throws AmbiguousName if it means several records. */
export const finder =
  ({ own, offered }: Pick<Snapshot, 'own' | 'offered'>) =>
  (resource: string, named: Named): number => {
    const ids = named.offered
      ? (offered.get(resource)?.get(named.name) ?? [])
      : [own.get(resource)?.get(named.name) ?? []].flat()
    if (ids.length > 1) throw new AmbiguousName(resource, named.name, ids)
    if (ids[0] === undefined) throw new Error(`${resource} ${named.name} was not read`)
    return ids[0]
  }

/** Reads the channels of every app of a client. */
async function channelsByApp(
  client: Pick<Client, 'all'>,
  snapshot: Snapshot,
  resource: Resource,
): Promise<Map<number, Tree[]>> {
  const rows = (await allOf(client, resource, snapshot.clientId)) as unknown as (Channel & Row)[]
  // Channels tell the names of the providers that are offered, also to somebody who may not list those.
  const own = new Set(snapshot.own.get(monitoringProviders.name)?.values())
  const offered = snapshot.offered.get(monitoringProviders.name)
  for (const { MonitoringProviders } of rows)
    for (const { id, name } of MonitoringProviders) if (offered && !own.has(id)) add(offered, name, id)
  const nameOfId = namer(snapshot)
  const fields = recordFields(resource)
  const byApp = new Map<number, (Channel & Row)[]>()
  for (const row of rows.toSorted((one, other) => one.displayOrder - other.displayOrder))
    byApp.set(row.appId, [...(byApp.get(row.appId) ?? []), row])
  return new Map(
    [...byApp].map(([appId, channels]) => {
      const parents = new Map(channels.map(({ id, config }) => [id, config.parentId ?? null]))
      const trees = channels.map((row): Tree => {
        const document = unspelled(filled(fields, documentOf(resource, row, nameOfId)))
        return { document, path: '', stored: { id: row.id, version: row.version }, children: [] }
      })
      return [appId, storedTrees(trees, (id) => parents.get(id) ?? null)]
    }),
  )
}

/** Returns the whole document of a stored object, with what lies in it. */
export const wholeOf = ({ inside }: Kind, { document, trees }: Pick<Stored, 'document' | 'trees'>): Draft =>
  inside ? withInside(document, trees) : document
