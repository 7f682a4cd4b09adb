import type { Ref } from 'react'
import { may } from '@tocsin/core/vocabulary/permissions'
import { roleChoices, userTypeChoices } from '@tocsin/core/vocabulary/roles'
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
  /** The user to edit; null to create one. */
  record: Row | null
  /** The values that the page gives a new user. */
  given?: Draft
  /** The client of the user, if the page determines it. */
  within?: Client
  /** The reason why nothing can be changed now, as a sentence. */
  locked?: string | null
  onSaved: (row: Row) => void
  onFailed?: (error: unknown) => void
  onCancel: () => void
  handle?: Ref<FormHandle>
}

/** The fields that are asked for together (W34). */
const FIELDS = {
  person: ['name', 'username', 'email', 'phone'],
  access: ['userType', 'role', 'ClientId', 'SiteId', 'MonitoringProviderId', 'ClientIds', 'active'],
  password: ['password', 'passwordConfirm'],
}

const typed = ({ password }: Draft): string => (typeof password === 'string' ? password : '')

/**
 * Creates or edits a user. The choices depend on the type of the user and on the viewer. The screens and the dialogs
 * share this form.
 */
export function UserForm({ record, given = {}, within, locked = null, onSaved, onFailed, onCancel, handle }: Props) {
  const t = useT()
  const account = useAccount()
  const types = userTypeChoices(account)
  const [own = 'client'] = types.includes(account.userType as (typeof types)[number]) ? [account.userType] : types
  const asksType = record !== null || (!within && types.length > 1)
  // The viewer's own monitoring provider would be the only choice, so the server fills it in.
  const isOwn = (name: string) =>
    record === null && name === 'MonitoringProviderId' && account.userType === 'monitoring-provider'
  // The type of a new user comes first, since everything else depends on it.
  const sections =
    record === null && asksType
      ? (['access', 'person', 'password'] as const)
      : (['person', 'access', 'password'] as const)
  const fixed = {
    ...(record && !may(account, 'users:update:role') ? { role: t('people.roleFixed') } : {}),
    ...(within && account.userType !== 'client' ? { ClientId: t('form.locked.given') } : {}),
    // A viewer who belongs to a site can choose only that site.
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
      sections={sections.map((name) => ({
        name,
        title: t(`people.sections.${name}`),
        only: FIELDS[name].filter((field) => (field === 'userType' ? asksType : !isOwn(field))),
      }))}
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
