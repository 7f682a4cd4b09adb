import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { mayDo } from '@tocsin/core/permissions'
import { useAccount } from '../data/account'
import { resourceOf } from '../data/nouns'
import { createHref, editHref, here, showHref } from '../navigation/hrefs'
import { showSheet } from '../sheets/show-sheet'
import { sheetCommands } from '../sheets/use-sheet-commands'
import { ResourceTable } from '../table/resource-table'
import { Button } from '../ui/button'
import { useT } from '../words'

type Props = {
  noun: 'sites' | 'teams'
  /** Null for whoever sees all clients and works in none. */
  clientId: number | null
  /** The name of the client, where it is locked. */
  locked: string | null
  owner: string
  autoFocus?: boolean
}

/** Sites or teams: what a client's tab and the list of their own share (SITE-02, TEAM-02). */
export function PlaceTable({ noun, clientId, locked, owner, autoFocus = false }: Props) {
  const t = useT()
  const account = useAccount()
  const [, navigate] = useLocation()
  const resource = resourceOf(noun)
  const siteType = noun === 'sites' ? 'site' : 'team'
  const where = useMemo(() => (clientId === null ? {} : { ClientId: clientId }), [clientId])
  const mayEdit = mayDo(account, resource, 'update')
  const commands = useMemo(() => {
    if (clientId === null) return []
    const lockedReason = locked === null ? null : { key: 'shell.locked', values: { name: locked } }
    return sheetCommands(clientId, siteType)
      .filter(({ id }) => mayEdit || id !== `${noun}.import`)
      .map((command) => (command.id === `${noun}.import` ? { ...command, blocked: lockedReason } : command))
  }, [clientId, siteType, noun, mayEdit, locked])
  const create = createHref(noun, where, here())
  const lockedText = locked === null ? null : t('shell.locked', { name: locked })
  const noClient = clientId === null ? t('screens.chooseClient') : null
  return (
    <ResourceTable
      of={resource}
      where={where}
      owner={owner}
      openHref={(row) => showHref(noun, row.id)}
      {...(mayEdit ? { editHref: (row: { id: number }) => editHref(noun, row.id) } : {})}
      {...(mayEdit && locked === null ? { createHref: create } : {})}
      commands={commands}
      toolbar={
        <>
          {mayEdit && (
            <Button
              icon="upload"
              blocked={noClient ?? lockedText}
              onClick={() => clientId !== null && showSheet({ kind: 'import', clientId, siteType })}
            >
              {t('screens.import')}
            </Button>
          )}
          <Button
            icon="download"
            blocked={noClient}
            onClick={() => clientId !== null && showSheet({ kind: 'export', clientId, siteType })}
          >
            {t('screens.export')}
          </Button>
          {mayEdit && (
            <Button look="primary" icon="plus" keys={['C']} blocked={lockedText} onClick={() => navigate(create)}>
              {t('screens.create', { noun: t(`resources.${noun}.name`).toLowerCase() })}
            </Button>
          )}
        </>
      }
      autoFocus={autoFocus}
    />
  )
}
