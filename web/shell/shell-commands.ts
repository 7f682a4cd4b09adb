import { useAtomValue } from 'jotai/react'
import { useMemo } from 'react'
import type { Client } from '@tocsin/core/resources/clients/types'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { useScreenCommands } from '../commands/use-commands'
import { useAccount } from '../data/account'
import { useRecord } from '../data/hooks'
import { lockedBy } from '../data/locked-clients'
import { faceOf } from '../data/resources'
import { useSelectedClient } from '../data/selected-client'
import { clientAtHandAtom } from '../data/shown-client'
import { useListActions } from '../table/use-list-actions'

/** Returns the client of the shown record, or the selected one, with its record if the account may see it. */
function useClientAtHand(): { id: number | null; client: Client | undefined } {
  const account = useAccount()
  const worked = useSelectedClient()
  const id = useAtomValue(clientAtHandAtom)
  const clients = faceOf('clients')
  const isOther = id !== null && id !== worked.id && mayDo(account, clients, 'view')
  const { data } = useRecord(clients, isOther ? id : 0, { enabled: isOther })
  return { id, client: id === worked.id ? worked.client : (data as Client | undefined) }
}

/** Adds the file commands of the client at hand to every screen. The client is the widest chip of context. */
export function useShellCommands(): void {
  const account = useAccount()
  const actions = useListActions()
  const { id, client } = useClientAtHand()
  const name = client?.name
  const locked = client?.locked === true
  const added = useMemo(() => {
    if (id === null || !actions) return null
    const commands = actions.clientSheetCommands(id, account, locked ? lockedBy(name ?? `#${id}`) : null)
    return { chips: [{ id: `clients.${id}`, label: name ?? `#${id}` }], commands }
  }, [account, actions, id, name, locked])
  useScreenCommands('shell', added)
}
