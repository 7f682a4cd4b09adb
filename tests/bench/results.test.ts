import { describe, expect, it } from 'vitest'
import { replaceSections, table } from './results'

describe('the results of benchmarks', () => {
  it('are a table that says what was missed', () => {
    const lines = table([
      { name: 'start', figure: '25 ms', ratio: 1.1, goal: '≤ 1.15 × node', met: true },
      { name: 'import', figure: '9 s', ratio: null, goal: '≤ 5 s', met: false },
    ]).split('\n')
    expect(lines).toEqual([
      '| what   | figure | ratio | goal          | met |',
      '| ------ | ------ | ----- | ------------- | --- |',
      '| start  | 25 ms  | 1.10  | ≤ 1.15 × node | yes |',
      '| import | 9 s    | –     | ≤ 5 s         | NO  |',
    ])
  })

  it('keep the sections of benchmarks that were not run', () => {
    const first = replaceSections('', { server: 'old server', cli: 'old cli' })
    const second = replaceSections(first, { server: 'new server' })
    expect(first).toBe('# Measured results\n\n## cli\n\nold cli\n\n## server\n\nold server\n')
    expect(second).toBe('# Measured results\n\n## cli\n\nold cli\n\n## server\n\nnew server\n')
  })
})
