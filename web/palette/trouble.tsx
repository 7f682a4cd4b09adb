import { css } from 'styled-system/css'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { sentenceOf } from '../notices/sentence'
import { capsOf } from '../keys/show'
import { keyboard } from '../keys/use-keys'
import { Button } from '../ui/button'

type Props = {
  failure: unknown
  /** Enter in the field does the same, where no row is there that it would run. */
  isByEnter?: boolean
  onRetry: () => void
  /** Back to the field, which is all else there is to go to. */
  onLeave: () => void
  t: Translate
}

/** Why something could not be looked through, and the way to try it once more. */
export const Trouble = ({ failure, isByEnter = false, onRetry, onLeave, t }: Props) => (
  <div className={line}>
    <p className={trouble} role="alert">
      {t('notices.couldNotLoadData')} {sentenceOf(failure, t)}
    </p>
    <Button
      size="small"
      keys={isByEnter ? capsOf('Enter', { mac: keyboard.mac }) : undefined}
      onClick={onRetry}
      data-retry=""
      onKeyDown={(event) => {
        // The list around it would take Enter for its own.
        event.stopPropagation()
        if (event.key !== 'Tab') return
        event.preventDefault()
        onLeave()
      }}
    >
      {t('palette.again')}
    </Button>
  </div>
)

const line = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3' })
const trouble = css({ flex: '1', minWidth: '0', margin: '0', color: 'danger.fg', overflowWrap: 'anywhere' })
