import { navigate } from 'wouter/use-browser-location'
import { askBeforeLeaving } from './leave'

/** Navigates from code outside components. Asks first if a form has unsaved changes. */
export const go = (to: string, options: { replace?: boolean; state?: unknown } = {}): void =>
  askBeforeLeaving(navigate, to, options)
