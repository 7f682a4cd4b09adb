import type { Reason } from '@tocsin/core/resource'
import { currentAccount } from './account'
import { queryClient } from './query'

type Known = { id: number; name: string; locked: boolean }

/** Every client that was seen, by account: whether it is locked is asked of each row of a hundred thousand. */
const known = new Map<string, Known>()

const isClient = (value: unknown): value is Known =>
  typeof value === 'object' && value !== null && typeof (value as Known).locked === 'boolean'

queryClient.getQueryCache().subscribe(({ type, query }) => {
  const [account, noun] = query.queryKey
  if (type !== 'updated' || noun !== 'clients') return
  const data = query.state.data as Known | { rows: Known[] } | undefined
  for (const client of data && 'rows' in data ? data.rows : [data])
    if (isClient(client)) known.set(`${String(account)} ${client.id}`, client)
})

export const CLIENT_LOCKED = 'shell.locked'

/** Why nothing inside a client can be changed now: it is locked. Null where it is not, or was not seen yet. */
export function lockedReason(clientId: unknown): Reason | null {
  const client = known.get(`${currentAccount()?.id} ${String(clientId)}`)
  return client?.locked ? { key: CLIENT_LOCKED, values: { name: client.name } } : null
}
