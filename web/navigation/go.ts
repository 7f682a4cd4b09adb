import { navigate } from 'wouter/use-browser-location'
import { askBeforeLeaving } from './leave'

/** Goes to another screen from code outside of components; asks first if a form was changed. */
export const go = (to: string, options: { replace?: boolean } = {}): void => askBeforeLeaving(navigate, to, options)
