import { describe, expect, it } from 'vitest'
import { declaredSpelling, flagOf, kebab, snake } from './naming'
import { allResources } from '../resources/index'

describe('spellings', () => {
  it.each([
    ['ClientId', 'client-id', 'client_id', 'client'],
    ['ClientIds', 'client-ids', 'client_ids', 'clients'],
    ['MobileProfiles', 'mobile-profiles', 'mobile_profiles', 'mobile-profiles'],
    ['regHandlerId', 'reg-handler-id', 'reg_handler_id', 'reg-handler'],
    ['updateMFAToken', 'update-mfa-token', 'update_mfa_token', 'update-mfa-token'],
    ['minAppVersion', 'min-app-version', 'min_app_version', 'min-app-version'],
    ['id', 'id', 'id', 'id'],
    ['q', 'q', 'q', 'q'],
  ])('%s as flag, column and reference', (name, asFlag, asColumn, asReference) => {
    expect([kebab(name), snake(name), flagOf(name)]).toEqual([asFlag, asColumn, asReference])
  })

  it('tell the fields of each resource apart, but for those of one column', async () => {
    for (const { name, fields } of await allResources()) {
      const columns = Object.entries(fields)
        .filter(([, field]) => field.readonly !== true)
        .map(([field]) => snake(field))
      expect([name, columns.filter((column, index) => columns.indexOf(column) !== index)]).toEqual([name, []])
    }
  })

  it('A-003 are one for both cases of a reference, and for nothing else', () => {
    const declared = new Set(['ClientId', 'projectId', 'name', 'ClientIds'])
    expect(declaredSpelling('clientId', declared)).toBe('ClientId')
    expect(declaredSpelling('ClientId', declared)).toBe('ClientId')
    expect(declaredSpelling('ProjectId', declared)).toBe('projectId')
    expect(declaredSpelling('clientIds', declared)).toBe('ClientIds')
    for (const key of ['Name', 'clientid', 'siteId', 'Id', '', '__proto__'])
      expect(declaredSpelling(key, declared)).toBe(key)
  })
})
