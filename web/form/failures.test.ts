import { describe, expect, it } from 'vitest'
import { ApiError } from '@tocsin/core/base/errors'
import { registrationCodes } from '@tocsin/core/resources/registration-codes/index'
import { sites } from '@tocsin/core/resources/sites/index'
import { refusalOf } from './failures'

const everything = () => true

describe('a refused save', () => {
  it('puts what the server says at its field, and knows what is left over', () => {
    const error = new ApiError({
      status: 400,
      code: 'formErrors.taken',
      fields: [
        { field: 'tag', message: 'formErrors.taken' },
        { field: 'location.zip', message: 'formErrors.maxLength', values: { max: 20 } },
        { field: 'nonsense', message: 'formErrors.unknownField' },
      ],
    })
    expect(refusalOf(sites, error, everything)).toEqual({
      kind: 'fields',
      rest: true,
      problems: {
        tag: { key: 'formErrors.taken' },
        'location.zip': { key: 'formErrors.maxLength', values: { max: 20 } },
      },
    })
    expect(refusalOf(sites, error, (path) => path === 'name')).toEqual({ kind: 'other' })
  })

  it('finds the field of a code that speaks of one', () => {
    const error = new ApiError({ status: 400, code: 'CODE_ALREADY_EXISTS', details: { field: 'code' } })
    expect(refusalOf(registrationCodes, error, everything)).toEqual({
      kind: 'fields',
      rest: false,
      problems: { code: { key: 'httpError.CODE_ALREADY_EXISTS' } },
    })
  })

  it('brings the record as somebody else left it', () => {
    const details = {
      current: { id: 12, version: 4 },
      changedBy: { username: 'ana', createdAt: '2026-11-21T12:00:00Z' },
    }
    const error = new ApiError({ status: 409, code: 'STALE_VERSION', details })
    expect(refusalOf(sites, error, everything)).toEqual({
      kind: 'stale',
      stale: { theirs: details.current, by: details.changedBy },
    })
    const bare = new ApiError({ status: 409, code: 'STALE_VERSION' })
    expect(refusalOf(sites, bare, everything)).toEqual({ kind: 'other' })
  })
})
