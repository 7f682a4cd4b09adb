import { useMemo } from 'react'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { PLACE_NOUNS, siteTypeOf } from '@tocsin/core/resources/site-type'
import { useLentCommands } from '../commands/use-commands'
import { useAccount } from '../data/account'
import { lockedBy } from '../data/locked-clients'
import { resourceOf } from '../data/nouns'
import { useSelectedClient } from '../data/selected-client'
import { sheetCommands } from '../sheets/sheet-commands'

/** Adds the file commands of the selected client to every screen. The client is the widest chip of context. */
export function useShellCommands(): void {
  const account = useAccount()
  const { id, client } = useSelectedClient()
  const name = client?.name
  const locked = client?.locked === true
  const lent = useMemo(() => {
    if (id === null) return null
    const commands = PLACE_NOUNS.flatMap((noun) => {
      const resource = resourceOf(noun)
      if (!mayDo(account, resource, 'view')) return []
      const mayEdit = mayDo(account, resource, 'update')
      const blocked = locked ? lockedBy(name ?? `#${id}`) : null
      return sheetCommands(id, siteTypeOf(noun))
        .filter((command) => mayEdit || command.id !== `${noun}.import`)
        .map((command) => ({
          ...command,
          group: 'create' as const,
          ...(command.id === `${noun}.import` ? { blocked } : {}),
        }))
    })
    return { chips: [{ id: `clients.${id}`, label: name ?? `#${id}` }], commands }
  }, [account, id, name, locked])
  useLentCommands('shell', lent)
}
