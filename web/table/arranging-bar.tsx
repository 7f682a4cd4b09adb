import { css } from 'styled-system/css'
import { Button } from '../ui/button'
import { Icon } from '../ui/icon'
import { useT } from '../words'
import type { ArrangingStep } from './arranging'

type Props = {
  name: string
  place: string
  /** The number of rows that move with the lifted one. */
  others: number
  onStep: (step: ArrangingStep) => void
  onDrop: () => void
  onPutBack: () => void
}

/** Shows where a lifted row is, with the keys and the buttons that move it. */
export function ArrangingBar({ name, place, others, onStep, onDrop, onPutBack }: Props) {
  const t = useT()
  return (
    <section className={bar} aria-label={t('table.arranging.lift', { name })}>
      <span className={text}>
        <Icon name="chevronsUpDown" />
        <strong className={strong}>{name}</strong>
        <span>{place}</span>
        {others > 0 && <span className={quiet}>{t('table.arranging.with', { count: others })}</span>}
      </span>
      <span className={buttons}>
        <Button icon="chevronUp" keys={['K']} onClick={() => onStep('up')}>
          {t('table.arranging.up')}
        </Button>
        <Button icon="chevronDown" keys={['J']} onClick={() => onStep('down')}>
          {t('table.arranging.down')}
        </Button>
        <Button look="primary" keys={[t('keys.names.Space')]} onClick={onDrop}>
          {t('table.arranging.drop')}
        </Button>
        <Button look="quiet" keys={['Esc']} onClick={onPutBack}>
          {t('table.arranging.putBack')}
        </Button>
      </span>
    </section>
  )
}

const bar = css({
  display: 'flex',
  alignItems: 'center',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: '2',
  flexShrink: '0',
  paddingInline: { base: '6', _narrow: '4' },
  paddingBlock: '2',
  borderTop: '1px solid token(colors.border.default)',
  background: 'bg.surface',
})
const text = css({ display: 'inline-flex', alignItems: 'center', flexWrap: 'wrap', gap: '2', minWidth: '0' })
const strong = css({ fontWeight: 'semibold', overflowWrap: 'anywhere' })
const quiet = css({ color: 'fg.muted' })
const buttons = css({ display: 'inline-flex', flexWrap: 'wrap', gap: '2' })
