import { requestPasswordReset } from '@tocsin/core/api/sign-in'
import { RESET_RESEND_SECONDS } from '@tocsin/core/base/constants'
import { openHttp } from './api'

let waitUntil = 0

/** Requests a password reset, and remembers when the next request is allowed. */
export async function requestReset(username: string) {
  const answer = await requestPasswordReset(openHttp, username)
  waitUntil = Date.now() + RESET_RESEND_SECONDS * 1000
  return answer
}

/** Returns the time (ms since 1970) from which another request is offered. Requests of other tabs do not count. */
export const nextResetRequest = (): number => waitUntil
