import { LOCALES } from '@tocsin/core/base/constants'
import { PERMISSIONS, permissionsOf } from '@tocsin/core/vocabulary/permissions'
import { describe, expect, it } from 'vitest'
import { messages } from './messages'
import { permissionGroups } from './permission-groups'

describe('permissions to be read', () => {
  it('are gathered by what they are about', () => {
    expect(permissionGroups(['sites:view', 'license:comments:view', 'sites:update', 'login_as:user:client'])).toEqual([
      { area: 'sites', rights: ['view', 'update'] },
      { area: 'license:comments', rights: ['view'] },
      { area: 'login_as:user', rights: ['client'] },
    ])
    expect(permissionGroups(permissionsOf('tocsin', 'guest'))).toEqual([])
  })

  it.each(LOCALES)('have words in %s, every one that the product knows', (locale) => {
    const { areas, rights } = messages[locale] as { areas: Record<string, string>; rights: Record<string, string> }
    const unsaid = permissionGroups([...PERMISSIONS]).flatMap((group) => [
      ...(areas[group.area] ? [] : [group.area]),
      ...group.rights.filter((right) => !rights[right]),
    ])
    expect(unsaid).toEqual([])
  })
})
