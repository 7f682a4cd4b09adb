import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Draft, Resource } from '@tocsin/core/vocabulary/resource'
import { currentAccount } from './account'
import { pointedQuery } from './names'
import { queryClient } from './query'
import { faceOf } from './resources'

/** Reads the clients of records that no list has shown, so that a lock is known before anything is tried. */
export async function loadClientsOf(resource: Resource, rows: readonly Draft[]): Promise<void> {
  const account = currentAccount()
  const clients = faceOf('clients')
  const { tenant } = resource
  if (!account || tenant === undefined || !mayDo(account, clients, 'view')) return
  const ids = new Set(rows.map((row) => row[tenant]).filter((id): id is number => typeof id === 'number'))
  await Promise.all([...ids].map((id) => queryClient.fetchQuery(pointedQuery(account.id, clients, id))))
}
