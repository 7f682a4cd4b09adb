import { useCallback } from 'react'
import { css } from 'styled-system/css'
import type { Project } from '@tocsin/core/resources/projects/types'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { useAccount } from '../../data/account'
import { resourceOf } from '../../data/resources'
import type { Row } from '../../data/row'
import { createHref, here, showHref } from '../../navigation/hrefs'
import { ResourceTable } from '../../table/resource-table'
import { usePanels } from '../../table/use-panels'
import { useT } from '../../words'
import { ChannelsPanel } from './channels-panel'
import './words'

// All of them are in one project.
const COLUMNS = ['name', 'publishedVersion', 'description', 'updatedAt']

type Props = {
  project: Project
  /** Returns the address that opens the settings of an app over the page; undefined where nobody may change them. */
  editHref: ((id: number) => string) | undefined
}

/** The apps of a project. Each opens a panel with its channels (PROJ-09). */
export function ProjectApps({ project, editHref }: Props) {
  const t = useT()
  const account = useAccount()
  const apps = resourceOf('apps')
  const label = useCallback((row: Row) => t('projects.channelsOf', { name: row['name'] }), [t])
  const hasPanels = mayDo(account, resourceOf('channels'), 'view')
  const { id, opened, panels, close } = usePanels(label)
  return (
    <div className={pair}>
      <ResourceTable
        of={apps}
        where={{ projectId: project.id }}
        owner="projects apps"
        columns={COLUMNS}
        openHref={(app) => showHref('apps', app.id)}
        {...(editHref ? { editHref: (app: Row) => editHref(app.id) } : {})}
        createHref={createHref('apps', { clientId: project.ClientId, projectId: project.id }, here())}
        createButton
        panels={hasPanels ? panels : undefined}
      />
      {opened && <ChannelsPanel id={id} app={opened} label={label(opened)} onClose={close} />}
    </div>
  )
}

const pair = css({
  display: 'flex',
  flexDirection: { base: 'row', _tablet: 'column' },
  flex: '1',
  minHeight: '0',
  minWidth: '0',
})
