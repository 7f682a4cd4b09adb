import { expect, it } from 'vitest'
import { ApiError } from '@tocsin/core/base/errors'
import { withRequestLog } from './debug'

it('logs a request that gets no answer, with the reason and without its secrets', async () => {
  let log = ''
  const io = { stderr: { write: async (text: string) => void (log += text) }, now: () => 0 }
  const send = withRequestLog(() => Promise.reject(new ApiError({ status: 0, code: 'NETWORK_ERROR' })), io as never)
  const request = { method: 'GET', url: 'http://h/api/sites?token=abc', headers: { authorization: 'Bearer abc' } }
  await expect(send(request as never)).rejects.toMatchObject({ code: 'NETWORK_ERROR' })
  expect(log).toBe('> GET http://h/api/sites?token=*** [authorization: ***] 0\n< NETWORK_ERROR 0 ms\n')
})
