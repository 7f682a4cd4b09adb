import { css } from 'styled-system/css'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import { useAccount } from '../../data/account'
import { capsOf } from '../../keys/show'
import { keyboard } from '../../keys/use-keys'
import { Button } from '../../ui/button'
import { useT } from '../../words'
import type { Work } from './use-work'
import './words'

type Props = { alert: Alert; work: Work }

/** The actions on an alert; the one that its state asks for is the primary one. */
export function WorkButtons({ alert, work }: Props) {
  const t = useT()
  const { id } = useAccount()
  const isResolved = alert.resolvedAt !== null
  const why = isResolved ? t('resources.alerts.resolved') : null
  const isFree = alert.takenBy === null
  const look = (is: boolean) => (is ? 'primary' : 'default')
  return (
    <fieldset className={bar} aria-label={t('alerts.actions')}>
      <Button
        icon="userCheck"
        keys={['A']}
        look={look(!isResolved && isFree)}
        data-first={(!isResolved && isFree) || undefined}
        blocked={why ?? (alert.takenBy?.id === id ? t('alerts.alreadyMine', { id: alert.id }) : null)}
        onClick={() => work.take(alert)}
      >
        {t('alerts.take')}
      </Button>
      <Button icon="fileText" keys={['N']} onClick={() => work.note(alert)}>
        {t('alerts.note')}
      </Button>
      <Button icon="redo" keys={['M']} blocked={why} onClick={() => work.handOn(alert)}>
        {t('alerts.handOn')}
      </Button>
      {isResolved ? (
        <Button icon="undo" keys={REOPEN} look="primary" data-first onClick={() => work.reopen(alert)}>
          {t('alerts.reopen')}
        </Button>
      ) : (
        <Button
          icon="check"
          keys={['R']}
          look={look(!isFree)}
          data-first={!isFree || undefined}
          onClick={() => work.resolve(alert)}
        >
          {t('alerts.resolve')}
        </Button>
      )}
    </fieldset>
  )
}

const REOPEN = capsOf('Shift+R', keyboard)

const bar = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '1.5',
  // The words and the keys take the room beside a list; on a narrow screen there are no keys.
  '& svg': { display: { base: 'none', _narrow: 'block' } },
  _narrow: {
    display: 'grid',
    // Three beside each other while their words fit; with large text one below the other.
    gridTemplateColumns: '[repeat(auto-fit, minmax(min(100%, 6.25rem), 1fr))]',
    '& > button': { paddingInline: '1' },
    // The action that the state asks for comes first, and is the largest.
    '& > [data-first]': { gridColumn: '[1 / -1]', order: '-1', minHeight: '[48px]' },
  },
})
