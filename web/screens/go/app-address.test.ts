import { expect, it } from 'vitest'
import { appAddress, leadsToApp } from './app-address'

it('PUB-04 leads to the same place in the app, with the id and the query as they came', () => {
  expect(appAddress('/go/users/auth/42', '')).toBe('tocsin://users/auth/42')
  expect(appAddress('/go/users/auth/a%20b/', '?token=x%2By&next=1')).toBe(
    'tocsin://users/auth/a%20b?token=x%2By&next=1',
  )
  for (const path of [
    '/go/users/auth',
    '/go/users/auth/',
    '/go/users/auth/1/2',
    '/go/users/1',
    '/login',
    '/x/go/users/auth/1',
  ])
    expect(leadsToApp(path), path).toBe(false)
})

it('keeps whatever an id holds one segment of an address of the app', () => {
  for (const id of [
    'javascript:alert(1)',
    '..%2F..%2Fevil',
    '%2F%2Fevil.example',
    '%3Cimg src=x onerror=alert(1)%3E',
    '"><script>alert(1)<%2Fscript>',
    '%0Ajavascript:alert(1)',
    '%',
    '%zz',
    '%E0%A4%A',
    'ção',
    'x'.repeat(100_000),
  ]) {
    const address = appAddress(`/go/users/auth/${id}`, '')
    expect(address, id.slice(0, 40)).toMatch(/^tocsin:\/\/users\/auth\/[A-Za-z0-9\-_.!~*'()%]+$/)
    expect(new URL(address).protocol).toBe('tocsin:')
    expect(new URL(address).host).toBe('users')
  }
})
