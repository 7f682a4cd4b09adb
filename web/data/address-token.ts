/**
 * A token that came in the address (`?authorization=`): taken out of it before anything else is asked of the server or
 * kept in the history (T67), and held in memory alone, so that it is gone with the page.
 */
function takeToken(): { path: string; token: string } | null {
  const address = new URL(location.href)
  // What leads into the app is handed on as it is: its token is the app's.
  if (address.pathname.startsWith('/go/')) return null
  const token = address.searchParams.get('authorization')
  if (token === null) return null
  address.searchParams.delete('authorization')
  history.replaceState(history.state, '', address)
  return { path: address.pathname, token }
}

// Where no page is, none was opened.
let held = typeof location === 'undefined' ? null : takeToken()

/** The token that the page was opened with at that path, if there was one and it has not been forgotten. */
export const addressToken = (path: string): string | null => (held?.path === path ? held.token : null)

/** It was used, or is of no use. */
export const forgetAddressToken = (): void => {
  held = null
}
