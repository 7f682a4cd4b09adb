import { css } from 'styled-system/css'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import type { Person } from '@tocsin/core/api/profile'
import '../../accounts/words'
import { useAccount } from '../../data/account'
import { resourceOf } from '../../data/resources'
import { NoticeBox } from '../../ui/notice-box'
import { Page } from '../../pages/page'
import { Card } from '../../ui/card'
import { Facts } from '../../ui/facts'
import { addWords, useT } from '../../words'
import { WithRecord } from '../../pages/with-record'
import { MfaCard } from './mfa-card'
import { messages } from './messages'
import { NameForm } from './name-form'
import { PasswordForm } from './password-form'
import { SessionsCard } from './sessions-card'
import { TokensCard } from './tokens-card'

addWords('profile', messages)

/** One's own account: the name, the password, and how sign-in is verified (PROFILE-01). */
export default function Profile() {
  const account = useAccount()
  return (
    <WithRecord resource={resourceOf('users')} id={account.id} free>
      {(row) => <Own person={row as unknown as Person} />}
    </WithRecord>
  )
}

function Own({ person }: { person: Person }) {
  const t = useT()
  const account = useAccount()
  const { userType, role, impersonator, name: own, username } = account
  const blocked = impersonator ? t('profile.blocked.impersonating', { name: own || username }) : null
  return (
    <Page title={t('profile.title')}>
      <div className={column}>
        {!person.hasPassword && !blocked && <NoticeBox tone="warning">{t('accounts.noPassword')}</NoticeBox>}
        {blocked && <NoticeBox tone="warning">{blocked}</NoticeBox>}
        <Card title={t('profile.about')}>
          <Facts
            rows={{
              [t('resources.users.fields.username')]: <bdi>{person.username}</bdi>,
              [t('resources.users.fields.userType')]: t(`resources.users.choices.userType.${userType}`),
              [t('resources.users.fields.role')]: t(`roles.${userType}.${role}`),
            }}
          />
          <NameForm person={person} />
        </Card>
        <Card title={t('profile.password')}>
          <PasswordForm key={String(person.hasPassword)} person={person} blocked={blocked} />
        </Card>
        <Card title={t('profile.mfa')}>
          <MfaCard person={person} blocked={blocked ?? (person.hasPassword ? null : t('profile.blocked.noPassword'))} />
        </Card>
        <Card title={t('profile.sessions')}>
          <SessionsCard person={person} blocked={blocked} />
        </Card>
        {!blocked && mayDo(account, resourceOf('tokens'), 'view') && (
          <Card title={t('resources.tokens.names')}>
            <TokensCard />
          </Card>
        )}
      </div>
    </Page>
  )
}

const column = css({ display: 'grid', gridTemplateColumns: '[minmax(0, 1fr)]', gap: '6', maxWidth: 'form' })
