import type { Alert } from '@tocsin/core/resources/alerts/types'
import type { Row } from '../../data/row'
import * as acts from './act'

/** Takes an alert, wherever the command is run. */
export const take = (alert: Row): Promise<boolean> => acts.take(alert as unknown as Alert)
