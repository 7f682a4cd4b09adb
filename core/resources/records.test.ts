import { describe, expect, it } from 'vitest'
import { canonical, check } from '../validate'
import { apps } from './apps/index'
import { clients } from './clients/index'
import { registrationCodes } from './registration-codes/index'
import { sites } from './sites/index'
import { users } from './users/index'

/** The names of a text, as the specification lists them. */
const words = (text: string) => text.trim().split(/\s+/)
const bookkeeping = ['id', 'version', 'createdAt', 'updatedAt']
const namesOf = (fields: object) => Object.keys(fields).filter((name) => !bookkeeping.includes(name))

describe('the records of the specification', () => {
  it('ENT-CLIENT-01 ENT-CLIENT-03 a client has these fields, and a manager when it is made', () => {
    expect(namesOf(clients.fields)).toEqual(words('name nickname active locked config manager'))
    expect(Object.keys(clients.fields.config.fields ?? {})).toEqual(['minAppVersion'])
    const manager = { username: 'ana', email: 'ana@example.org', name: 'Ana' }
    const draft = { name: 'Acme', nickname: 'Acme' }
    expect(check(clients.fields, { ...draft, manager })).toEqual([])
    expect(check(clients.fields, draft).map(({ field }) => field.split('.')[0])).toContain('manager')
    expect(check(clients.fields, { ...draft, id: 1 })).toEqual([])
  })

  it('ENT-SITE-02 ENT-SITE-03 ENT-SITE-05 ENT-SITE-06 a site has these', () => {
    expect(namesOf(sites.fields).sort()).toEqual(
      words(`name tag ClientId ProjectId active location lat lng radius referencePoint appId App registrationCodes
        MobileProfiles siteType timezone`).sort(),
    )
    expect(namesOf(sites.fields.location.fields ?? {})).toEqual(words('formatted address zip city state country'))
    expect(Object.keys(sites.fields.registrationCodes.fields ?? {})).toEqual(['id', 'code'])
    expect(Object.keys(sites.fields.MobileProfiles.fields ?? {})).toEqual(words('name job email phone'))
  })

  it('ENT-APP-02 an app is dressed by these', () => {
    expect(Object.keys(apps.fields.config.fields ?? {}).sort()).toEqual(
      words(`banner showBannerNickname bannerNickname nickname backgroundColor textColor headerColor secondaryColor
        secondaryBackgroundColor themeName`).sort(),
    )
    expect(Object.keys(apps.fields.config.fields?.['banner']?.fields ?? {})).toEqual(['url'])
  })

  it('ENT-REG-01 a registration code has these', () => {
    expect(namesOf(registrationCodes.fields).sort()).toEqual(
      words('code RegistrationFormId RegistrationHandlerId regHandlerId TermId mode ClientId SiteId config').sort(),
    )
  })

  it('ENT-USER-02 a user is of one of three types', () => {
    const told = (userType: string) => check({ userType: users.fields.userType }, { userType }).map(({ key }) => key)
    for (const type of ['tocsin', 'client', 'monitoring-provider']) expect([type, told(type)]).toEqual([type, []])
    for (const type of ['map', 'Client', 'provider']) expect([type, told(type)]).toEqual([type, ['formErrors.oneOf']])
  })

  it('ENT-USER-03 only staff of the provider have clients to look after', () => {
    const kept = (userType: string) => canonical(users.fields, { userType, ClientIds: [2], ClientId: 2 })
    expect(kept('tocsin')).toMatchObject({ ClientIds: [2], ClientId: null })
    expect(kept('client')).toMatchObject({ ClientIds: null, ClientId: 2 })
    expect(kept('monitoring-provider')).toMatchObject({ ClientIds: null, ClientId: null })
  })
})
