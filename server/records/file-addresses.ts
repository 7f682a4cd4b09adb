import { timingSafeEqual } from 'node:crypto'
import { isRecord } from '@tocsin/core/vocabulary/kind-reasons'
import { FILE_ADDRESS, FILES_PATH } from '@tocsin/core/vocabulary/files'
import type { Draft } from '@tocsin/core/vocabulary/resource'
import type { Parts } from '../context/parts'

/** The minutes for which a signed address opens its file, at most. */
const SIGNED = 5
const MINUTE = 60_000

type Signer = Pick<Parts, 'tokens' | 'now'>

const signatureOf = ({ tokens }: Signer, name: string, expires: string): string =>
  tokens.digest('file', `${name} ${expires}`)

/** Returns the address of a private file with a signature. It is the same for up to a minute, so that a browser reads it once. */
export function signedAddress(signer: Signer, address: string): string {
  const expires = String((Math.floor(signer.now() / MINUTE) + SIGNED) * (MINUTE / 1000))
  return `${address}?expires=${expires}&signature=${signatureOf(signer, address.slice(FILES_PATH.length), expires)}`
}

/** Returns whether the parameters of an address open a private file now. */
export function opensFile(signer: Signer, name: string, { expires, signature }: Draft): boolean {
  if (typeof expires !== 'string' || typeof signature !== 'string') return false
  const [given, right] = [Buffer.from(signature), Buffer.from(signatureOf(signer, name, expires))]
  return given.length === right.length && timingSafeEqual(given, right) && Number(expires) * 1000 > signer.now()
}

/** Returns answers with signed addresses of their attachments. */
export const withSignedFiles = (signer: Signer, answers: Draft): Draft =>
  Object.fromEntries(
    Object.entries(answers).map(([name, answer]) => [
      name,
      Array.isArray(answer) ? answer.map((one: unknown) => signedAttachment(signer, one)) : answer,
    ]),
  )

function signedAttachment(signer: Signer, attached: unknown): unknown {
  const url = isRecord(attached) ? attached['url'] : undefined
  return typeof url === 'string' && FILE_ADDRESS.test(url)
    ? { ...(attached as Draft), url: signedAddress(signer, url) }
    : attached
}
