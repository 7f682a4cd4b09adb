import { expect, it } from 'vitest'
import { resendCode, verifySignIn } from './auth'
import { createHttp, type WireRequest } from './http'

/** A server that gives one answer, and what it was asked. */
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
  expect(await verifySignIn(http, 'mfa-token', ' abc1234 ')).toEqual(session)
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
