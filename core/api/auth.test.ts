import { expect, it } from 'vitest'
import {
  impersonate,
  requestPasswordReset,
  resendCode,
  resetLinkProblem,
  restorePassword,
  signInByLink,
  signInLink,
  validateResetCode,
  verifySignIn,
} from './sign-in'
import { createHttp, type WireRequest } from './http'

/** A server that gives one answer and keeps the requests it got. */
function answering(status: number, body: unknown) {
  const asked: WireRequest[] = []
  const http = createHttp({
    base: 'https://console.example.org/api',
    locale: () => 'en-US',
    now: () => 0,
    transport: async (request) => {
      asked.push(request)
      return {
        status,
        statusText: '',
        header: (name) => (name === 'x-server-request-id' ? 'req-1' : null),
        text: JSON.stringify(body),
      }
    },
  })
  return { http, asked }
}
const failure = (message: string) => ({ success: false, error: { message } })

it('VAL-09 MFA-01 MFA-03 sends the code upper-cased under the token of the first step', async () => {
  const session = { token: 't', refreshToken: 'r', profile: { id: 1 } }
  const { http, asked } = answering(200, { success: true, data: session })
  expect(await verifySignIn(http, 'mfa-token', ' abc-12 34 ')).toEqual(session)
  expect(asked[0]).toMatchObject({
    method: 'POST',
    url: 'https://console.example.org/api/authentication/mfa/verify',
    body: '{"code":"ABC1234"}',
    headers: { Authorization: 'Bearer mfa-token' },
  })
})

it('MFA-06 asks for another code by the method named', async () => {
  const { http, asked } = answering(200, { success: true, data: { sentTo: 'phone' } })
  expect(await resendCode(http, 'mfa-token', 'phone')).toEqual({ sentTo: 'phone' })
  expect(asked[0]).toMatchObject({
    url: 'https://console.example.org/api/authentication/mfa/resend',
    body: '{"methodValue":"phone"}',
    headers: { Authorization: 'Bearer mfa-token' },
  })
})

it('ERR-20 misses the token of the first step without asking, and once it has expired', async () => {
  const gone = answering(200, {})
  await expect(verifySignIn(gone.http, '', 'ABC2345')).rejects.toMatchObject({ code: 'MISSING_MFA_TOKEN', status: 401 })
  await expect(resendCode(gone.http, '', 'email')).rejects.toMatchObject({ code: 'MISSING_MFA_TOKEN' })
  expect(gone.asked).toEqual([])
  const late = answering(401, failure('JWT_EXPIRED'))
  await expect(resendCode(late.http, 'x', 'email')).rejects.toMatchObject({
    code: 'MISSING_MFA_TOKEN',
    requestId: 'req-1',
  })
  const wrong = answering(401, failure('MFA_INVALID_CODE'))
  await expect(verifySignIn(wrong.http, 'x', 'ABC2345')).rejects.toMatchObject({ code: 'MFA_INVALID_CODE' })
})

it('RESET-07 RESET-24 VAL-09 calls the commands of a password reset without a token', async () => {
  const { http, asked } = answering(200, { success: true, data: { sentTo: 'phone', token: 'reset-token' } })
  expect((await requestPasswordReset(http, 'ana')).sentTo).toBe('phone')
  expect(await validateResetCode(http, 'ana', 'abc2345')).toBe('reset-token')
  await restorePassword(http, { token: 'reset-token', password: 'Abcdefg1', passwordConfirm: 'Abcdefg1' })
  const base = 'https://console.example.org/api/authentication/restore-password'
  expect(asked.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['POST', `${base}/request`, '{"username":"ana"}'],
    ['POST', `${base}/validate-code`, '{"username":"ana","code":"ABC2345"}'],
    ['POST', base, '{"token":"reset-token","password":"Abcdefg1","passwordConfirm":"Abcdefg1"}'],
  ])
  for (const { headers } of asked) expect(headers).not.toHaveProperty('Authorization')
})

it('RESET-26 ERR-16 tells an expired reset from an expired session', async () => {
  const given = { token: 'x', password: 'Abcdefg1', passwordConfirm: 'Abcdefg1' }
  const late = answering(401, failure('JWT_EXPIRED'))
  await expect(restorePassword(late.http, given)).rejects.toMatchObject({
    code: 'JWT_EXPIRED_PASSWORD_RESET',
    status: 401,
    requestId: 'req-1',
  })
  const used = answering(401, failure('RESET_TOKEN_USED'))
  await expect(restorePassword(used.http, given)).rejects.toMatchObject({ code: 'RESET_TOKEN_USED' })
})

it('RESET-19 RESET-21 reads from a link’s token whether its time is over', () => {
  const token = `x.${btoa(JSON.stringify({ exp: 100 }))}.y`
  expect(resetLinkProblem(token, 99_999)).toBeNull()
  expect(resetLinkProblem(token, 100_000)).toBe('expired')
  for (const unreadable of [null, '', 'x.y.z', `x.${btoa('{}')}.y`])
    expect(resetLinkProblem(unreadable, 0), String(unreadable)).toBe('unreadable')
})

it('USERS-08 A-033 asks for a session as somebody else with the own token and no payload', async () => {
  const session = { token: 't', refreshToken: 'r', profile: { id: 6, impersonator: { id: 1 } } }
  const { http, asked } = answering(200, { success: true, data: session })
  expect(await impersonate(http, 6)).toEqual(session)
  expect(asked[0]).toMatchObject({
    method: 'POST',
    url: 'https://console.example.org/api/users/6/impersonate',
    body: '{}',
  })
})

it('A-024 shows a link’s token as a refresh token, and tells a token that is none as a link that is none', async () => {
  const session = { token: 't', refreshToken: 'r', profile: { id: 6 } }
  const { http, asked } = answering(200, { success: true, data: session })
  expect(await signInByLink(http, 'link-token')).toEqual(session)
  expect(asked[0]).toMatchObject({
    url: 'https://console.example.org/api/authentication/refresh-token',
    body: '{"refreshToken":"link-token"}',
  })
  expect(asked[0]?.headers).not.toHaveProperty('Authorization')
  for (const [said, told] of [
    ['INVALID_AUTHORIZATION_HEADER', 'INVALID_SIGN_IN_LINK'],
    ['SIGN_IN_LINK_USED', 'SIGN_IN_LINK_USED'],
    ['SIGN_IN_LINK_EXPIRED', 'SIGN_IN_LINK_EXPIRED'],
  ] as const)
    await expect(signInByLink(answering(401, failure(said)).http, 'x')).rejects.toMatchObject({
      status: 401,
      code: told,
      requestId: 'req-1',
    })
})

it('A-024 asks for a link that signs somebody in', async () => {
  const made = { link: 'https://console.example.org/login?authorization=x', seconds: 60 }
  const { http, asked } = answering(200, { success: true, data: made })
  expect(await signInLink(http, 6)).toEqual(made)
  expect(asked[0]?.url).toBe('https://console.example.org/api/users/6/sign-in-link')
})
