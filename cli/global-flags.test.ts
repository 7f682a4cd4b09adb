import { commandsOf } from '@tocsin/core/commands'
import { allResources } from '@tocsin/core/resources/index'
import { describe, expect, it } from 'vitest'
import { GLOBAL_FLAGS, takeGlobalFlags } from './global-flags'

describe('the flags of every command', () => {
  it('are taken out wherever they stand, and what follows -- is left alone', () => {
    expect(
      takeGlobalFlags(['--account', 'ana', 'sites', 'get', '--json', '12', '-o', 'csv', '-ojson', '--', '--yes']),
    ).toEqual({
      settings: { account: 'ana', output: 'json' },
      words: ['sites', 'get', '12', '--', '--yes'],
      missing: null,
    })
    expect(takeGlobalFlags(['--json=id,name', '--no-color', '--locale=pt-BR', '--confirm=a=b'])).toEqual({
      settings: { output: 'json', fields: 'id,name', color: false, locale: 'pt-BR', confirm: 'a=b' },
      words: [],
      missing: null,
    })
    expect(takeGlobalFlags(['sites', 'list', '--account']).missing).toBe('--account')
  })

  it('hide no flag of any noun', async () => {
    const taken = new Set([
      ...Object.keys(GLOBAL_FLAGS),
      'help',
      'version',
      'data',
      'all',
      'if-version',
      'ids-from',
      'count',
    ])
    for (const resource of await allResources())
      for (const spec of commandsOf(resource))
        for (const flag of spec.flags)
          expect(taken.has(flag.name), `${spec.noun} ${spec.verb} --${flag.name}`).toBe(false)
  })
})
