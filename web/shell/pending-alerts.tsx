import { createPortal } from 'react-dom'
import { useLocation } from 'wouter'
import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { useAccount } from '../data/account'
import { resourceOf } from '../data/resources'
import { screenAt } from '../navigation/hrefs'
import { PendingLink } from '../resources/alerts/pending-link'
import { useNarrow } from '../table/use-narrow'
import { PENDING_PLACE } from './top-bar'

/**
 * The number of alerts that wait for somebody, in the top bar of every screen, and the way to them. On a narrow screen it is
 * the head of the page of an alert, and counts the others.
 */
export function PendingAlerts() {
  const account = useAccount()
  const isNarrow = useNarrow()
  const screen = screenAt(useLocation()[0])
  const place = document.getElementById(PENDING_PLACE)
  if (!place || !mayDo(account, resourceOf('alerts'), 'view')) return null
  const isOnAlert = isNarrow && screen?.resource.name === 'alerts' && screen.kind === 'show'
  return createPortal(<PendingLink but={isOnAlert ? screen.id : undefined} />, place)
}
