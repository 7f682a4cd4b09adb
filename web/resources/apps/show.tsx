import type { App } from '@tocsin/core/resources/apps/types'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { CommandButton } from '../../commands/command-button'
import { define } from '../../commands/define'
import { useAccount } from '../../data/account'
import { resourceOf } from '../../data/resources'
import { clientTabHref } from '../../navigation/client-tabs'
import { listHref } from '../../navigation/hrefs'
import { isChanged } from '../../navigation/leave'
import { lockText } from '../../pages/lock-text'
import { RecordPage, type RecordTab } from '../../pages/record-page'
import type { RecordProps } from '../../pages/screen'
import { useDialog } from '../../pages/use-dialog'
import { WithRecord } from '../../pages/with-record'
import { Chip } from '../../ui/chip'
import { useT } from '../../words'
import { AppVersions } from '../app-versions/parts'
import { SAVE, TemplateDialog } from '../templates/parts'
import { AppChannels } from './channels'
import { AppSettings } from './settings'
import '../record-commands'
import './words'

/** An app: its settings with the live preview, its channels and its versions (APP-07, APP-08). */
export default function AppShow({ resource, id }: RecordProps) {
  const t = useT()
  const account = useAccount()
  const saving = useDialog(SAVE)
  return (
    <WithRecord resource={resource} id={id}>
      {(row) => {
        const app = row as unknown as App
        // A form with unsaved changes stays where the client is locked meanwhile, and refuses to save.
        const mayChange =
          mayDo(account, resource, 'update', row) && (lockText(resource, row, t) === null || isChanged())
        const tabs: RecordTab[] = [
          {
            name: 'settings',
            label: t('apps.settings'),
            isForm: mayChange,
            content: () => <AppSettings resource={resource} row={row} mayChange={mayChange} />,
          },
          ...(mayDo(account, resourceOf('channels'), 'view')
            ? [
                {
                  name: 'channels',
                  label: t('resources.channels.names'),
                  scrollsItself: true,
                  content: () => <AppChannels row={row} />,
                },
              ]
            : []),
          {
            name: 'versions',
            label: t('apps.versions'),
            scrollsItself: true,
            content: () => <AppVersions app={app} />,
          },
        ]
        return (
          <>
            <RecordPage
              resource={resource}
              row={row}
              about={app.description ?? undefined}
              up={
                mayDo(account, resourceOf('clients'), 'view') ? clientTabHref(app.clientId, 'apps') : listHref('apps')
              }
              crumbs={[{ label: t('resources.apps.names'), href: listHref('apps') }]}
              badge={
                <Chip tone="outlined">
                  {app.publishedVersion === null
                    ? t('apps.unpublished')
                    : t('apps.published', { version: app.publishedVersion })}
                </Chip>
              }
              actions={
                <CommandButton
                  command={define(
                    resource,
                    'publish',
                    { group: 'record', targets: { kind: 'rows', rows: [row] } },
                    account,
                  )}
                />
              }
              tabs={tabs}
            />
            {saving.asked !== null && (
              <TemplateDialog
                key={saving.asked}
                app={app}
                versionId={saving.props.id}
                href={saving.props.href}
                onClose={saving.props.onClose}
              />
            )}
          </>
        )
      }}
    </WithRecord>
  )
}
