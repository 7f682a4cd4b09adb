import { beforeAll, describe, expect, it } from 'vitest'
import { loadResources } from '../data/resources'
import { upCommand } from './up'

describe('the way up', () => {
  beforeAll(loadResources)
  const lineOf = (href: string) => {
    const { line } = upCommand({ label: 'ACME', href })
    return line === 'only-here' ? line : line({})
  }
  it('has the line of a list or of a record, with whatever the address asks of it', () => {
    expect(lineOf('/sites')).toBe('tocsin sites list')
    expect(lineOf('/sites?ClientId=2')).toBe('tocsin sites list')
    expect(lineOf('/clients/2/show')).toBe('tocsin clients get 2')
    expect(lineOf('/clients/2/show?tab=sites')).toBe('tocsin clients get 2')
    for (const href of ['/', '/clients/2', '/clients/x/show', '/clients/create']) expect(lineOf(href)).toBe('only-here')
  })
})
