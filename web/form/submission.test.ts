import { describe, expect, it } from 'vitest'
import { ApiError } from '@tocsin/core/base/errors'
import { createSubmission } from './submission'

const counting = () => {
  let count = 0
  return createSubmission(() => `key ${++count}`)
}

describe('the key of a new record that is sent', () => {
  it('is the same while the same is sent again for want of an answer', () => {
    const { keyFor, failed } = counting()
    const first = keyFor({ name: 'x' })
    failed(new ApiError({ status: 0, code: 'NETWORK_ERROR' }))
    expect(keyFor({ name: 'x' })).toBe(first)
  })

  it('is another one for another record, and after a refusal', () => {
    const { keyFor, failed } = counting()
    expect(keyFor({ name: 'x' })).not.toBe(keyFor({ name: 'y' }))
    const refused = keyFor({ name: 'z' })
    failed(new ApiError({ status: 400, code: 'VALIDATION_FAILED' }))
    expect(keyFor({ name: 'z' })).not.toBe(refused)
  })
})
