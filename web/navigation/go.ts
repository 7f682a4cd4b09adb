import { navigate } from 'wouter/use-browser-location'
import { askBeforeLeaving } from './leave'

/** Goes to another screen, from where no component does: asks first where a form was changed. */
export const go = (to: string, options: { replace?: boolean } = {}): void => askBeforeLeaving(navigate, to, options)
