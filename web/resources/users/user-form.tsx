import type { Ref } from 'react'
import { may, roleChoices, userTypeChoices } from '@tocsin/core/vocabulary/permissions'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import type { Client } from '@tocsin/core/resources/clients/types'
import type { Row } from '../../data/row'
import { useAccount } from '../../data/account'
import { resourceOf } from '../../data/resources'
import { ResourceForm, type FormHandle } from '../../form/resource-form'
import { PasswordHint } from '../../secrets/password-hint'
import { useT } from '../../words'
import './words'

type Props = {
  /** Null to make a new user. */
  record: Row | null
  /** Values given by the place where it is made. */
  given?: Draft
  /** The client of the user, if it is settled. */
  within?: Client
  /** The reason nothing can be changed now, as a sentence. */
  locked?: string | null
  onSaved: (row: Row) => void
  onFailed?: (error: unknown) => void
  onCancel: () => void
  handle?: Ref<FormHandle>
}

const FIELDS = [
  'name',
  'username',
  'email',
  'phone',
  'role',
  'ClientId',
  'SiteId',
  'MonitoringProviderId',
  'ClientIds',
  'active',
]
const PASSWORD = ['password', 'passwordConfirm']

const typed = ({ password }: Draft): string => (typeof password === 'string' ? password : '')

/**
 * Makes or changes a user: the choices depend on the kind of user, and on the viewer. One form serves the screens
 * and the dialogs.
 */
export function UserForm({ record, given = {}, within, locked = null, onSaved, onFailed, onCancel, handle }: Props) {
  const t = useT()
  const account = useAccount()
  const types = userTypeChoices(account)
  const [own = 'client'] = types.includes(account.userType as (typeof types)[number]) ? [account.userType] : types
  const asksType = record !== null || (!within && types.length > 1)
  // The viewer's own provider is the only choice: the server fills it in.
  const isOwn = (name: string) =>
    record === null && name === 'MonitoringProviderId' && account.userType === 'monitoring-provider'
  const fixed = {
    ...(record && !may(account, 'users:update:role') ? { role: t('people.roleFixed') } : {}),
    ...(within && account.userType !== 'client' ? { ClientId: t('form.locked.given') } : {}),
    // A viewer bound to a site can only give that site.
    ...(account.SiteId === null ? {} : { SiteId: t('form.locked.account') }),
  }
  return (
    <ResourceForm
      of={resourceOf('users')}
      record={record}
      where={{
        userType: own,
        ...given,
        ...(within ? { userType: 'client', ClientId: within.id } : {}),
        ...(account.SiteId === null ? {} : { SiteId: account.SiteId }),
      }}
      // The kind of user comes first: everything else depends on it.
      only={[...(asksType ? ['userType'] : []), ...FIELDS.filter((name) => !isOwn(name)), ...PASSWORD]}
      locked={locked}
      choices={(path, draft) =>
        path === 'userType' ? types : path === 'role' ? roleChoices(account, String(draft['userType'])) : undefined
      }
      // Only client managers have clients of their own.
      hides={(path, { role }) => path === 'ClientIds' && role !== 'clientManager'}
      fixed={fixed}
      notes={{
        password: ({ values }) => (
          <>
            {record && <p>{t('people.passwordKept')}</p>}
            <PasswordHint password={typed(values)} touched={typed(values) !== ''} />
          </>
        ),
      }}
      onSaved={onSaved}
      {...(onFailed ? { onFailed } : {})}
      onCancel={onCancel}
      {...(handle ? { handle } : {})}
    />
  )
}
