import { useMemo } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { knownFrom } from '../../navigation/known'
import { listHref, safeRedirect, showHref, withRow } from '../../navigation/hrefs'
import { UserForm } from './user-form'
import { Page } from '../../pages/page'
import { useT } from '../../words'
import type { ListProps } from '../../pages/screen'

/** The page of a new user, with values from the address. It then returns to `redirect`, or opens the user. */
export default function UserCreate({ resource }: ListProps) {
  const t = useT()
  const [, navigate] = useLocation()
  const [query] = useSearchParams()
  const back = safeRedirect(query.get('redirect'))
  const known = useMemo(() => knownFrom(resource, query, null), [resource, query])
  return (
    <Page
      title={t('form.createTitle', { what: t('resources.users.name').toLowerCase() })}
      crumbs={[{ label: t('resources.users.names'), href: back ?? listHref('users') }]}
    >
      <UserForm
        record={null}
        given={known}
        onSaved={(row) => navigate(back ? withRow(back, row.id) : showHref('users', row.id), { replace: true })}
        onCancel={() => navigate(back ?? listHref('users'), { replace: true })}
      />
    </Page>
  )
}
