import { useLocation, useSearchParams } from 'wouter'
import type { Client } from '@tocsin/core/resources/clients/types'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { ResourceName } from '@tocsin/core/resources/index'
import { useAccount } from '../../data/account'
import { resourceInUse, useHandlers } from '../../data/handlers-v2'
import { resourceOf } from '../../data/resources'
import { ResourceForm } from '../../form/resource-form'
import { listHref, safeRedirect, showHref } from '../../navigation/hrefs'
import { leaveTo } from '../../navigation/leave-to'
import { useT } from '../../words'
import { RecordPage, type RecordTab } from '../../pages/record-page'
import { lockText } from '../../pages/lock-text'
import { OpenedClient } from './opened-client'
import type { RecordProps } from '../../pages/screen'
import { ClientList } from './client-list'
import { ClientState } from './client-state'

/** The lists for registration and the terms, in the specified order (CLIENT-13); handlers are those in use. */
const EDIT_TABS: readonly ResourceName[] = [
  'registration-codes',
  'registration-handlers',
  'registration-forms',
  'registration-data-schemas',
  'terms',
]

/** A client's settings: the form of its summary, and the lists for registration and the terms (CLIENT-13). */
export default function ClientEdit({ resource, id }: RecordProps) {
  const t = useT()
  const account = useAccount()
  useHandlers()
  const [, navigate] = useLocation()
  const [query] = useSearchParams()
  const back = showHref('clients', id)
  const leave = () => leaveTo(safeRedirect(query.get('redirect')) ?? back, navigate)
  return (
    <OpenedClient resource={resource} id={id}>
      {(row) => {
        const client = row as unknown as Client
        const tabs: RecordTab[] = [
          {
            name: 'summary',
            label: t('screens.summary'),
            content: () => (
              <ResourceForm
                of={resource}
                record={row}
                only={['name', 'nickname', 'active', 'config']}
                locked={lockText(resource, row, t)}
                onSaved={leave}
                onCancel={leave}
              />
            ),
          },
          ...EDIT_TABS.map((name) => ({ name, resourceName: resourceInUse(name) as ResourceName }))
            .filter(({ resourceName }) => mayDo(account, resourceOf(resourceName), 'view'))
            .map(({ name, resourceName }): RecordTab => ({
              // The tab of the handlers has one name in the address, whichever kind is in use.
              name,
              label: t(`resources.${resourceName}.names`),
              scrollsItself: true,
              content: () => <ClientList client={client} resource={resourceName} />,
            })),
        ]
        return (
          <RecordPage
            resource={resource}
            row={row}
            up={back}
            editing
            badge={<ClientState client={client} />}
            crumbs={[
              { label: t('resources.clients.names'), href: listHref('clients') },
              { label: client.name, href: back },
            ]}
            tabs={tabs}
          />
        )
      }}
    </OpenedClient>
  )
}
