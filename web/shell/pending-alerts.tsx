import { createPortal } from 'react-dom'
import { Link } from 'wouter'
import { css } from 'styled-system/css'
import { formatNumber } from '@tocsin/core/vocabulary/i18n'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { useAccount } from '../data/account'
import { resourceOf } from '../data/resources'
import { useSelectedClient } from '../data/selected-client'
import { listHref } from '../navigation/hrefs'
import { usePreferences } from '../preferences'
import { usePending } from '../resources/alerts/use-pending'
import '../resources/alerts/words'
import { Chip } from '../ui/chip'
import { Icon } from '../ui/icon'
import { srOnly } from '../ui/sr-only'
import { useT } from '../words'
import { PENDING_PLACE } from './top-bar'

/** The number of alerts that wait for somebody, in the top bar of every screen, and the way to them; nothing while none waits. */
export function PendingAlerts() {
  const account = useAccount()
  return mayDo(account, resourceOf('alerts'), 'view') && <Count />
}

function Count() {
  const t = useT()
  const { locale } = usePreferences()
  const { id } = useSelectedClient()
  const { count } = usePending(resourceOf('alerts'), id === null ? {} : { ClientId: id })
  const place = document.getElementById(PENDING_PLACE)
  if (count === 0 || !place) return null
  const number = formatNumber(locale, count)
  return createPortal(
    <Link className={link} href={`${listHref('alerts')}?view=pending&tests=no`}>
      <Icon name="bell" />
      <span aria-hidden="true">
        <Chip tone="alarm">{count > MOST ? `${MOST}+` : number}</Chip>
      </span>
      <span className={srOnly}>{`${t('resources.alerts.names')}: ${t('alerts.pendingCount', { count, number })}`}</span>
    </Link>,
    place,
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
