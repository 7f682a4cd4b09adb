import type { ApiError } from './errors'

/**
 * Returns how an error is shown. `keys` are message keys, best first: the reason in its details, the words of the
 * resource, the general words. `code` is VALIDATION_FAILED if the error's own code is the problem of a field (ERR-06).
 * `advice` is the key of what to do next; null if there is a reason, which says so itself.
 */
export function wordingOf(error: ApiError, resource?: string): { code: string; keys: string[]; advice: string | null } {
  const code = /^(formErrors|validation|resources)\./.test(error.code) ? 'VALIDATION_FAILED' : error.code
  // A refusal without a permission depends on who the user is: no permission would lift it.
  const isNotForThem = code === 'FORBIDDEN' && typeof error.details?.['permission'] !== 'string'
  const reason = error.details?.['reason'] ?? (isNotForThem ? 'notices.notForYou' : undefined)
  return {
    code,
    keys: [
      ...(typeof reason === 'string' ? [reason] : []),
      ...(resource ? [`resources.${resource}.errors.${code}`] : []),
      ...(code === error.code ? error.messageKeys : [`httpError.${code}`]),
    ],
    advice: typeof reason === 'string' ? null : `advice.${code}`,
  }
}
