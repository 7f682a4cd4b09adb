import type { AlertAttachment } from '@tocsin/core/resources/alerts/types'
import type { Parts } from '../../context/parts'
import { signedAddress } from '../../records/file-addresses'

/** An attachment as its alert stores it. Its address opens nothing without a signature. */
export type KeptAttachment = Omit<AlertAttachment, 'meta'> & { type: string; url: string; size: number }

/** Returns the attachments of an alert as answers tell them, with addresses that open them for five minutes. */
export const signedAttachments = (
  parts: Pick<Parts, 'tokens' | 'now'>,
  kept: readonly KeptAttachment[],
): AlertAttachment[] =>
  kept.map(({ uuid, kind, name, type, url, size, updatedAt }) => ({
    uuid,
    kind,
    name,
    meta: { urls: { original: signedAddress(parts, url) }, type, size },
    updatedAt,
  }))
