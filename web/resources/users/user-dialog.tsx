import type { Client } from '@tocsin/core/resources/clients/types'
import { lockedText } from '../../data/locked-clients'
import { resourceOf } from '../../data/resources'
import { RecordDialog } from '../../form/record-dialog'
import { useT } from '../../words'
import { UserForm } from './user-form'

type Props = {
  client: Client
  /** The user to edit; null to create one. */
  id: number | null
  /** The address that opens the dialog again, with the typed values. */
  href: string
  onClose: () => void
}

/** Creates or edits a user of a client in a dialog over the client's page (CLIENT-19, USERS-23). */
export function UserDialog({ client, ...dialog }: Props) {
  const t = useT()
  return (
    <RecordDialog resource={resourceOf('users')} {...dialog}>
      {(form) => <UserForm {...form} within={client} locked={lockedText(client, t)} />}
    </RecordDialog>
  )
}
