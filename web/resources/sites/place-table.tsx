import { useMemo } from 'react'
import { css } from 'styled-system/css'
import { siteTypeOf, type PlaceResourceName } from '@tocsin/core/resources/site-type'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { useAccount } from '../../data/account'
import { lockedBy, lockedText } from '../../data/locked-clients'
import { resourceOf } from '../../data/resources'
import { createHref, editAndBackHref, here, showHref } from '../../navigation/hrefs'
import { showSheet } from '../../sheets/show-sheet'
import { CreateButton } from '../../table/create-button'
import { ResourceTable } from '../../table/resource-table'
import { useListActions } from '../../table/use-list-actions'
import { Button } from '../../ui/button'
import { useT } from '../../words'

type PlacesProps = {
  resource: PlaceResourceName
  /** Null for a viewer of all clients who has selected none. */
  clientId: number | null
  /** The name of the client if it is locked, else null. */
  locked: string | null
}

export const whereOfPlaces = (clientId: number | null) => (clientId === null ? {} : { ClientId: clientId })

type TableProps = PlacesProps & {
  owner: string
  autoFocus?: boolean
  /** True if the buttons are above the rows, as in a tab, and not in the head of the page. */
  buttons?: boolean
}

/** The table of sites or teams, shared by a client's tab and their own list (SITE-02, TEAM-02). */
export function PlaceTable({
  resource: resourceName,
  clientId,
  locked,
  owner,
  autoFocus = false,
  buttons = false,
}: TableProps) {
  const account = useAccount()
  const actions = useListActions()
  const resource = resourceOf(resourceName)
  const siteType = siteTypeOf(resourceName)
  const where = useMemo(() => whereOfPlaces(clientId), [clientId])
  const mayEdit = mayDo(account, resource, 'update')
  const commands = useMemo(() => {
    if (clientId === null || !actions) return []
    const blocked = locked === null ? null : lockedBy(locked)
    return actions
      .sheetCommands(clientId, siteType)
      .filter(({ id }) => mayEdit || id !== `${resourceName}.import`)
      .map((command) => (command.id === `${resourceName}.import` ? { ...command, blocked } : command))
  }, [actions, clientId, siteType, resourceName, mayEdit, locked])
  return (
    <ResourceTable
      of={resource}
      where={where}
      owner={owner}
      openHref={(row) => showHref(resourceName, row.id)}
      {...(mayEdit ? { editHref: (row: { id: number }) => editAndBackHref(resourceName, row.id) } : {})}
      createHref={createHref(resourceName, where, here())}
      commands={commands}
      exportable="palette"
      {...(buttons
        ? { toolbar: <PlaceButtons resource={resourceName} clientId={clientId} locked={locked} aside /> }
        : {})}
      autoFocus={autoFocus}
    />
  )
}

/**
 * The buttons to import, export and create. On a narrow screen, import and export are in the palette alone. `aside` is
 * true if the page has another primary button.
 */
export function PlaceButtons({
  resource: resourceName,
  clientId,
  locked,
  aside = false,
}: PlacesProps & { aside?: boolean }) {
  const t = useT()
  const account = useAccount()
  const resource = resourceOf(resourceName)
  const mayEdit = mayDo(account, resource, 'update')
  const siteType = siteTypeOf(resourceName)
  const blocked = locked === null ? null : lockedText({ locked: true, name: locked }, t)
  const noClient = clientId === null ? t('acts.chooseClient') : null
  return (
    <>
      <span className={wide}>
        {mayEdit && (
          <Button
            icon="upload"
            blocked={noClient ?? blocked}
            onClick={() =>
              clientId !== null && showSheet({ kind: 'import', clientId, target: { resource: resourceName } })
            }
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
      </span>
      <CreateButton of={resource} href={createHref(resourceName, whereOfPlaces(clientId), here())} aside={aside} />
    </>
  )
}

const wide = css({ display: { base: 'contents', _narrow: 'none' } })
