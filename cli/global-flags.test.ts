import { commandsOf } from '@tocsin/core/command-line/commands'
import { allResources } from '@tocsin/core/resources/index'
import { describe, expect, it } from 'vitest'
import { EXIT } from './exit-codes'
import { GLOBAL_FLAGS, takeGlobalFlags } from './global-flags'

describe('the flags of every command', () => {
  it('are taken out wherever they stand, and what follows -- is left alone', () => {
    expect(
      takeGlobalFlags(['--account', 'ana', 'sites', 'get', '--json', '12', '-o', 'csv', '-ojson', '--', '--yes']),
    ).toEqual({
      settings: { account: 'ana', output: 'json', json: '12' },
      words: ['sites', 'get', '12', '--', '--yes'],
      problem: null,
    })
    expect(takeGlobalFlags(['--json=id,name', '--no-color', '--locale=pt-BR', '--confirm=a=b'])).toEqual({
      settings: { output: 'json', json: '', fields: 'id,name', color: false, locale: 'pt-BR', confirm: 'a=b' },
      words: [],
      problem: null,
    })
    expect(takeGlobalFlags(['sites', 'list', '--account']).problem?.parts).toMatchObject({
      key: 'cli.usage.missingValue',
      field: '--account',
    })
  })

  it('C01 that take no value refuse every one', () => {
    const switches = Object.entries(GLOBAL_FLAGS).flatMap(([name, takesValue]) =>
      takesValue || name === 'json' ? [] : [name],
    )
    expect(switches).toEqual(['header', 'no-header', 'insecure-http', 'yes', 'no-input', 'quiet', 'debug', 'no-color'])
    for (const name of switches)
      for (const value of ['no', 'false', 'true', '', 'garbage']) {
        const { settings, problem } = takeGlobalFlags(['sites', 'delete', '1', `--${name}=${value}`])
        expect(settings, `--${name}=${value}`).toEqual({})
        expect(problem?.parts, `--${name}=${value}`).toMatchObject({
          exit: EXIT.usage,
          key: 'cli.usage.excessValue',
          values: { flag: `--${name}`, value },
        })
      }
  })

  it('C53 have a letter, alone or with others, and nowhere else', () => {
    expect(takeGlobalFlags(['sites', '-q', 'delete', '-y', '1', '-o', 'ids'])).toEqual({
      settings: { quiet: true, yes: true, output: 'ids' },
      words: ['sites', 'delete', '1'],
      problem: null,
    })
    for (const words of [['-yqo', 'ids'], ['-qyoids'], ['-q', '-yo', 'ids'], ['-yqy', '--output=ids']])
      expect(takeGlobalFlags(words), words.join(' ')).toEqual({
        settings: { quiet: true, yes: true, output: 'ids' },
        words: [],
        problem: null,
      })
    expect(takeGlobalFlags(['--', '-yq']).words).toEqual(['--', '-yq'])
    // Commander refuses these, which could mean another flag.
    for (const word of ['-y=no', '-Q', '-yes', '-yw']) expect(takeGlobalFlags([word]).words).toEqual([word])
    expect(takeGlobalFlags(['--', '-y']).settings).toEqual({})
  })

  it('C53 switch the headings, the last one given', () => {
    expect(takeGlobalFlags(['--header', '--no-header']).settings).toEqual({ header: false })
    expect(takeGlobalFlags(['--no-header', '--header']).settings).toEqual({ header: true })
  })

  it('hide no flag of any resource', async () => {
    const taken = new Set([
      ...Object.keys(GLOBAL_FLAGS),
      'help',
      'version',
      'data',
      'all',
      'if-version',
      'idempotency-key',
      'ids-from',
      'count',
    ])
    for (const resource of await allResources())
      for (const spec of commandsOf(resource))
        for (const flag of spec.flags)
          expect(taken.has(flag.name), `${spec.resource} ${spec.verb} --${flag.name}`).toBe(false)
  })
})
