import { needsVerification, resendCode, signIn, signInByLink as exchange, verifySignIn } from '@tocsin/core/api/sign-in'
import { ApiError } from '@tocsin/core/base/errors'
import type { Translate } from '@tocsin/core/vocabulary/i18n'
import { profileFrom, type Profile, type SignedIn } from '@tocsin/core/api/session'
import { atom } from 'jotai/vanilla'
import { store } from '../store'
import { takeAccount } from './account'
import { openHttp } from './api'
import { forgetAddressToken } from './address-token'

/** The notice above the sign-in form: the reason for coming here, or the outcome. */
export type Notice = { tone: 'done' | 'warning'; text: (t: Translate) => string; requestId?: string | undefined }
export const noticeAtom = atom<Notice | null>(null)

/** The token between the two steps of a sign-in, in memory alone, so that it does not outlive the page. */
let mfaToken = ''

async function enter(answer: SignedIn): Promise<Profile> {
  const profile = profileFrom(answer)
  mfaToken = ''
  await takeAccount(profile)
  store.set(noticeAtom, null)
  return profile
}

/** Signs in and works as that account. Returns the methods of the second step if a password is not enough. */
export async function signInWith(username: string, password: string): Promise<readonly string[] | null> {
  const answer = await signIn(openHttp, username, password)
  if (!needsVerification(answer)) {
    await enter(answer)
    return null
  }
  mfaToken = answer.token
  return answer.mfaValues
}

/** Takes the second step with the code that was sent. */
export const verifyCode = async (code: string): Promise<Profile> =>
  enter(await underToken((token) => verifySignIn(openHttp, token, code)))

/** Sends another code by the same method or another, and returns the method. */
export async function sendCode(method: string): Promise<string> {
  const { sentTo, token } = await underToken((held) => resendCode(openHttp, held, method))
  if (token !== undefined) mfaToken = token
  return sentTo
}

/** Runs a call with the token of the first step. The token is dropped once the server rejects it. */
async function underToken<T>(run: (token: string) => Promise<T>): Promise<T> {
  try {
    return await run(mfaToken)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'MISSING_MFA_TOKEN') mfaToken = ''
    throw error
  }
}

/** Drops the token on the way back to the first step. */
export const forgetSecondStep = (): void => {
  mfaToken = ''
}

/** Exchanges the token of a sign-in link. Its account becomes the first of those signed in here. */
export async function signInByLink(token: string): Promise<Profile> {
  const answer = await exchange(openHttp, token)
  forgetAddressToken()
  return enter(answer)
}
