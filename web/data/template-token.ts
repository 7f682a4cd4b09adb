import { TEMPLATES_PATH } from '@tocsin/core/base/constants'

/** Returns the token of a shared template at whose address the page is. */
export function tokenInAddress(): string | undefined {
  const { pathname, search } = location
  return pathname.startsWith(`/${TEMPLATES_PATH}/`)
    ? (new URLSearchParams(search).get('token') ?? undefined)
    : undefined
}
