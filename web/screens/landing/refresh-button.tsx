import { capsOf } from '../../keys/show'
import { keyboard } from '../../keys/use-keys'
import { Button } from '../../ui/button'
import { useT } from '../../words'
import { readAgain } from './use-steps'

/** Reads the start page again. */
export function RefreshButton() {
  const t = useT()
  return (
    <Button icon="refreshCw" keys={capsOf('r', keyboard)} onClick={readAgain}>
      {t('screens.refresh')}
    </Button>
  )
}
