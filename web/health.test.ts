import { describe, expect, it } from 'vitest'
import { readHealth } from './health'

describe('the health of the server', () => {
  it('is read from what /readyz answers', () => {
    const body = { status: 'ready', version: '1.2.3', database: 'embedded' }
    expect(readHealth(true, body)).toEqual({ state: 'ready', version: '1.2.3', database: 'embedded' })
    expect(readHealth(false, { ...body, database: 'postgres' })).toMatchObject({
      state: 'unready',
      database: 'postgres',
    })
  })
  it.each([null, [], 'ready', { version: 1, database: 'oracle' }])('shows nothing it cannot know: %j', (body) => {
    expect(readHealth(true, body)).toEqual({ state: 'ready' })
  })
})
