import { useCallback, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { App } from '@tocsin/core/resources/apps/types'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { Command } from '../../commands/command'
import { CommandButton } from '../../commands/command-button'
import { refusalOf } from '../../commands/why'
import { useAccount } from '../../data/account'
import { resourceOf } from '../../data/resources'
import type { Row } from '../../data/row'
import { clientTabHref } from '../../navigation/client-tabs'
import { listHref } from '../../navigation/hrefs'
import { isChanged, useSavable } from '../../navigation/leave'
import { savedFirst } from '../../navigation/leave-questions'
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

/** The name of the tab on which an app is published. */
const VERSIONS = 'versions'

/** An app: its settings with the live preview, its channels and its versions (APP-07, APP-08). */
export default function AppShow({ resource, id }: RecordProps) {
  return (
    <WithRecord resource={resource} id={id}>
      {(row) => <AppPage resource={resource} row={row} />}
    </WithRecord>
  )
}

function AppPage({ resource, row }: { resource: Resource; row: Row }) {
  const t = useT()
  const account = useAccount()
  const app = row as unknown as App
  const { adapt, isPublishing, published } = usePublishing(resource, row)
  const saving = useDialog(SAVE)
  // A form with unsaved changes stays where the client is locked meanwhile, and refuses to save.
  const mayChange = mayDo(account, resource, 'update', row) && (lockText(resource, row, t) === null || isChanged())
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
      name: VERSIONS,
      label: t('apps.versions'),
      scrollsItself: true,
      content: () => <AppVersions app={app} toPublish={isPublishing} atForm={published} />,
    },
  ]
  return (
    <>
      <RecordPage
        resource={resource}
        row={row}
        about={app.description ?? undefined}
        up={mayDo(account, resourceOf('clients'), 'view') ? clientTabHref(app.clientId, 'apps') : listHref('apps')}
        crumbs={[{ label: t('resources.apps.names'), href: listHref('apps') }]}
        badge={
          <Chip tone="outlined">
            {app.publishedVersion === null
              ? t('apps.unpublished')
              : t('apps.published', { version: app.publishedVersion })}
          </Chip>
        }
        actions={(commandOf) => <CommandButton command={commandOf('publish')} />}
        adapt={adapt}
        tabs={tabs}
      />
      {saving.asked !== null && mayDo(account, resourceOf('templates'), 'create') && (
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
}

/**
 * Makes the command of the page that publishes: it leads to the draft's changes and the comment on them. Unsaved
 * settings are saved before, since only what is saved is published.
 */
function usePublishing(resource: Resource, row: Row) {
  const [query, setQuery] = useSearchParams()
  const [isPublishing, publishing] = useState(false)
  // Nobody who has left the versions wants to publish any more.
  if (isPublishing && query.get('tab') !== VERSIONS) publishing(false)
  const savable = useSavable()
  const lead = useCallback(async () => {
    if (!(await savedFirst())) return
    setQuery(
      (before) => {
        const next = new URLSearchParams(before)
        next.set('tab', VERSIONS)
        return next
      },
      { replace: true },
    )
    publishing(true)
  }, [setQuery])
  const adapt = useCallback(
    (command: Command): Command => {
      if (command.id !== 'apps.publish') return command
      const { blocked, danger: _, ...rest } = command
      // Where nothing is new, the unsaved settings may be.
      const mayBeNew = savable && refusalOf(resource, 'publish', row)?.obstacle === 'state'
      return {
        ...rest,
        ...(mayBeNew ? {} : { blocked: blocked ?? null }),
        key: 'publish',
        label: (t) => t(savable ? 'apps.saveAndPublish' : 'apps.publish'),
        asks: [],
        run: lead,
      }
    },
    [resource, row, savable, lead],
  )
  return { adapt, isPublishing, published: useCallback(() => publishing(false), []) }
}
