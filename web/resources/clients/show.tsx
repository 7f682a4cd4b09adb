import type { ReactNode } from 'react'
import type { Client } from '@tocsin/core/resources/clients/types'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { ResourceName } from '@tocsin/core/resources/index'
import type { PlaceResourceName } from '@tocsin/core/resources/site-type'
import { CommandButton } from '../../commands/command-button'
import { define, type At } from '../../commands/define'
import { useAccount } from '../../data/account'
import { usePlaygroundView } from '../../data/playground-view'
import { resourceOf } from '../../data/resources'
import { markStale } from '../../data/query'
import { CLIENT_TABS, type ClientTab } from '../../navigation/client-tabs'
import { listHref } from '../../navigation/hrefs'
import { Button } from '../../ui/button'
import { useT } from '../../words'
import { RecordPage, type RecordTab } from '../../pages/record-page'
import { OpenedClient } from './opened-client'
import type { RecordProps } from '../../pages/screen'
import { ClientLicenses } from './client-licenses'
import { ClientList } from './client-list'
import { ClientProjects } from './client-projects'
import { ClientProviders } from './client-providers'
import { ClientUsers } from './client-users'
import { Playground } from './playground/playground'
import { PlaceTable } from '../sites/parts'
import { ClientState } from './client-state'
import { ClientSummary } from './client-summary'

const WITH_PROJECT = { withProject: true }

/** The tabs that list records of a client, with their resource and content. */
type ListTab = Exclude<ClientTab, 'summary' | 'playground'>
const TAB_LISTS: Readonly<Record<ListTab, { resource: ResourceName; content: (client: Client) => ReactNode }>> = {
  projects: { resource: 'projects', content: (client) => <ClientProjects client={client} /> },
  sites: { resource: 'sites', content: (client) => <ClientPlaces client={client} resource="sites" /> },
  teams: { resource: 'teams', content: (client) => <ClientPlaces client={client} resource="teams" /> },
  providers: { resource: 'monitoring-providers', content: (client) => <ClientProviders client={client} /> },
  apps: { resource: 'apps', content: (client) => <ClientList client={client} resource="apps" asks={WITH_PROJECT} /> },
  users: { resource: 'users', content: (client) => <ClientUsers client={client} /> },
  licenses: { resource: 'license-comments', content: (client) => <ClientLicenses client={client} /> },
}

const ClientPlaces = ({ client, resource }: { client: Client; resource: PlaceResourceName }) => (
  <PlaceTable
    resource={resource}
    clientId={client.id}
    locked={client.locked ? client.name : null}
    owner={`clients ${resource}`}
    buttons
  />
)

/** A client: its summary with the map of its sites, and everything that belongs to it. */
export default function ClientShow({ resource, id }: RecordProps) {
  const t = useT()
  const account = useAccount()
  const hasPlayground = usePlaygroundView()
  return (
    <OpenedClient resource={resource} id={id}>
      {(row) => {
        const client = row as unknown as Client
        const tabs = CLIENT_TABS.flatMap((name): RecordTab[] => {
          const list = name === 'summary' || name === 'playground' ? undefined : TAB_LISTS[name]
          if (list) {
            // Each tab requires its own permission.
            if (!mayDo(account, resourceOf(list.resource), 'view')) return []
            const label = t(`resources.${list.resource}.names`)
            return [{ name, label, scrollsItself: true, content: () => list.content(client) }]
          }
          if (name === 'summary')
            return [{ name, label: t('screens.summary'), content: () => <ClientSummary client={client} /> }]
          if (!hasPlayground) return []
          return [
            { name, label: t('screens.playground'), content: () => <Playground key={client.id} client={client} /> },
          ]
        })
        const at: At = { group: 'record', targets: { kind: 'rows', rows: [row] } }
        const lock = define(resource, client.locked ? 'unlock' : 'lock', at, account)
        return (
          <RecordPage
            resource={resource}
            row={row}
            crumbs={[{ label: t('resources.clients.names'), href: listHref('clients') }]}
            badge={<ClientState client={client} />}
            actions={
              <>
                {account.userType !== 'client' && <CommandButton command={lock} />}
                <Button icon="refreshCw" iconOnly keys={['R']} onClick={() => void markStale('clients')}>
                  {t('screens.refresh')}
                </Button>
              </>
            }
            editLabel={t('screens.settings')}
            tabs={tabs}
            knownTabs={CLIENT_TABS}
          />
        )
      }}
    </OpenedClient>
  )
}
