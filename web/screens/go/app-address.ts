import { PRODUCT } from '@tocsin/core/base/constants'

const PLACE = /^\/go\/users\/auth\/([^/]+)\/?$/

/** Returns whether an address is one that opens in the mobile app. */
export const leadsToApp = (path: string): boolean => PLACE.test(path)

/**
 * Returns the corresponding address in the app: the app's scheme, the id, and the query unchanged. The id is encoded
 * again, so that any text in it stays one segment of the address.
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
