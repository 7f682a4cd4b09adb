import { expect, it } from 'vitest'
import { sites } from '@tocsin/core/resources/sites/index'
import { registrationCodes } from '@tocsin/core/resources/registration-codes/index'
import { knownFrom } from './known'

const known = (text: string, clientId: number | null = null) => knownFrom(sites, new URLSearchParams(text), clientId)

it('takes from an address what is declared and of its kind, and nothing else', () => {
  expect(known('ClientId=7&redirect=/x&name=Norte')).toEqual({ ClientId: 7, name: 'Norte' })
  expect(known('ClientId=-1&ProjectId=abc&lat=1&active=true&__proto__=1&constructor=1&version=9')).toEqual({})
  expect(known('siteType=castle')).toEqual({})
  expect(known('siteType=team')).toEqual({ siteType: 'team' })
})

it('fills in the client that is worked in, unless the address names one', () => {
  expect(known('', 2)).toEqual({ ClientId: 2 })
  expect(known('ClientId=7', 2)).toEqual({ ClientId: 7 })
  expect(knownFrom(registrationCodes, new URLSearchParams('mode=site&SiteId=4'), 2)).toEqual({
    ClientId: 2,
    SiteId: 4,
    mode: 'site',
  })
})
