/**
 * Calls that must compile and calls that must not. Nobody runs this file: the type check reads it, and a line that is
 * expected to fail and does not is an error too.
 */
import type { Client } from '@tocsin/core/api/client'
import type { Words } from '@tocsin/core/vocabulary/messages'
import { bookkeeping, resource, type ActionOf, type Bookkeeping, type RecordOf } from '@tocsin/core/vocabulary/resource'
import { apps } from '@tocsin/core/resources/apps/index'
import type { auditEvents } from '@tocsin/core/resources/audit-events/index'
import type { AuditEvent } from '@tocsin/core/resources/audit-events/types'
import type { projects } from '@tocsin/core/resources/projects/index'
import type { Project } from '@tocsin/core/resources/projects/types'
import { clients } from '@tocsin/core/resources/clients/index'
import { sites } from '@tocsin/core/resources/sites/index'
import type { Client as ClientRecord } from '@tocsin/core/resources/clients/types'
import type { Site } from '@tocsin/core/resources/sites/types'
import type { App } from '@tocsin/core/resources/apps/types'
import { required } from '@tocsin/core/vocabulary/rules'
import { defineOverrides } from '../server/records/overrides'

/** Compiles when both types are the same. */
type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false
const proved = <T extends true>(): T | undefined => undefined

proved<Same<RecordOf<typeof sites>, Site>>()
proved<Same<RecordOf<typeof apps>, App>>()
proved<Same<ActionOf<typeof clients>, 'lock' | 'unlock' | 'activate' | 'deactivate'>>()
// A resource without actions has a record all the same.
proved<Same<RecordOf<typeof projects>, Project>>()
proved<Same<RecordOf<typeof auditEvents>, AuditEvent>>()
proved<Same<ActionOf<typeof auditEvents>, never>>()
// @ts-expect-error a site is no app
proved<Same<RecordOf<typeof sites>, App>>()

export async function calls(client: Client, site: Site, app: App): Promise<void> {
  const { rows, total } = await client.list(sites, { ClientId: 2, order: 'name ASC', q: 'escola' })
  proved<Same<typeof rows, Site[]>>()
  proved<Same<typeof total, number>>()
  const one = await client.get(clients, 1)
  proved<Same<typeof one, ClientRecord>>()
  for await (const page of client.all(apps)) proved<Same<typeof page.rows, App[]>>()

  await client.act(sites, 'deactivate', site)
  await client.act(apps, 'publish', app, { versionComment: 'x' })
  const published = await client.act(apps, 'publish', app)
  proved<Same<typeof published, App>>()

  // @ts-expect-error sites are not published
  await client.act(sites, 'publish', site)
  // @ts-expect-error the name is misspelt
  await client.act(apps, 'publsh', app)
  // @ts-expect-error a site is no app
  await client.act(apps, 'publish', site)
  // @ts-expect-error an id is a number
  await client.get(sites, '7')
  // @ts-expect-error a filter is no object
  await client.list(sites, { where: { ClientId: 2 } })
  // @ts-expect-error a record has no such field
  void one.nickName
}

type Bell = Bookkeeping & { name: string; loud: boolean }

const messages: Words<keyof Bell, 'ring' | 'mute'> = {
  'en-US': {
    name: 'Bell',
    names: 'Bells',
    fields: { name: 'Name', loud: 'Loud' },
    actions: { ring: 'Ring', mute: 'Mute' },
    empty: 'There are no bells.',
  },
  'pt-BR': {
    name: 'Sino',
    names: 'Sinos',
    fields: { name: 'Nome', loud: 'Alto' },
    actions: { ring: 'Tocar', mute: 'Calar' },
    empty: 'Não há sinos.',
  },
}

const fields = { ...bookkeeping, name: { type: 'text', rules: [required()] }, loud: { type: 'boolean' } } as const
const actions = {
  ring: { can: 'bells:update', undo: 'irreversible' },
  mute: { can: 'bells:update', patch: (row: Bell) => ({ loud: !row.loud }), undo: 'irreversible' },
} as const
const whole = {
  name: 'bells',
  title: 'name',
  can: { view: 'bells:view' },
  columns: ['name'],
  fields,
  actions,
  messages,
} as const

