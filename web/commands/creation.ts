import { useLocation } from 'wouter'
import type { ListQuery } from '@tocsin/core/api/client'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Face, Reason } from '@tocsin/core/vocabulary/resource'
import type { Profile } from '@tocsin/core/api/session'
import { useAccount } from '../data/account'
import { lockedReason, useLockedReason } from '../data/locked-clients'
import { wholeOf } from '../data/resources'
import { hasForms, viewOf } from '../data/views'
import { clientAtHandAtom } from '../data/shown-client'
import { go } from '../navigation/go'
import { createHref } from '../navigation/hrefs'
import { fromHere } from '../navigation/leave-to'
import { tellReason } from '../notices/toast'
import { store } from '../store'
import type { Command, Values } from './command'
import { inputOf, lines } from './line'

/** Returns the client of a new record: the account's own, else the one in the form's address or its list's query. */
function clientOfNew({ tenant }: Face, viewer: Profile, href: string, where: ListQuery = {}): number | undefined {
  if (tenant === undefined) return undefined
  if (viewer.userType === 'client') return viewer.ClientId ?? undefined
  const said = new URLSearchParams(href.split('?')[1]).get(tenant) ?? where[tenant]
  return said === undefined ? undefined : Number(said)
}

/** Returns a command that opens the form for a new record. */
const creation = (resource: Face, rest: Pick<Command, 'title' | 'group' | 'blocked' | 'run'>): Command => ({
  id: `${resource.name}.create`,
  icon: 'plus',
  asks: [],
  line: (values) => lines().commandLine(wholeOf(resource), 'create', values),
  undo: 'nothing',
  ...rest,
})

/** Returns the command that creates a record in a list, by its key or a button. */
export const creationIn = (resource: Face, blocked: Reason | null, run: () => void): Command => ({
  ...creation(resource, {
    title: (t) => t('acts.create', { what: t(`resources.${resource.name}.name`).toLowerCase() }),
    group: 'list',
    blocked,
    run,
  }),
  key: 'create',
})

/** Returns a list's command that creates a record; undefined without an address for it or without the permission. */
export function useCreation(resource: Face, href: string | undefined, where: ListQuery = {}): Command | undefined {
  const account = useAccount()
  const [, navigate] = useLocation()
  const offered = href !== undefined && hasForms(resource.name) && mayDo(account, resource, 'create') ? href : undefined
  const client = offered === undefined ? undefined : clientOfNew(resource, account, offered, where)
  const locked = useLockedReason(client)
  const lacksClient = client === undefined && viewOf(resource.name).createdInClient === true
  const blocked = lacksClient ? { key: 'acts.chooseClient' } : locked
  return offered === undefined ? undefined : creationIn(resource, blocked, () => navigate(offered))
}

/**
 * Returns the command that creates a record from any screen, in the client of the shown record or the selected client.
 * The command is blocked if that client is known to be locked.
 */
export function creationAnywhere(resource: Face, viewer: Profile): Command {
  const hrefOf = (values: Values) => createHref(resource.name, { ...clientAtHand(resource), ...plainOf(values) })
  const blockedAt = (href: string) => lockedReason(clientOfNew(resource, viewer, href))
  return creation(resource, {
    title: (t) =>
      t('acts.verbOf', { verb: t('verbs.create'), what: t(`resources.${resource.name}.name`).toLowerCase() }),
    group: 'create',
    blocked: blockedAt(hrefOf({})),
    run: (values) => {
      const href = hrefOf(values)
      const blocked = blockedAt(href)
      if (blocked) tellReason(blocked)
      else go(href, { state: fromHere() })
    },
  })
}

/** Returns the client of the shown record, or the selected client, where records of the resource belong to a client. */
function clientAtHand({ tenant }: Face): Record<string, number> {
  const id = store.get(clientAtHandAtom)
  return tenant && id !== null ? { [tenant]: id } : {}
}

/** Returns the texts and numbers that a form can be opened with. */
const plainOf = (values: Values): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(inputOf(values)).filter((pair): pair is [string, string | number] =>
      ['string', 'number'].includes(typeof pair[1]),
    ),
  )
