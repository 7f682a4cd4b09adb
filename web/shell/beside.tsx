import { SheetDialogs } from '../sheets/sheet-dialogs'
import { useT } from '../words'
import { PendingAlerts } from './pending-alerts'
import { Toasts } from './toasts'
import { useAccountNotices } from './use-account-notices'
import { WhichKey } from './which-key'

/** The parts of the shell beside the page, which nobody needs before its first list: notices, dialogs, hints, and the number of pending alerts. */
export default function Beside() {
  const t = useT()
  useAccountNotices()
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
