import { useLocation } from 'wouter'
import type { Client } from '@tocsin/core/resources/clients/types'
import { mayDo } from '@tocsin/core/permissions'
import { useAccount } from '../../data/account'
import { resourceOf } from '../../data/nouns'
import { ResourceForm } from '../../form/resource-form'
import { listHref, showHref } from '../../navigation/hrefs'
import { LockedBanner } from '../../shell/banners'
import { useT } from '../../words'
import { RecordPage, type RecordTab } from '../record-page'
import { lockText } from '../lock-text'
import { WithRecord } from '../with-record'
import type { RecordProps } from '../index'
import { ClientList } from './client-list'

/** A client's settings: its summary to be changed, and what registration needs (CLIENT-13, as far as the nouns stand). */
export default function ClientEdit({ resource, id }: RecordProps) {
  const t = useT()
  const account = useAccount()
  const [, navigate] = useLocation()
  const back = showHref('clients', id)
  return (
    <WithRecord resource={resource} id={id}>
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
                onSaved={() => navigate(back)}
                onCancel={() => navigate(back)}
              />
            ),
          },
          ...(mayDo(account, resourceOf('registration-codes'), 'view')
            ? [
                {
                  name: 'registration-codes',
                  label: t('resources.registration-codes.names'),
                  fills: true,
                  content: () => <ClientList client={client} noun="registration-codes" />,
                },
              ]
            : []),
        ]
        return (
          <>
            <LockedBanner client={client} />
            <RecordPage
              resource={resource}
              row={row}
              up={back}
              editing
              crumbs={[
                { label: t('resources.clients.names'), href: listHref('clients') },
                { label: client.name, href: back },
              ]}
              tabs={tabs}
            />
          </>
        )
      }}
    </WithRecord>
  )
}
