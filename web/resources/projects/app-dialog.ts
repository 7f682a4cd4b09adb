import { dialogHref } from '../../pages/use-dialog'
import { screenAt } from '../../navigation/hrefs'

/** The parameter of a project's address that opens the settings of an app over the page. */
export const APP_DIALOG = 'app'

/** Returns the address that opens the settings of an app over the page of a project; null on any other page. */
export function appDialogHref(id: number): string | null {
  const at = screenAt(location.pathname)
  return at?.resource.name === 'projects' && at.kind === 'show' ? dialogHref(APP_DIALOG, String(id)) : null
}
