import { expect, it } from 'vitest'
import { DatabaseError, databaseError } from './database-error'

it.each([
  [{ code: '40001' }, 'CONFLICT'],
  [{ code: '40P01' }, 'CONFLICT'],
  [{ code: '53100' }, 'DISK_FULL'],
  [{ code: 'ENOSPC', syscall: 'write' }, 'DISK_FULL'],
  [{ code: '53300' }, 'BUSY'],
  [{ code: '57014' }, 'TIMEOUT'],
  [{ code: '57P01' }, 'GONE'],
  [{ code: '08006' }, 'GONE'],
  [{ code: 'EPIPE', syscall: 'write' }, 'GONE'],
  [{ code: 'ECONNREFUSED', syscall: 'connect' }, 'GONE'],
  [new Error('Connection terminated unexpectedly'), 'GONE'],
  [new TypeError('Converting circular structure to JSON'), 'OTHER'],
  [{ code: '23505', constraint: 'sites_tag' }, 'OTHER'],
])('maps %o to %s', (error, code) => {
  expect(databaseError(error).code).toBe(code)
})

it('T73 keeps names and drops every text of the server', () => {
  const mapped = databaseError({
    code: '23505',
    constraint: 'users_username',
    table: 'users',
    message: 'duplicate key canary',
    detail: 'Key (username)=(canary) already exists.',
    hint: 'canary',
    where: 'canary',
    query: 'insert canary',
    parameters: ['canary'],
  })
  expect(mapped).toMatchObject({ code: 'OTHER', sqlState: '23505', constraint: 'users_username', table: 'users' })
  expect(JSON.stringify([mapped, mapped.message, mapped.stack])).not.toContain('canary')
  expect(mapped.cause).toBeUndefined()
})

it('lets its own pass', () => {
  const error = new DatabaseError('IN_USE', { holder: 7 })
  expect(databaseError(error)).toBe(error)
})
