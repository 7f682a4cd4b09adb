import { Suspense, useState } from 'react'
import type { Profile } from '@tocsin/core/api/session'
import { later } from '../rest'
import { useT } from '../words'
import { accountLabel, avatar, initialsOf } from '../ui/avatar'

const AccountMenu = later(() => import('./account-menu'))

/** The button of the account. The first press loads the menu, which replaces this button by its own. */
export function AccountButton({ account }: { account: Profile }) {
  const t = useT()
  const [asked, setAsked] = useState(false)
  const button = (
    <button
      type="button"
      className={avatar}
      aria-haspopup="menu"
      aria-label={accountLabel(account, t)}
      data-initials={initialsOf(account.name || account.username)}
      onClick={() => setAsked(true)}
    />
  )
  if (!asked) return button
  return (
    <Suspense fallback={button}>
      <AccountMenu account={account} />
    </Suspense>
  )
}
