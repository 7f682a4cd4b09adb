import type { Client } from '@tocsin/core/resources/clients/types'
import { lockedText } from '../../data/locked-clients'
import { resourceOf } from '../../data/resources'
import { RecordDialog } from '../../form/record-dialog'
import { useT } from '../../words'
import { UserForm } from './user-form'

type Props = {
  client: Client
  /** The user to change; null makes one. */
  id: number | null
  /** The address that opens the dialog again, with the typed values. */
  href: string
  onClose: () => void
}

/** A user of a client, made or changed without leaving the client (CLIENT-19, USERS-23). */
export function UserDialog({ client, ...dialog }: Props) {
  const t = useT()
  return (
    <RecordDialog resource={resourceOf('users')} {...dialog}>
      {(form) => <UserForm {...form} within={client} locked={lockedText(client, t)} />}
    </RecordDialog>
  )
}
