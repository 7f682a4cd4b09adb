import type { Project } from '@tocsin/core/resources/projects/types'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { useAccount } from '../../data/account'
import { resourceOf } from '../../data/resources'
import { createHref, editAndBackHref, here, listHref, showHref } from '../../navigation/hrefs'
import { SitesMap } from '../sites/parts'
import { RecordFacts } from '../../record/record-facts'
import { RecordHistory } from '../../record/record-history'
import { ResourceTable } from '../../table/resource-table'
import { useT } from '../../words'
import { beside, column } from '../../pages/columns'
import { RecordPage, type RecordTab } from '../../pages/record-page'
import { WithRecord } from '../../pages/with-record'
import type { RecordProps } from '../../pages/screen'

/** A project: its data, the map of its sites, and its apps (PROJ-06, PROJ-07). */
export default function ProjectShow({ resource, id }: RecordProps) {
  const t = useT()
  const account = useAccount()
  const apps = resourceOf('apps')
  return (
    <WithRecord resource={resource} id={id}>
      {(row) => {
        const project = row as unknown as Project
        const create = createHref('apps', { clientId: project.ClientId, projectId: id }, here())
        const tabs: RecordTab[] = [
          {
            name: 'summary',
            label: t('screens.summary'),
            content: () => (
              <div className={beside}>
                <SitesMap where={{ ProjectId: id }} />
                <div className={column}>
                  <RecordFacts of={resource} row={row} names={['name', 'description', 'ClientId']} />
                  <RecordHistory of={resource} row={row} />
                </div>
              </div>
            ),
          },
          ...(mayDo(account, apps, 'view')
            ? [
                {
                  name: 'apps',
                  label: t('resources.apps.names'),
                  scrollsItself: true,
                  content: () => (
                    <ResourceTable
                      of={apps}
                      where={{ projectId: id }}
                      owner="projects apps"
                      openHref={(app) => showHref('apps', app.id)}
                      {...(mayDo(account, apps, 'update')
                        ? { editHref: (app: { id: number }) => editAndBackHref('apps', app.id) }
                        : {})}
                      createHref={create}
                    />
                  ),
                },
              ]
            : []),
        ]
        return (
          <RecordPage
            resource={resource}
            row={row}
            crumbs={[{ label: t('resources.projects.names'), href: listHref('projects') }]}
            editLabel={t('screens.configure')}
            tabs={tabs}
          />
        )
      }}
    </WithRecord>
  )
}
