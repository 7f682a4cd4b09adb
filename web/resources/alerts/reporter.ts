import { absentReporter } from '@tocsin/core/resources/alerts/index'
import type { Alert } from '@tocsin/core/resources/alerts/types'
import type { Translate } from '@tocsin/core/vocabulary/i18n'

/** Returns the reporter of an alert in words (ALERT-03). */
export const reporterOf = (alert: Alert, t: Translate): string => alert.MobileProfile?.name ?? t(absentReporter(alert))
