import { useAtomValue } from 'jotai/react'
import { CheatSheet } from './cheat-sheet'
import { keyboard } from '../keys/use-keys'
import { useT } from '../words'
import { Dialog } from '../ui/dialog'
import { closeHelp, helpAtom } from '../keys/help'

/** The dialog of the keys that work here and now. */
export default function HelpDialog() {
  const t = useT()
  const active = useAtomValue(helpAtom)
  return (
    <Dialog open size="wide" title={t('shell.keys')} closeLabel={t('acts.close')} onClose={closeHelp}>
      <CheatSheet active={active ?? []} mac={keyboard.mac} t={t} />
    </Dialog>
  )
}
