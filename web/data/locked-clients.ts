import { atom } from 'jotai/vanilla'
import { useMemo } from 'react'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Reason } from '@tocsin/core/vocabulary/resource'
import { currentAccount, useAccount } from './account'
import { useList } from './hooks'
import { faceOf } from './resources'
import { queryClient } from './query'
import { store } from '../store'

type Known = { id: number; name: string; locked: boolean }

/** The clients read so far, by account and id, so that a lock can be looked up for each row of a long list. */
const known = new Map<string, Known>()

/** Increases when a client is locked or unlocked, so that its records are drawn again. */
export const locksAtom = atom(0)

const isClient = (value: unknown): value is Known =>
  typeof value === 'object' && value !== null && typeof (value as Known).locked === 'boolean'

queryClient.getQueryCache().subscribe(({ type, query }) => {
  const [account, resource] = query.queryKey
  if (type !== 'updated' || resource !== 'clients') return
  const data = query.state.data as Known | { rows: Known[] } | undefined
  for (const client of data && 'rows' in data ? data.rows : [data])
    if (isClient(client)) {
      const key = `${String(account)} ${client.id}`
      const before = known.get(key)?.locked ?? false
      known.set(key, client)
      if (client.locked !== before) store.set(locksAtom, (count) => count + 1)
    }
})

export const CLIENT_LOCKED = 'web.locked'

export const lockedBy = (name: string): Reason => ({ key: CLIENT_LOCKED, values: { name } })

/** Returns the reason as a sentence for a given client; null if the client is not locked. */
export const lockedText = ({ locked, name }: Pick<Known, 'locked' | 'name'>, t: Translate): string | null =>
  locked ? t(CLIENT_LOCKED, { name }) : null

/** Returns the reason nothing in a client can be changed: its lock. Null if unlocked, or not yet known. */
export function lockedReason(clientId: unknown): Reason | null {
  const client = known.get(`${currentAccount()?.id} ${String(clientId)}`)
  return client?.locked ? lockedBy(client.name) : null
}

/** Returns the reason for a client, which it reads if the viewer may see the client. It follows changes of the lock. */
export function useLockedReason(clientId: unknown): Reason | null {
  const account = useAccount()
  const clients = faceOf('clients')
  const isKnown = typeof clientId === 'number' && clientId > 0 && mayDo(account, clients, 'view')
  const { data } = useList(clients, { ids: [isKnown ? clientId : 0] }, { enabled: isKnown })
  const client = data?.rows[0] as Known | undefined
  const name = isKnown && client?.locked ? client.name : null
  return useMemo(() => (name === null ? null : lockedBy(name)), [name])
}
