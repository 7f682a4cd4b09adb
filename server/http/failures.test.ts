import { expect, it } from 'vitest'
import { DatabaseError } from '../db/database-error'
import { toApiError } from './failures'

it('says of a value that must be the only one that it is taken, also where no resource has words for it', () => {
  const { error, foreseen } = toApiError(new DatabaseError('OTHER', { sqlState: '23505', constraint: 'some_index' }))
  expect([error.status, error.code, foreseen]).toEqual([400, 'ALREADY_EXISTS', true])
})
