import type { Resource } from '@tocsin/core/vocabulary/resource'
import type { User } from '@tocsin/core/resources/users/types'
import { commandsAtHand } from '../../commands/at-hand'
import type { Row } from '../../data/row'
import { useAccount } from '../../data/account'
import { listHref } from '../../navigation/hrefs'
import { PermissionList } from './permission-list'
import { SignInFacts } from './sign-in-facts'
import { VerifiedChip } from './verified-chip'
import { RecordFacts } from '../../record/record-facts'
import { RecordHistory } from '../../record/record-history'
import { Button } from '../../ui/button'
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

/** Signing in as a user, and switching them on or off; neither is offered for oneself. */
function UserActs({ resource, row }: { resource: Resource; row: Row }) {
  const t = useT()
  const account = useAccount()
  if (row.id === account.id) return null
  return commandsAtHand(resource, row, account, { group: 'record' })
    .filter(({ id }) => SHOWN.has(id))
    .map(({ id, icon, key, blocked, run }) => (
      <Button
        key={id}
        icon={icon}
        keys={key === 'toggleActive' ? ['T'] : undefined}
        blocked={blocked && t(blocked.key, blocked.values)}
        onClick={() => void run({})}
      >
        {t(`resources.${id.replace('.', '.actions.')}`)}
      </Button>
    ))
}

const SHOWN = new Set(['users.loginAs', 'users.activate', 'users.deactivate'])
