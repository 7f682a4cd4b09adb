import type { Alert } from '@tocsin/core/resources/alerts/types'
import type { Translate } from '@tocsin/core/vocabulary/i18n'

/** Returns the reporter of an alert in words (ALERT-03). */
export const reporterOf = ({ anonymous, MobileProfile }: Alert, t: Translate): string =>
  MobileProfile?.name ?? t(anonymous ? 'alerts.anonymous' : 'alerts.gone')
