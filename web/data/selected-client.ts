import { atom } from 'jotai/vanilla'
import { useAtomValue } from 'jotai/react'
import { useEffect } from 'react'
import { PRODUCT } from '@tocsin/core/base/constants'
import type { Profile } from '@tocsin/core/api/session'
import type { Client } from '@tocsin/core/resources/clients/types'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { store } from '../store'
import { stored } from '../stored'
import { accountAtom, useAccount } from './account'
import { useList } from './hooks'
import { faceOf } from './resources'

const choiceOf = (account: number) => stored(`client:${account}`)

const storedFor = (account: number): number | null => {
  const id = Number(choiceOf(account).get())
  return id > 0 ? id : null
}

const chosenAtom = atom<{ account: number; id: number | null } | null>(null)

/** The client that staff work in; a client user's own client; null for all clients. */
export const clientIdAtom = atom((get): number | null => {
  const account = get(accountAtom)
  if (!account) return null
  if (account.userType === 'client') return account.ClientId
  const chosen = get(chosenAtom)
  return chosen?.account === account.id ? chosen.id : storedFor(account.id)
})

/** Selects a client, or with null all clients. The choice is stored for the account. */
export function chooseClient(id: number | null): void {
  const account = store.get(accountAtom)
  if (!account || account.userType === 'client') return
  // Where storage is refused, the choice still holds for this page.
  choiceOf(account.id).set(id === null ? null : String(id))
  store.set(chosenAtom, { account: account.id, id })
}

/** Returns whether an account works in a client of its choice: staff that may see clients, which guests may not. */
export const choosesClient = (account: Profile): boolean =>
  account.userType === PRODUCT && mayDo(account, faceOf('clients'), 'view')

/** Returns the id of the selected client, and its record if the account may see it. */
export function useSelectedClient(): { id: number | null; client: Client | undefined } {
  const account = useAccount()
  const id = useAtomValue(clientIdAtom)
  const clients = faceOf('clients')
  const mayView = mayDo(account, clients, 'view')
  const { data, isSuccess } = useList(clients, { ids: [id ?? 0] }, { enabled: id !== null && mayView })
  // A client that was deleted, or that the account may no longer see, is deselected.
  const isGone = isSuccess && id !== null && data.rows.length === 0
  useEffect(() => {
    if (isGone) chooseClient(null)
  }, [isGone])
  return { id, client: data?.rows[0] as Client | undefined }
}
