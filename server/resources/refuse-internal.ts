import { invalid } from '../http/failures'
import type { Parts } from '../context/parts'

/** Refuses, at its field, a web address that leads inside (T63). A text that is no address is for another rule. */
export function refuseInternal({ outbound }: Pick<Parts, 'outbound'>, field: string, address: unknown): void {
  if (typeof address === 'string' && outbound.leadsInside(address.trim()))
    throw invalid([{ field, key: 'formErrors.internalAddress' }])
}
