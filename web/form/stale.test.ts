import { describe, expect, it } from 'vitest'
import { sites } from '@tocsin/core/resources/sites/index'
import { withValues } from '@tocsin/core/vocabulary/changes'
import { initialValues } from './draft'
import { differencesBetween } from './stale'

const before = initialValues(sites.fields, {
  name: 'Abaeté',
  tag: '1',
  radius: 0.1,
  location: { formatted: 'Rua A', city: 'Abaeté' },
})

describe('a record that somebody else has changed meanwhile', () => {
  it('tells where both differ, and which of it is mine', () => {
    const mine = withValues(before, { name: 'Abaeté Norte', 'location.city': 'Belém' })
    const theirs = withValues(before, { name: 'Abaeté Sul', radius: 2 })
    expect(differencesBetween(sites.fields, before, mine, theirs)).toEqual([
      { path: 'name', mine: 'Abaeté Norte', theirs: 'Abaeté Sul', byMe: true },
      { path: 'location.city', mine: 'Belém', theirs: 'Abaeté', byMe: true },
      { path: 'radius', mine: 0.1, theirs: 2, byMe: false },
    ])
  })

  it('tells nothing where both say the same', () => {
    const same = withValues(before, { name: 'Abaeté Norte' })
    expect(differencesBetween(sites.fields, before, same, withValues(before, { name: ' Abaeté Norte ' }))).toEqual([])
  })
})
