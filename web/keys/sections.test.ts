import { expect, it } from 'vitest'
import type { ActiveKey } from './keyboard'
import { sectionsOf } from './sections'

it('the cheat sheet begins with this screen, then the shell, then what follows each prefix', () => {
  const key = (id: ActiveKey['id'], scope: ActiveKey['scope'], keys: string[]): ActiveKey => ({
    id,
    scope,
    keys,
    label: '',
  })
  const sections = sectionsOf([
    key('palette', 'anywhere', ['Mod+K']),
    key('go:sites', 'anywhere', ['g s']),
    key('edit', 'row', ['e']),
    key('copyIds', 'list', ['y y']),
    key('create', 'list', ['c']),
    key('open', 'row', ['Enter', 'o']),
  ])
  expect(sections.map(({ caption, rows }) => [caption, rows.map(({ id }) => id)])).toEqual([
    ['keys.scopes.row', ['edit', 'open']],
    ['keys.scopes.list', ['create']],
    ['keys.scopes.anywhere', ['palette']],
    ['keys.prefixes.g', ['go:sites']],
    ['keys.prefixes.y', ['copyIds']],
  ])
})
