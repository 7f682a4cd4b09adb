import { invalid } from '../http/failures'
import type { Parts } from '../context/parts'

/** Refuses a web address that is seen to lead inside, at its field (T63). What is none is another rule's to refuse. */
export function refuseInternal({ outbound }: Pick<Parts, 'outbound'>, field: string, address: unknown): void {
  if (typeof address === 'string' && outbound.leadsInside(address.trim()))
    throw invalid([{ field, key: 'formErrors.internalAddress' }])
}
