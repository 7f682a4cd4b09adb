import { describe, expect, it } from 'vitest'
import { sites } from '@tocsin/core/resources/sites/index'
import { users } from '@tocsin/core/resources/users/index'
import { factsOf, isCopied } from './facts-of'

const everything = () => true

describe('what is told of a record', () => {
  it('is no secret, nothing that does not apply, and groups by their parts', () => {
    const paths = factsOf(users, { userType: 'tocsin', password: 'x' }, everything)
    expect(paths).not.toContain('password')
    expect(paths).not.toContain('ClientId')
    expect(paths).toContain('ClientIds')
    expect(factsOf(sites, { location: { formatted: 'Rua A' }, App: null }, everything)).toEqual(
      expect.arrayContaining(['location.formatted', 'location.city']),
    )
  })

  it('leaves out what points to a kind of record that is not here yet', () => {
    const paths = factsOf(sites, {}, (resource) => resource !== 'apps')
    expect(paths).toContain('ClientId')
    expect(paths).not.toContain('appId')
  })

  it('can be copied where it is copied rather than read', () => {
    expect(isCopied(sites, 'tag', '1500107')).toBe(true)
    expect(isCopied(sites, 'tag', null)).toBe(false)
    expect(isCopied(sites, 'name', 'Abaeté')).toBe(false)
    expect(isCopied(sites, 'referencePoint', 'https://example.org')).toBe(true)
    expect(isCopied(users, 'email', 'ana@example.org')).toBe(true)
  })
})
