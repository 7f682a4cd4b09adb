import { VERIFICATION_CODE_ALPHABET, VERIFICATION_CODE_LENGTH } from '@tocsin/core/base/constants'

export type Part = { kind: 'text' | 'code' | 'link'; text: string }

const CODE = `\\b[${VERIFICATION_CODE_ALPHABET}]{${VERIFICATION_CODE_LENGTH}}\\b`

/** Splits a message's text into texts, codes to copy and links to open. Only addresses of this console become links. */
export function partsOf(text: string, origin: string): Part[] {
  return text
    .split(new RegExp(`(https?://\\S+|${CODE})`))
    .filter((part) => part !== '')
    .map((part) => ({
      text: part,
      kind: new RegExp(`^${CODE}$`).test(part) ? 'code' : part.startsWith(`${origin}/`) ? 'link' : 'text',
    }))
}
