import { draftOf } from '@tocsin/core/command-line/commands'
import { recordsById } from '@tocsin/core/api/names'
import type { Reading } from '@tocsin/core/command-line/reading-line'
import { valueAt } from '@tocsin/core/base/cells'
import { isEmpty } from '@tocsin/core/vocabulary/empty'
import { withDefaults } from '@tocsin/core/vocabulary/validate'
import type { Draft, Reason, Resource } from '@tocsin/core/vocabulary/resource'
import type { Values } from '../commands/command'
import { REFS } from '../commands/line'
import { withIds } from '../commands/with-ids'
import { currentAccount } from '../data/account'
import { client } from '../data/api'
import { keepOwn } from '../data/own-versions'
import { markStale } from '../data/query'
import { findResource } from '../data/resources'
import type { Row } from '../data/row'
import { clientIdAtom } from '../data/selected-client'
import { consented } from '../form/consented'
import { tellCreated, tellUpdated } from '../form/saved'
import { listHref, showHref } from '../navigation/hrefs'
import { store } from '../store'
import { PROBLEMS } from './line-listing'

/**
 * The outcome of a line: it was carried out, it leads to an address of a client, it is a command to run with these values, it
 * was declined when it was asked for, or it could not be carried out.
 */
export type LineOutcome =
  | { kind: 'done' }
  | { kind: 'go'; href: string; client?: number }
  | { kind: 'command'; id: string; values: Values }
  | { kind: 'declined' }
  | { kind: 'problem'; problem: Reason }

/**
 * Carries out a line of the terminal, with the request that the screens make. It looks up names as the terminal does, in the
 * client that the account works in. A refusal of the server is thrown. `key` is the idempotency key of a creation: a line that
 * is run again after its answer was lost creates nothing twice. `onAsk` is called before anything is asked.
 */
export async function runLine(reading: Reading, key: string, onAsk?: () => void): Promise<LineOutcome> {
  const { resource, spec } = reading
  const within = store.get(clientIdAtom)
  const named = await withIds(reading, within, PROBLEMS)
  if ('problem' in named) return { kind: 'problem', problem: within === null ? named.problem : ofClient(named.problem) }
  const { refs, values } = named.command
  const [first] = refs as number[]
  switch (spec.kind) {
    case 'list':
      return listOf(resource, values, within)
    case 'get':
      return { kind: 'go', href: showHref(resource.name, first!) }
    case 'create':
      return { kind: (await create(resource, values, within, { key, onAsk })) ? 'done' : 'declined' }
    case 'update':
      return { kind: (await update(resource, first!, values, { onAsk })) ? 'done' : 'declined' }
    case 'delete':
    case 'action':
      return {
        kind: 'command',
        id: `${resource.name}.${spec.verb}`,
        values: { ...values, [REFS]: spec.takes === 'many' ? refs : first },
      }
  }
}

/**
 * Returns the problem of a line whose command names an id that no record has; undefined if there is none. A command of a list
 * acts on records that are seen, but a line may name one that never was, and is kept to be mended.
 */
export async function absenceIn(resource: Resource, values: Values): Promise<Reason | undefined> {
  const ids = [values[REFS] ?? []].flat() as number[]
  const known = new Set((await recordsById(client, resource, ids)).map(({ id }) => id))
  const absent = ids.find((id) => !known.has(id))
  return absent === undefined
    ? undefined
    : { key: `${PROBLEMS}.none`, values: { resource: resource.name, name: absent } }
}

/** Says of an unknown name that only the client worked in was searched, where the account could choose another client. */
function ofClient(problem: Reason): Reason {
  const { key, values } = problem
  const isLimited = findResource(String(values?.['resource']))?.tenant !== undefined
  const hasChosen = currentAccount()?.userType !== 'client'
  return key === `${PROBLEMS}.none` && isLimited && hasChosen
    ? { key: `${PROBLEMS}.noneHere`, ...(values && { values }) }
    : problem
}

/** Returns the address of a list. A list is of the client worked in, so a client that the line names becomes that one. */
function listOf({ name, tenant = '' }: Resource, values: Values, within: number | null): LineOutcome {
  const { [tenant]: named, ...rest } = values
  // People of a client work in that one alone.
  if (named !== undefined && named !== within && currentAccount()?.userType === 'client')
    return { kind: 'problem', problem: { key: `${PROBLEMS}.none`, values: { resource: 'clients', name: named } } }
  const parameters = new URLSearchParams(
    Object.entries(rest).flatMap(([path, value]) => (isEmpty(value) ? [] : [[path, String(value)]])),
  )
  const href = parameters.size === 0 ? listHref(name) : `${listHref(name)}?${parameters.toString()}`
  return { kind: 'go', href, ...(typeof named === 'number' ? { client: named } : {}) }
}

/** Creates a record; false where the account does not want to share what it shows to others. */
async function create(
  resource: Resource,
  values: Values,
  within: number | null,
  { key, onAsk }: { key: string; onAsk: (() => void) | undefined },
): Promise<boolean> {
  const { tenant = '', fields } = resource
  const inClient = Object.hasOwn(fields, tenant) && within !== null ? { [tenant]: within } : {}
  const draft: Draft = { ...inClient, ...draftOf(values) }
  if (!(await consented(resource, withDefaults(fields, draft), null, onAsk))) return false
  const row = (await client.create(resource, draft, { key })) as Row
  void markStale(resource.name)
  tellCreated(resource, row, draft, { ...inClient, ...values })
  return true
}

/** Changes a record; false as above. */
async function update(
  resource: Resource,
  id: number,
  values: Values,
  { onAsk }: { onAsk: (() => void) | undefined },
): Promise<boolean> {
  const before = (await client.get(resource, id)) as Row
  if (!(await consented(resource, { ...before, ...draftOf(values) }, before, onAsk))) return false
  const { version } = before
  const after = (await client.update(resource, id, draftOf(values), version === undefined ? {} : { version })) as Row
  keepOwn(resource, id, version, after.version)
  void markStale(resource.name)
  const previous = Object.fromEntries(Object.keys(values).map((path) => [path, valueAt(before, path) ?? null]))
  tellUpdated(resource, after, values, previous)
  return true
}