export const bells = resource<Bell>()(whole)
proved<Same<RecordOf<typeof bells>, Bell>>()

// @ts-expect-error the field `loud` is not declared
resource<Bell>()({ ...whole, fields: { ...bookkeeping, name: { type: 'text' } } })
// @ts-expect-error no field is called so
resource<Bell>()({ ...whole, title: 'nickname' })
// @ts-expect-error no field can tie it to a client that is not there
resource<Bell>()({ ...whole, tenant: 'ClientId' })
// @ts-expect-error there is no such kind
resource<Bell>()({ ...whole, fields: { ...fields, loud: { type: 'volume' } } })
// @ts-expect-error there is no such key, such as where a field stands on a screen
resource<Bell>()({ ...whole, fields: { ...fields, loud: { type: 'boolean', column: 2 } } })
// @ts-expect-error every action says how it is undone
resource<Bell>()({ ...whole, actions: { ...actions, ring: { can: 'bells:update' } } })
const painted = { ...actions.mute, patch: () => ({ color: 'red' }) }
// @ts-expect-error a bell has no colour to change
resource<Bell>()({ ...whole, actions: { ...actions, mute: painted } })
// @ts-expect-error a reason is a key, never a sentence
resource<Bell>()({ ...whole, actions: { ...actions, ring: { ...actions.ring, blocked: () => 'It is broken.' } } })
// @ts-expect-error whoever may see it has to be said
resource<Bell>()({ ...whole, can: { update: 'bells:update' } })
// @ts-expect-error an action without words
resource<Bell>()({ ...whole, actions: { ...actions, melt: { can: 'bells:update', undo: 'irreversible' } } })

// @ts-expect-error one language is missing
export const halfSpoken: Words<keyof Bell, 'ring' | 'mute'> = { 'en-US': messages['en-US'] }

export const unlabelled: Words<keyof Bell, 'ring' | 'mute'> = {
  ...messages,
  // @ts-expect-error the field `loud` has no label
  'pt-BR': { ...messages['pt-BR'], fields: { name: 'Nome' } },
}

export const unnamed: Words<keyof Bell, 'ring' | 'mute'> = {
  ...messages,
  // @ts-expect-error the action `mute` has no name
  'pt-BR': { ...messages['pt-BR'], actions: { ring: 'Tocar' } },
}

const done = async () => ({ changes: {} })
const reads = { searchable: null }
defineOverrides(bells, { reads, actions: { ring: done } })
defineOverrides(clients, { reads })
// @ts-expect-error nobody has said what it is found by, or that it is not
defineOverrides(clients, { reads: {} })
defineOverrides(clients, { reads: { searchable: null, derived: { name: (client) => client.nickname } } })
// @ts-expect-error `ring` is no update, so somebody has to write it
defineOverrides(bells, { reads })
// @ts-expect-error there is no such action
defineOverrides(bells, { reads, actions: { ring: done, melt: done } })
// @ts-expect-error `mute` is an update already
defineOverrides(bells, { reads, actions: { ring: done, mute: done } })
// @ts-expect-error all actions of clients are updates
defineOverrides(clients, { reads, actions: { lock: done } })
// @ts-expect-error an action says what it changed
defineOverrides(bells, { reads, actions: { ring: async () => undefined } })
// @ts-expect-error there is no such key
defineOverrides(clients, { reads, beforehand: done })
defineOverrides(clients, {
  reads,
  writes: { create: async (save, draft) => save.history(await save.store(await save.new(draft))) },
})
// @ts-expect-error a verb ends with the history
defineOverrides(clients, { reads, writes: { create: async (save, draft) => save.store(await save.new(draft)) } })
// @ts-expect-error what is stored has been checked
defineOverrides(clients, { reads, writes: { create: async (save, draft) => save.history(await save.store(draft)) } })
defineOverrides(clients, {
  reads,
  writes: {
    before: async () => 1,
    // @ts-expect-error a change that an action makes has no proof
    update: async (save, client, changes, proof: number) =>
      save.history(await save.store(await save.change(client, { ...changes, locked: proof > 0 }))),
  },
})
