import { useT } from '../words'
import { Dialog } from '../ui/dialog'
import { Sidebar } from './sidebar'

/** The sidebar on a screen too narrow for it. */
export default function MenuDrawer({ onClose }: { onClose: () => void }) {
  const t = useT()
  return (
    <Dialog open size="drawer" title={t('shell.menu')} onClose={onClose}>
      <Sidebar onGo={onClose} />
    </Dialog>
  )
}
