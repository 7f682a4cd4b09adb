import { Redirect, useLocation, useSearchParams } from 'wouter'
import { useAccount } from '../../data/account'
import { listHref, safeRedirect, showHref } from '../../navigation/hrefs'
import { leaveTo } from '../../navigation/leave-to'
import { UserForm } from './user-form'
import { usePreferences } from '../../preferences'
import { titleOf } from '../../record/record-name'
import { Page } from '../../pages/page'
import { useT } from '../../words'
import { Changeable } from '../../pages/changeable'
import { WithRecord } from '../../pages/with-record'
import type { RecordProps } from '../../pages/screen'

/** The page that edits another user. Users change their own name and password on the profile page. */
export default function UserEdit({ resource, id }: RecordProps) {
  const t = useT()
  const account = useAccount()
  const { locale } = usePreferences()
  const [, navigate] = useLocation()
  const [query] = useSearchParams()
  const back = safeRedirect(query.get('redirect')) ?? showHref('users', id)
  if (id === account.id) return <Redirect to="/profile" replace />
  return (
    <WithRecord resource={resource} id={id}>
      {(row) => {
        const name = titleOf(resource, row, t, locale)
        return (
          // A user with wider rights cannot be changed either (T15).
          <Changeable resource={resource} row={row}>
            {(locked) => (
              <Page
                title={t('form.editTitle', { name })}
                crumbs={[
                  { label: t('resources.users.names'), href: listHref('users') },
                  { label: name, href: showHref('users', id) },
                ]}
              >
                <UserForm
                  record={row}
                  locked={locked}
                  onSaved={() => leaveTo(back, navigate)}
                  onCancel={() => leaveTo(back, navigate)}
                />
              </Page>
            )}
          </Changeable>
        )
      }}
    </WithRecord>
  )
}
