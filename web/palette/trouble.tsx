import { css } from 'styled-system/css'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { sentenceOf } from '../notices/sentence'
import { capsOf } from '../keys/show'
import { keyboard } from '../keys/use-keys'
import { Button } from '../ui/button'

type Props = {
  failure: unknown
  /** True where Enter in the field retries too, since there is no row to run. */
  isByEnter?: boolean
  onRetry: () => void
  /** Goes back to the field, the only other stop. */
  onLeave: () => void
  t: Translate
}

/** Shows why a search failed, with a button to retry it. */
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
        // The list around the button would handle Enter itself.
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
