import { requestPasswordReset } from '@tocsin/core/api/auth'
import { RESET_RESEND_SECONDS } from '@tocsin/core/base/constants'
import { openHttp } from './api'

let waitUntil = 0

/** Asks for a new password, and remembers that the next one has to wait. */
export async function requestReset(username: string) {
  const answer = await requestPasswordReset(openHttp, username)
  waitUntil = Date.now() + RESET_RESEND_SECONDS * 1000
  return answer
}

/** When, in milliseconds since 1970, another request is worth offering; what was asked in another page is not known here. */
export const nextResetRequest = (): number => waitUntil
