import { PRODUCT } from '@tocsin/core/base/constants'

const PLACE = /^\/go\/users\/auth\/([^/]+)\/?$/

/** Returns whether an address is one that people follow into the mobile app. */
export const leadsToApp = (path: string): boolean => PLACE.test(path)

/**
 * Returns the same place within the app: its own scheme, the id, the query as it came. The id is encoded anew, so that
 * any text in it stays one segment of this address.
 */
export function appAddress(path: string, query: string): string {
  const [, id = ''] = PLACE.exec(path) ?? []
  return `${PRODUCT}://users/auth/${encodeURIComponent(decoded(id))}${query}`
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
