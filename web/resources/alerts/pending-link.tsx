import { Link } from 'wouter'
import { css } from 'styled-system/css'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import { resourceOf } from '../../data/resources'
import { useSelectedClient } from '../../data/selected-client'
import { listHref } from '../../navigation/hrefs'
import { usePreferences } from '../../preferences'
import { Chip } from '../../ui/chip'
import { Icon } from '../../ui/icon'
import { srOnly } from '../../ui/sr-only'
import { useT } from '../../words'
import { usePending } from './use-pending'
import './words'

type Props = {
  /** The id of the alert that is open: it is not among the others, which are counted. */
  but?: number | undefined
  onFollow?: () => void
}

/** The number of alerts that wait for somebody, and the way to them; nothing while none waits. */
export function PendingLink({ but, onFollow }: Props) {
  const t = useT()
  const { locale } = usePreferences()
  const { id } = useSelectedClient()
  const { alerts, count: all } = usePending(resourceOf('alerts'), id === null ? {} : { ClientId: id })
  const count = alerts.some((alert) => alert.id === but) ? all - 1 : all
  if (count === 0) return null
  const told = { count, number: formatNumber(locale, count) }
  return (
    <Link className={link} href={`${listHref('alerts')}?view=pending&tests=no`} onClick={onFollow}>
      <Icon name="bell" />
      <span aria-hidden="true">
        <Chip tone="alarm">{count > MOST ? `${MOST}+` : told.number}</Chip>
      </span>
      <span className={srOnly}>
        {but === undefined
          ? `${t('resources.alerts.names')}: ${t('alerts.pendingCount', told)}`
          : t('alerts.otherPending', told)}
      </span>
    </Link>
  )
}

/** The largest number that is shown in full. */
const MOST = 99

const link = css({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '1',
  flexShrink: '0',
  minWidth: { _narrow: 'touch' },
  minHeight: { base: 'control', _narrow: 'touch' },
  paddingInline: { base: '2', _narrow: '1' },
  borderRadius: 'sm',
  color: 'fg.muted',
  textDecoration: 'none',
  _hover: { background: 'bg.hover' },
})
