import type { User } from '@tocsin/core/resources/users/types'
import { resourceOf } from '../../data/resources'
import { labelOf } from '../../record/field-at'
import { Card } from '../../ui/card'
import { Facts } from '../../ui/facts'
import { useT } from '../../words'
import { MaskedToken } from './masked-token'
import './words'

/** The sign-in of a user: the password, the second step, and the token of a program. */
export function SignInFacts({ user }: { user: User }) {
  const t = useT()
  const users = resourceOf('users')
  return (
    <Card title={t('people.security')}>
      <Facts
        rows={{
          [labelOf(users, 'password', t)]: t(user.hasPassword ? 'people.hasPassword' : 'people.noPassword'),
          [t('people.secondStep')]:
            user.mfaMethod.length > 0
              ? user.mfaMethod.map((method) => t(`people.methods.${method}`)).join(', ')
              : t('people.noSecondStep'),
          ...(user.apiToken ? { [labelOf(users, 'apiToken', t)]: <MaskedToken token={user.apiToken} /> } : {}),
        }}
      />
    </Card>
  )
}
