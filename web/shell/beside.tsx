import { useEffect } from 'react'
import { useAccount } from '../data/account'
import { hasWaiting } from '../resources/alerts/waiting'
import { SheetDialogs } from '../sheets/sheet-dialogs'
import { useT } from '../words'
import { PendingAlerts } from './pending-alerts'
import { Toasts } from './toasts'
import { useAccountNotices } from './use-account-notices'
import { WhichKey } from './which-key'

/**
 * The parts of the shell beside the page, which nobody needs before its first list: notices, dialogs, hints, the number of
 * pending alerts, and the actions that could not be sent.
 */
export default function Beside() {
  const t = useT()
  useAccountNotices()
  const { id } = useAccount()
  useEffect(() => {
    // They are sent from any screen, also by a page that was opened after the one that kept them.
    if (hasWaiting(id)) void import('../resources/alerts/act')
  }, [id])
  return (
    <>
      <Toasts />
      {/* The panel is above the notices, since the user asked for it. */}
      <WhichKey t={t} />
      <SheetDialogs />
      <PendingAlerts />
    </>
  )
}
