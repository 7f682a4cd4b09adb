import { useLocation, useSearchParams } from 'wouter'
import type { Client } from '@tocsin/core/resources/clients/types'
import { resourceOf } from '../../data/nouns'
import { RecordDialog } from '../../form/record-dialog'
import { ProviderForm } from '../../providers/provider-form'
import { useT } from '../../words'
import { ClientList } from './client-list'
import { dialogHref, idAsked } from './dialog-href'

const DIALOG = 'provider'
const COLUMNS = ['name', 'providerType', 'active']

/** The monitoring providers of a client, made and changed in dialogs that close after a failure as well (PROV-17). */
export function ClientProviders({ client }: { client: Client }) {
  const t = useT()
  const [, navigate] = useLocation()
  const [query] = useSearchParams()
  const asked = query.get(DIALOG)
  const id = idAsked(asked)
  return (
    <>
      <ClientList
        client={client}
        noun="monitoring-providers"
        columns={COLUMNS}
        filters={['providerType']}
        create={dialogHref(DIALOG, 'new')}
        edit={(provider) => dialogHref(DIALOG, String(provider))}
      />
      {(asked === 'new' || id !== null) && (
        <RecordDialog
          key={asked}
          resource={resourceOf('monitoring-providers')}
          id={id}
          href={dialogHref(DIALOG, asked)}
          onClose={() => navigate(dialogHref(DIALOG, null), { replace: true })}
        >
          {(form) => (
            <ProviderForm
              {...form}
              inClient
              given={{ ClientId: client.id }}
              locked={client.locked ? t('shell.locked', { name: client.name }) : null}
            />
          )}
        </RecordDialog>
      )}
    </>
  )
}
