import type { Draft } from '@tocsin/core/resource'
import { may } from '@tocsin/core/permissions'
import type { Row } from '../acts/targets'
import { useAccount } from '../data/account'
import { resourceOf } from '../data/nouns'
import { ResourceForm } from '../form/resource-form'
import { useT } from '../words'
import './words'

type Props = {
  /** Null makes a new user. */
  record: Row | null
  /** What the place it is made in gives. */
  given?: Draft
  /** Why nothing can be changed now, as a sentence. */
  locked?: string | null
  onSaved: (row: Row) => void
  onCancel: () => void
}

const PERSON = ['name', 'username', 'email', 'phone', 'userType', 'role', 'ClientId', 'SiteId', 'ClientIds', 'active']
const PASSWORD = ['password', 'passwordConfirm']

/**
 * A user, to be made or changed: what may be chosen hangs on the kind of user, and on who chooses. One form for the
 * screens and the dialogs.
 */
export function UserForm({ record, given = {}, locked = null, onSaved, onCancel }: Props) {
  const t = useT()
  const account = useAccount()
  const users = resourceOf('users')
  return (
    <ResourceForm
      of={users}
      record={record}
      where={given}
      only={[...PERSON, ...PASSWORD]}
      locked={locked}
      fixed={record && !may(account, 'users:update:role') ? { role: t('people.roleFixed') } : {}}
      notes={record ? { password: () => t('people.passwordKept') } : {}}
      onSaved={onSaved}
      onCancel={onCancel}
    />
  )
}
