import type { Project } from '@tocsin/core/resources/projects/types'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { useAccount } from '../../data/account'
import { resourceOf } from '../../data/resources'
import { RecordDialog } from '../../form/record-dialog'
import { listHref } from '../../navigation/hrefs'
import { AppForm } from '../apps/parts'
import { SitesMap } from '../sites/parts'
import { RecordFacts } from '../../record/record-facts'
import { RecordHistory } from '../../record/record-history'
import { useT } from '../../words'
import { beside, column } from '../../pages/columns'
import { lockText } from '../../pages/lock-text'
import { RecordPage, type RecordTab } from '../../pages/record-page'
import { useDialog } from '../../pages/use-dialog'
import { WithRecord } from '../../pages/with-record'
import type { RecordProps } from '../../pages/screen'
import { APP_DIALOG } from './app-dialog'
import { ProjectApps } from './project-apps'

/** A project: its data, the map of its sites, and its apps (PROJ-06, PROJ-07, PROJ-09). */
export default function ProjectShow({ resource, id }: RecordProps) {
  const t = useT()
  const account = useAccount()
  const apps = resourceOf('apps')
  // The settings of an app are a drawer over any tab.
  const { edit, props: dialog } = useDialog(APP_DIALOG)
  const mayEdit = mayDo(account, apps, 'update')
  return (
    <WithRecord resource={resource} id={id}>
      {(row) => {
        const project = row as unknown as Project
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
                  content: () => <ProjectApps project={project} editHref={mayEdit ? edit : undefined} />,
                },
              ]
            : []),
        ]
        return (
          <>
            <RecordPage
              resource={resource}
              row={row}
              crumbs={[{ label: t('resources.projects.names'), href: listHref('projects') }]}
              editLabel={t('screens.configure')}
              tabs={tabs}
            />
            {mayEdit && dialog.id !== null && (
              <RecordDialog key={dialog.id} resource={apps} size="drawer" {...dialog}>
                {({ record, ...form }) =>
                  record && <AppForm {...form} of={apps} record={record} locked={lockText(apps, record, t)} />
                }
              </RecordDialog>
            )}
          </>
        )
      }}
    </WithRecord>
  )
}
