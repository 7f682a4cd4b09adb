import type { Client } from '@tocsin/core/resources/clients/types'
import { lockedText } from '../../data/locked-clients'
import { resourceOf } from '../../data/resources'
import { RecordDialog } from '../../form/record-dialog'
import { ProviderForm } from '../monitoring-providers/parts'
import { useT } from '../../words'
import { ClientList } from './client-list'
import { useDialog } from '../../pages/use-dialog'

const DIALOG = 'provider'
const COLUMNS = ['name', 'providerType', 'active']

/** A client's monitoring providers, created and edited in dialogs that close after a failure as well (PROV-17). */
export function ClientProviders({ client }: { client: Client }) {
  const t = useT()
  const { asked, create, edit, props } = useDialog(DIALOG)
  return (
    <>
      <ClientList
        client={client}
        resource="monitoring-providers"
        columns={COLUMNS}
        filters={['providerType']}
        create={create}
        edit={edit}
      />
      {asked !== null && (
        <RecordDialog key={asked} resource={resourceOf('monitoring-providers')} {...props}>
          {(form) => <ProviderForm {...form} inClient given={{ ClientId: client.id }} locked={lockedText(client, t)} />}
        </RecordDialog>
      )}
    </>
  )
}
