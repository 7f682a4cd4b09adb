import type { User } from '@tocsin/core/resources/users/types'
import { listHref } from '../../navigation/hrefs'
import { PermissionList } from '../../people/permission-list'
import { SignInFacts } from '../../people/sign-in-facts'
import { VerifiedChip } from '../../people/verified-chip'
import { RecordFacts } from '../../record/record-facts'
import { RecordHistory } from '../../record/record-history'
import { useT } from '../../words'
import { beside, column } from '../columns'
import { RecordPage } from '../record-page'
import { WithRecord } from '../with-record'
import type { RecordProps } from '../index'

const FACTS = ['name', 'username', 'email', 'phone', 'userType', 'role', 'createdAt']
/** Those of a kind of user alone, where they are given. */
const BELONGINGS = ['ClientId', 'SiteId', 'ClientIds']

/** A user: who it is, how they sign in, what they may do, and what was done to them. */
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
            tabs={[
              {
                name: 'summary',
                label: t('screens.summary'),
                content: () => (
                  <div className={beside}>
                    <div className={column}>
                      <RecordFacts
                        of={resource}
                        row={row}
                        names={[...FACTS, ...belongings]}
                        beside={{
                          email: <VerifiedChip verified={user.emailVerified} />,
                          ...(user.phone ? { phone: <VerifiedChip verified={user.phoneVerified} /> } : {}),
                        }}
                      />
                      <SignInFacts user={user} />
                      <RecordHistory of={resource} row={row} />
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
