import { atom } from 'jotai/vanilla'
import { useMemo } from 'react'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Draft, Reason, Resource } from '@tocsin/core/vocabulary/resource'
import { currentAccount, useAccount } from './account'
import { useList } from './hooks'
import { pointedQuery } from './names'
import { resourceOf } from './nouns'
import { queryClient } from './query'
import { store } from '../store'

type Known = { id: number; name: string; locked: boolean }

/** Every client that was seen, by account: whether it is locked is asked of each row of a hundred thousand. */
const known = new Map<string, Known>()

/** Rises when a client is locked or unlocked: what was drawn of its records is drawn anew. */
export const locksAtom = atom(0)

const isClient = (value: unknown): value is Known =>
  typeof value === 'object' && value !== null && typeof (value as Known).locked === 'boolean'

queryClient.getQueryCache().subscribe(({ type, query }) => {
  const [account, noun] = query.queryKey
  if (type !== 'updated' || noun !== 'clients') return
  const data = query.state.data as Known | { rows: Known[] } | undefined
  for (const client of data && 'rows' in data ? data.rows : [data])
    if (isClient(client)) {
      const key = `${String(account)} ${client.id}`
      const before = known.get(key)?.locked ?? false
      known.set(key, client)
      if (client.locked !== before) store.set(locksAtom, (count) => count + 1)
    }
})

export const CLIENT_LOCKED = 'shell.locked'

export const lockedBy = (name: string): Reason => ({ key: CLIENT_LOCKED, values: { name } })

/** The same in words, where a client at hand is locked. */
export const lockedText = ({ locked, name }: Pick<Known, 'locked' | 'name'>, t: Translate): string | null =>
  locked ? t(CLIENT_LOCKED, { name }) : null

/** Why nothing inside a client can be changed now: it is locked. Null where it is not, or was not seen yet. */
export function lockedReason(clientId: unknown): Reason | null {
  const client = known.get(`${currentAccount()?.id} ${String(clientId)}`)
  return client?.locked ? lockedBy(client.name) : null
}

/** Asks for the clients of records that no list has shown, so that what is locked is known before anything is tried. */
export async function seeOwners(resource: Resource, rows: readonly Draft[]): Promise<void> {
  const account = currentAccount()
  const clients = resourceOf('clients')
  const { tenant } = resource
  if (!account || tenant === undefined || !mayDo(account, clients, 'view')) return
  const ids = new Set(rows.map((row) => row[tenant]).filter((id): id is number => typeof id === 'number'))
  await Promise.all([...ids].map((id) => queryClient.fetchQuery(pointedQuery(account.id, clients, id))))
}

/** The reason of a client that need not have been seen yet, where one may see it; it follows the client. */
export function useLockedReason(clientId: unknown): Reason | null {
  const account = useAccount()
  const clients = resourceOf('clients')
  const isKnown = typeof clientId === 'number' && clientId > 0 && mayDo(account, clients, 'view')
  const { data } = useList(clients, { ids: [isKnown ? clientId : 0] }, { enabled: isKnown })
  const client = data?.rows[0] as Known | undefined
  const name = isKnown && client?.locked ? client.name : null
  return useMemo(() => (name === null ? null : lockedBy(name)), [name])
}
