import { describe, expect, it } from 'vitest'
import { ApiError, errorFrom, kindOf } from './errors'
import { wordingOf } from './wording'

const none = { requestId: null, retryAfter: null }

describe('failed calls', () => {
  it.each([
    [400, 'bad-request'],
    [401, 'authentication'],
    [200, 'authentication'],
    [403, 'forbidden'],
    [500, 'server'],
    [404, 'server'],
    [409, 'server'],
    [422, 'server'],
    [429, 'server'],
    [503, 'server'],
    [304, 'server'],
    [0, 'network'],
  ] as const)('ERR-01 ERR-03 ERR-04 ERR-05 with status %i are of kind %s', (status, kind) => {
    expect(kindOf(status)).toBe(kind)
    expect(errorFrom(status, '', { success: false }, none).kind).toBe(kind)
  })

  it('ERR-06 say the first of errors, else the message, else the status text', () => {
    const body = (error: unknown) => ({ success: false, error })
    const code = (error: unknown) => errorFrom(400, 'Bad Request', body(error), none).code
    expect(code({ errors: [{ message: 'FIRST', field: 'a' }, { message: 'SECOND' }], message: 'GENERAL' })).toBe(
      'FIRST',
    )
    expect(code({ errors: ['FIRST', 'SECOND'], message: 'GENERAL' })).toBe('FIRST')
    expect(code({ errors: [], message: 'GENERAL' })).toBe('GENERAL')
    expect(code({ message: 'GENERAL' })).toBe('GENERAL')
    for (const error of [
      undefined,
      null,
      'text',
      7,
      [],
      {},
      { message: '' },
      { message: 7 },
      { errors: 'x' },
      { errors: [{}] },
    ])
      expect([error, code(error)]).toEqual([error, 'Bad Request'])
    for (const text of [undefined, null, 'text', 7, []])
      expect(errorFrom(502, 'Bad Gateway', text, none).code).toBe('Bad Gateway')
    expect(errorFrom(502, '', undefined, none).code).toBe('HTTP 502')
  })

  it('ERR-07 carry the status and the request id, by header or by envelope', () => {
    const error = errorFrom(404, '', { meta: { id: 'from-body' } }, none)
    expect([error.status, error.requestId]).toEqual([404, 'from-body'])
    expect(errorFrom(404, '', { meta: { id: 'from-body' } }, { ...none, requestId: 'r1' }).requestId).toBe('r1')
    expect(errorFrom(404, '', undefined, none).requestId).toBe(undefined)
  })

  it('find their fields, and pass over what is none', () => {
    const errors = [{ field: 'name', message: 'formErrors.max', values: { max: 5 } }, { field: 7, message: 8 }, null]
    expect(errorFrom(400, '', { error: { errors } }, none).fields).toEqual([
      { field: 'name', message: 'formErrors.max', values: { max: 5 } },
      { message: '' },
      { message: '' },
    ])
  })

  it('say how long to wait, and which may be sent again', () => {
    expect(errorFrom(429, '', undefined, { ...none, retryAfter: '3' }).retryAfter).toBe(3000)
    expect(errorFrom(429, '', undefined, { ...none, retryAfter: 'Wed, 21 Oct 2026 07:28:00 GMT' }).retryAfter).toBe(
      undefined,
    )
    const temporary = (status: number) => new ApiError({ status, code: 'X' }).temporary
    expect([0, 429, 502, 503, 504].every(temporary)).toBe(true)
    expect([200, 400, 401, 403, 404, 409, 500, 507].some(temporary)).toBe(false)
  })

  it('ERR-21 ERR-22 look for an authentication text first when they are about that', () => {
    expect(new ApiError({ status: 401, code: 'CLIENT_LOCKED' }).messageKeys).toEqual([
      'httpError.authentication.CLIENT_LOCKED',
      'httpError.CLIENT_LOCKED',
    ])
    expect(new ApiError({ status: 403, code: 'FORBIDDEN' }).messageKeys).toEqual(['httpError.FORBIDDEN'])
  })
})

it('S07 is told by the permission that is missing, or, where none would help, by who they are', () => {
  const wording = (details?: Record<string, unknown>) =>
    wordingOf(new ApiError({ status: 403, code: 'FORBIDDEN', details }))
  expect(wording({ permission: 'sites:view' })).toMatchObject({ keys: ['httpError.FORBIDDEN'] })
  for (const details of [undefined, {}, { permission: null }])
    expect(wording(details)).toMatchObject({ keys: ['notices.notForYou', 'httpError.FORBIDDEN'], advice: null })
})

it.each(['formErrors.required', 'validation.startDateAfterEnd', 'resources.projects.defaultIsFixed'])(
  'is a refusal of its fields where the first of them, %s, stands for the code',
  (code) => {
    const { code: told, keys } = wordingOf(new ApiError({ status: 400, code }))
    expect([told, keys]).toEqual(['VALIDATION_FAILED', ['httpError.VALIDATION_FAILED']])
  },
)
