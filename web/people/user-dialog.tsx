import { useEffect, useRef } from 'react'
import type { Client } from '@tocsin/core/resources/clients/types'
import { nameOf } from '../acts/run-action'
import type { Row } from '../acts/targets'
import { toastFailure } from '../acts/toast'
import { resourceOf } from '../data/nouns'
import { useRecord } from '../data/hooks'
import type { FormHandle } from '../form/resource-form'
import { go } from '../navigation/go'
import { Dialog } from '../ui/dialog'
import { Waiting } from '../shell/waiting'
import { useT } from '../words'
import { UserForm } from './user-form'

type Props = {
  client: Client
  /** The user that is changed; null makes one. */
  id: number | null
  /** Where the dialog opens again, with what was typed. */
  href: string
  onClose: () => void
}

/** A user of a client, made or changed without leaving the client (CLIENT-19, USERS-23). */
export function UserDialog({ client, id, href, onClose }: Props) {
  const t = useT()
  const users = resourceOf('users')
  const form = useRef<FormHandle>(null)
  const { data, error } = useRecord(users, id ?? 0, { enabled: id !== null })
  const record = (data ?? null) as Row | null
  useEffect(() => {
    if (!error || record) return
    onClose()
    toastFailure(error)
    // oxlint-disable-next-line react/exhaustive-deps -- it is told once
  }, [error])
  const noun = t('resources.users.name').toLowerCase()
  const title =
    id === null
      ? t('screens.createTitle', { noun })
      : t('screens.editTitle', { name: record ? nameOf(users, record) : noun })
  return (
    <Dialog
      title={title}
      open
      outside={false}
      size="form"
      onClose={() => (form.current ? form.current.cancel() : onClose())}
    >
      {id !== null && !record ? (
        <Waiting />
      ) : (
        <UserForm
          handle={form}
          record={record}
          within={client}
          locked={client.locked ? t('shell.locked', { name: client.name }) : null}
          onSaved={onClose}
          onCancel={onClose}
          onFailed={(failure) => {
            onClose()
            toastFailure(failure, (words) => words('form.failed'), {
              label: (words) => words('people.openAgain'),
              run: () => go(href),
            })
          }}
        />
      )}
    </Dialog>
  )
}
