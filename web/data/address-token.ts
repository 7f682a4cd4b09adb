/**
 * Takes a token out of the address (`?authorization=`) before any request is sent and before the history keeps it
 * (T67). The token is in memory alone, so that it does not outlive the page.
 */
function takeToken(): { path: string; token: string } | null {
  const address = new URL(location.href)
  // A link into the app is passed on as it is: its token belongs to the app.
  if (address.pathname.startsWith('/go/')) return null
  const token = address.searchParams.get('authorization')
  if (token === null) return null
  address.searchParams.delete('authorization')
  history.replaceState(history.state, '', address)
  return { path: address.pathname, token }
}

// Outside of a browser there is no address.
let held = typeof location === 'undefined' ? null : takeToken()

/** Returns the token that the page was opened with at a path, or null if there was none or it was forgotten. */
export const addressToken = (path: string): string | null => (held?.path === path ? held.token : null)

/** Forgets the token once it is used or refused. */
export const forgetAddressToken = (): void => {
  held = null
}
