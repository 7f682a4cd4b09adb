import { invalid } from '../http/failures'
import type { Parts } from '../context/parts'

/**
 * Throws a problem of the field for an internal web address (T63). Other rules check whether the text is a web address.
 */
export function refuseInternal({ outbound }: Pick<Parts, 'outbound'>, field: string, address: unknown): void {
  if (typeof address === 'string' && outbound.leadsInside(address.trim()))
    throw invalid([{ field, key: 'formErrors.internalAddress' }])
}
