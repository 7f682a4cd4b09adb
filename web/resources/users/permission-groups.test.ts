import { LOCALES } from '@tocsin/core/base/constants'
import { allResources } from '@tocsin/core/resources/index'
import { createVocabulary } from '@tocsin/core/vocabulary/i18n'
import { PERMISSIONS, permissionsOf } from '@tocsin/core/vocabulary/roles'
import { describe, expect, it } from 'vitest'
import { messages } from './messages'
import { areaIn, permissionGroups } from './permission-groups'

const vocabulary = createVocabulary()
vocabulary.add(['people'], messages)
for (const { name, messages } of await allResources()) vocabulary.add(['resources', name], messages)

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
    const t = vocabulary.translate(locale)
    const unsaid = permissionGroups([...PERMISSIONS]).flatMap(({ area, rights }) => [
      ...(areaIn(t, area).startsWith('resources.') ? [`area ${area}`] : []),
      ...rights.filter((right) => !vocabulary.has(locale, `people.rights.${right}`)).map((right) => `right ${right}`),
    ])
    expect(unsaid, 'add its words to web/resources/users/messages.ts').toEqual([])
  })
})
