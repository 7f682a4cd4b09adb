import { mayDo } from '@tocsin/core/vocabulary/permissions'
import { permissionsOf } from '@tocsin/core/vocabulary/roles'
import { profileFrom } from '@tocsin/core/api/session'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { users } from '../fixtures/users'
import { ALL, PEOPLE } from './people-see'

// Loading the resources adds their words to the page's vocabulary, whose language is asked of a browser.
vi.stubGlobal('location', { search: '' })
vi.stubGlobal('navigator', { languages: ['en-US'] })

const { loadResources, findResource } = await import('../web/data/resources')
await import('../web/resources/views')
await import('../web/resources/screenless')
const { SIDEBAR_GROUPS } = await import('../web/data/views')
const { placesOf, sidebarOf } = await import('../web/navigation/places')

/** The place of what is expected. */
const TABLE = 'tests/people-see.ts says who sees what'

const people = Object.entries(PEOPLE)

describe('what the console shows', () => {
  beforeAll(loadResources)

  it.each(people)('SHELL-04 SHELL-05 SHELL-07 SHELL-10 PERM-10 %s, by role', (username, may) => {
    const user = users.rows.find((one) => one.username === username)!
    const permissions = permissionsOf(user.userType, user.role)
    const viewer = { ...profileFrom({ token: '', profile: { ...user, permissions } }), permissions }
    const shown = SIDEBAR_GROUPS.flatMap((group) => sidebarOf(viewer, group))
    expect(shown, TABLE).toEqual(may.sidebar)
    expect(placesOf(viewer).sort(), TABLE).toEqual([...(may.palette ?? may.opens)].sort())
    const opens = ALL.filter((one) => mayDo(viewer, findResource(one)!, 'view'))
    expect(opens).toEqual(ALL.filter((one) => may.opens.includes(one)))
    const makes = ALL.filter((one) => mayDo(viewer, findResource(one)!, 'create'))
    expect(makes).toEqual(ALL.filter((one) => may.makes.includes(one)))
  })
})
