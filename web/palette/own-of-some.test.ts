import { profileOf } from '../../tests/profile-of'
import { beforeAll, expect, it, vi } from 'vitest'
import { everyResource } from '../data/resources'
import { REFS } from '../commands/line'
import { loadRest } from '../rest'
import { everyLanguage } from '../words'
import { ownCommandsOfSome } from './own-of-some'
import '../resources/record-commands'

const profile = (role: string) => profileOf('client', role)
const offered = (role: string) => everyResource().flatMap((resource) => ownCommandsOfSome(resource, profile(role)))

beforeAll(async () => {
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('location', { search: '', href: 'http://localhost/' })
  await loadRest()
})

it('offers what follows from no declaration before a record is chosen, to who may do it', () => {
  expect(offered('admin').map(({ id }) => id)).toEqual([
    'apps.copy',
    'app-versions.reactivate',
    'app-versions.continue',
    'apps.diff',
    'templates.use',
    'templates.share',
  ])
  expect(offered('broadcast-operator').map(({ id }) => id)).toEqual(['templates.share'])
})

it('asks for the record first, and tells in both languages and on a line what is done', () => {
  for (const { id, title, asks, line } of offered('admin')) {
    const titles = everyLanguage().map(title)
    expect(new Set(titles).size, id).toBe(2)
    for (const one of titles) expect(one).toMatch(/ .*…$/)
    expect(asks[0]!.flag).toMatchObject({ path: REFS, required: true })
    const written = line as (values: Record<string, unknown>) => string
    expect(written({})).toBe(`tocsin ${id.replace('.', ' ')}`)
    expect(written({ [REFS]: 12, versionId: 7 })).toBe(
      `tocsin ${id.replace('.', ' ')} ${id.startsWith('app-versions') ? 7 : 12}`,
    )
  }
})
