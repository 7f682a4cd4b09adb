import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { User } from '@tocsin/core/resources/users/types'
import { CommandButton } from '../../commands/command-button'
import { define, type At } from '../../commands/define'
import type { Row } from '../../data/row'
import { useAccount } from '../../data/account'
import { listHref } from '../../navigation/hrefs'
import { PermissionList } from './permission-list'
import { SignInFacts } from './sign-in-facts'
import { VerifiedChip } from './verified-chip'
import { RecordFacts } from '../../record/record-facts'
import { RecordHistory } from '../../record/record-history'
import { useT } from '../../words'
import { beside, column } from '../../pages/columns'
import { RecordPage } from '../../pages/record-page'
import { WithRecord } from '../../pages/with-record'
import type { RecordProps } from '../../pages/screen'

const FACTS = ['name', 'username', 'email', 'phone', 'userType', 'role', 'createdAt']
/** Fields of only some kinds of user, shown if they have a value. */
const BELONGINGS = ['ClientId', 'SiteId', 'MonitoringProviderId', 'ClientIds']

/** A user: their data, sign-in, permissions and history. */
export default function UserShow({ resource, id }: RecordProps) {
  const t = useT()
  return (
    <WithRecord resource={resource} id={id}>
      {(row) => {
        const user = row as unknown as User
        const belongings = BELONGINGS.filter((name) => {
          const value = row[name]
          return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined
        })
        return (
          <RecordPage
            resource={resource}
            row={row}
            crumbs={[{ label: t('resources.users.names'), href: listHref('users') }]}
            actions={<UserActs resource={resource} row={row} />}
            tabs={[
              {
                name: 'summary',
                label: t('screens.summary'),
                content: () => (
                  <div className={column}>
                    <div className={beside}>
                      <RecordFacts
                        of={resource}
                        row={row}
                        names={[...FACTS, ...belongings]}
                        beside={{
                          email: <VerifiedChip verified={user.emailVerified} />,
                          ...(user.phone ? { phone: <VerifiedChip verified={user.phoneVerified} /> } : {}),
                        }}
                      />
                      <div className={column}>
                        <SignInFacts user={user} />
                        <RecordHistory of={resource} row={row} />
                      </div>
                    </div>
                    <PermissionList permissions={user.permissions} />
                  </div>
                ),
              },
            ]}
          />
        )
      }}
    </WithRecord>
  )
}

/** The buttons that sign in as a user and switch the user on or off. None is shown for oneself. */
function UserActs({ resource, row }: { resource: Resource; row: Row }) {
  const account = useAccount()
  if (row.id === account.id) return null
  const at: At = { group: 'record', targets: { kind: 'rows', rows: [row] } }
  return ['loginAs', 'activate', 'deactivate'].map((action) => (
    <CommandButton key={action} command={define(resource, action, at, account)} />
  ))
}
