import { describe, expect, it } from 'vitest'
import type { Draft } from '../vocabulary/resource'
import { canonical, check } from '../vocabulary/validate'
import { apps } from './apps/index'
import { clients } from './clients/index'
import { documents } from './documents/index'
import { withCommentWanted } from './license-comments/comment'
import { licenseComments } from './license-comments/index'
import { maps, transitionBetween } from './maps/index'
import { MAP_STATUSES } from './maps/types'
import { mobileUsers } from './mobile-users/index'
import { monitoringProviders } from './monitoring-providers/index'
import { publicCodes } from './public-codes/index'
import { registrationCodes } from './registration-codes/index'
import { sites } from './sites/index'
import { terms } from './terms/index'
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

  it('CONST-35 ENT-PROV-01 ENT-PROV-02 ENT-PROV-04 a monitoring provider has these, each kind its own', () => {
    expect(namesOf(monitoringProviders.fields)).toEqual(
      words(`name email providerType active ClientId callbackUrl notifyEmail managerName managerUsername managerEmail
        telegramCode apiTokens sync syncedAt delivery failingSince`),
    )
    expect(Object.keys(monitoringProviders.fields.apiTokens.fields ?? {})).toEqual(words('id name createdAt updatedAt'))
    const own = 'callbackUrl notifyEmail managerName managerUsername managerEmail telegramCode'
    const full = Object.fromEntries(words(own).map((name) => [name, 'x']))
    expect(monitoringProviders.fields.providerType.choices).toEqual(words('webhook email api telegram standard2'))
    const kept = (providerType: string) =>
      words(own).filter((name) => canonical(monitoringProviders.fields, { ...full, providerType })[name] !== null)
    expect(kept('webhook')).toEqual(['callbackUrl'])
    expect(kept('email')).toEqual(['notifyEmail'])
    expect(kept('telegram')).toEqual(['telegramCode'])
    for (const type of ['api', 'standard2'])
      expect(kept(type)).toEqual(words('managerName managerUsername managerEmail'))
  })

  it('PROV-08 PROV-09 PROV-10 PROV-11 a monitoring provider wants what its kind needs', () => {
    const told = (draft: Draft) =>
      check(monitoringProviders.fields, draft).map(({ field, key }) => `${field} ${key.replace('formErrors.', '')}`)
    const named = { name: 'N', email: 'n@example.org', ClientId: 2 }
    expect(told({})).toEqual(words('name email providerType ClientId').map((name) => `${name} required`))
    expect(told({ ...named, email: 'n@', providerType: 'telegram' })).toEqual(['email email'])
    // A record stored without one may stay so.
    expect(told({ ...named, id: 1, email: null, providerType: 'telegram' })).toEqual([])
    expect(told({ ...named, providerType: 'webhook' })).toEqual(['callbackUrl required'])
    for (const callbackUrl of ['javascript:alert(1)', 'ftp://example.org', 'example.org'])
      expect(told({ ...named, providerType: 'webhook', callbackUrl })).toEqual(['callbackUrl link'])
    expect(told({ ...named, providerType: 'webhook', callbackUrl: 'http://example.org/x' })).toEqual([])
    expect(told({ ...named, providerType: 'email' })).toEqual(['notifyEmail required'])
    expect(told({ ...named, providerType: 'email', notifyEmail: 'x' })).toEqual(['notifyEmail email'])
    const manager = { managerName: 'M', managerUsername: 'm', managerEmail: 'm@example.org' }
    for (const providerType of ['api', 'standard2']) {
      expect(told({ ...named, providerType })).toEqual(Object.keys(manager).map((name) => `${name} required`))
      expect(told({ ...named, ...manager, providerType, managerEmail: 'm' })).toEqual(['managerEmail email'])
      expect(told({ ...named, ...manager, providerType })).toEqual([])
    }
  })

  it('ENT-LIC-01 ENT-LIC-02 a license comment has these, and says what a phase is only of another one', () => {
    expect(namesOf(licenseComments.fields)).toEqual(
      words('title responsible phase phaseComment ClientId startDate endDate comment active updatedBy'),
    )
    const draft = { title: 'T', responsible: 'R', ClientId: 2, phaseComment: 'x' }
    expect(canonical(licenseComments.fields, { ...draft, phase: 'pilot' })['phaseComment']).toBeNull()
    expect(canonical(licenseComments.fields, { ...draft, phase: 'other' })['phaseComment']).toBe('x')
  })

  it('LIC-05 LIC-06 LIC-07 LIC-08 A-114 a license comment that is filled in whole wants all five, and days in order', () => {
    const told = (draft: object) =>
      check(withCommentWanted(licenseComments).fields, { phase: null, ...draft }).map(({ field, key }) => [field, key])
    expect(told({}).map(([field]) => field)).toEqual(words('title responsible phase ClientId comment'))
    const whole = { title: 'T', responsible: 'R', phase: 'other', phaseComment: 'x', ClientId: 2, comment: 'C' }
    expect(told(whole)).toEqual([])
    expect(told({ ...whole, phaseComment: ' ' })).toEqual([['phaseComment', 'formErrors.required']])
    expect(told({ ...whole, startDate: '2026-02-02', endDate: '2026-02-01' })).toEqual([
      ['startDate', 'validation.startDateAfterEnd'],
      ['endDate', 'validation.endDateBeforeStart'],
    ])
    expect(told({ ...whole, startDate: '2026-02-01', endDate: '2026-02-01' })).toEqual([])
  })

  it('ENT-MISC-01 PCODE-02 a public code has these, and six characters', () => {
    expect(namesOf(publicCodes.fields)).toEqual(words('code state description'))
    expect(check(publicCodes.fields, { code: 'abc123' })).toEqual([])
    for (const code of ['abc12', 'abc1234', 'abc 12'])
      expect(check(publicCodes.fields, { code })).toEqual([{ field: 'code', key: 'formErrors.code' }])
  })

  it('ENT-MISC-03 ENT-MISC-04 a mobile profile has these, and is a manager or a worker', () => {
    expect(namesOf(maps.fields).filter((name) => name !== 'Site')).toEqual(
      words('name ClientId SiteId status role appVersion profileProps siteManager MobileUserUuid'),
    )
    expect(Object.keys(maps.fields.profileProps.fields ?? {})).toEqual(expect.arrayContaining(words('email phone')))
    const told = (role: unknown) => check({ role: maps.fields.role }, { role }).map(({ key }) => key)
    for (const role of ['manager', 'worker']) expect([role, told(role)]).toEqual([role, []])
    for (const role of ['admin', 'Manager', 'owner']) expect([role, told(role)]).toEqual([role, ['formErrors.oneOf']])
    for (const role of ['', null]) expect([role, told(role)]).toEqual([role, ['formErrors.required']])
  })

  it('ENT-MISC-05 a mobile user has these, and nothing of them is written here', () => {
    expect(namesOf(mobileUsers.fields)).toEqual(words('name email phone active'))
    expect(Object.keys(mobileUsers.fields)).toEqual(expect.arrayContaining(['createdAt']))
    expect(Object.values(mobileUsers.fields).filter(({ readonly }) => readonly !== true)).toEqual([])
    expect([mobileUsers.can, Object.keys(mobileUsers.actions)]).toEqual([
      { view: expect.any(Function) as unknown },
      ['resetLink'],
    ])
  })

  it('ENT-TERM-01 ENT-TERM-02 terms and documents have these, of which only the server says when they were published', () => {
    expect(namesOf(terms.fields).sort()).toEqual(words('ClientId active content publishedAt title'))
    expect(namesOf(documents.fields).sort()).toEqual(words('content name publishedAt'))
    for (const fields of [terms.fields, documents.fields])
      expect([fields.content.type, fields.publishedAt.type, fields.publishedAt.readonly]).toEqual([
        'html',
        'date',
        true,
      ])
    expect(Object.keys(terms.fields)).toContain('id')
  })

  it('MAP-05 A-104 a mobile profile can be blocked and discarded in words alone', async () => {
    expect(maps.messages['en-US']).toMatchObject({ labels: { block: 'Block', discard: 'Discard' } })
    expect(maps.messages['pt-BR']).toMatchObject({ labels: { block: 'Bloquear', discard: 'Descartar' } })
    expect(Object.keys(maps.actions)).toEqual(words('approve deactivate reactivate toggleRole token'))
    for (const from of MAP_STATUSES)
      for (const to of ['blocked', 'discarded', 'block', 'discard'])
        expect(transitionBetween(from, to as typeof from), `${from} ${to}`).toBeNull()
    expect(maps.fields.status.choices).toEqual(words('pending active deactivated'))
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
