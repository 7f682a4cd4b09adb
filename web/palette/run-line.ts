import { draftOf } from '@tocsin/core/command-line/commands'
import type { Reading } from '@tocsin/core/command-line/reading-line'
import { valueAt } from '@tocsin/core/base/cells'
import { isEmpty } from '@tocsin/core/vocabulary/empty'
import type { Draft, Reason, Resource } from '@tocsin/core/vocabulary/resource'
import type { Values } from '../commands/command'
import { REFS } from '../commands/line'
import { withIds } from '../commands/with-ids'
import { client } from '../data/api'
import { keepOwn } from '../data/own-versions'
import { markStale } from '../data/query'
import type { Row } from '../data/row'
import { chooseClient, clientIdAtom } from '../data/selected-client'
import { tellCreated, tellUpdated } from '../form/saved'
import { listHref, showHref } from '../navigation/hrefs'
import { newId } from '../new-id'
import { store } from '../store'
import { PROBLEMS } from './line-listing'

/**
 * The outcome of a line: it was carried out, it leads to an address, it is a command to run with these values, or it could
 * not be carried out.
 */
export type LineOutcome =
  | { kind: 'done' }
  | { kind: 'go'; href: string }
  | { kind: 'command'; id: string; values: Values }
  | { kind: 'problem'; problem: Reason }

/**
 * Carries out a line of the terminal, with the request that the screens make. It looks up names as the terminal does, in the
 * client that the account works in. A refusal of the server is thrown.
 */
export async function runLine(reading: Reading): Promise<LineOutcome> {
  const { resource, spec } = reading
  const within = store.get(clientIdAtom)
  const named = await withIds(reading, within, PROBLEMS)
  if ('problem' in named) return { kind: 'problem', problem: named.problem }
  const { refs, values } = named.command
  const [first] = refs as number[]
  switch (spec.kind) {
    case 'list':
      return { kind: 'go', href: addressOf(resource, values) }
    case 'get':
      return { kind: 'go', href: showHref(resource.name, first!) }
    case 'create':
      await create(resource, values, within)
      return { kind: 'done' }
    case 'update':
      await update(resource, first!, values)
      return { kind: 'done' }
    case 'delete':
    case 'action':
      return {
        kind: 'command',
        id: `${resource.name}.${spec.verb}`,
        values: { ...values, [REFS]: spec.takes === 'many' ? refs : first },
      }
  }
}

/** Returns the address of a list. A list is of the client worked in, so a client that the line names becomes that one. */
function addressOf({ name, tenant = '' }: Resource, values: Values): string {
  const { [tenant]: named, ...rest } = values
  if (typeof named === 'number') chooseClient(named)
  const parameters = new URLSearchParams(
    Object.entries(rest).flatMap(([path, value]) => (isEmpty(value) ? [] : [[path, String(value)]])),
  )
  return parameters.size === 0 ? listHref(name) : `${listHref(name)}?${parameters.toString()}`
}

async function create(resource: Resource, values: Values, within: number | null): Promise<void> {
  const { tenant = '', fields } = resource
  const inClient = Object.hasOwn(fields, tenant) && within !== null ? { [tenant]: within } : {}
  const draft: Draft = { ...inClient, ...draftOf(values) }
  const row = (await client.create(resource, draft, { key: newId() })) as Row
  void markStale(resource.name)
  tellCreated(resource, row, draft, { ...inClient, ...values })
}

async function update(resource: Resource, id: number, values: Values): Promise<void> {
  const before = (await client.get(resource, id)) as Row
  const { version } = before
  const after = (await client.update(resource, id, draftOf(values), version === undefined ? {} : { version })) as Row
  keepOwn(resource, id, version, after.version)
  void markStale(resource.name)
  const previous = Object.fromEntries(Object.keys(values).map((path) => [path, valueAt(before, path) ?? null]))
  tellUpdated(resource, after, values, previous)
}
