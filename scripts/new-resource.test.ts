import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

describe('the skeleton of a new resource', () => {
  let copy = ''
  const make = (...words: string[]) =>
    spawnSync(process.execPath, [join(copy, 'scripts/new-resource.mjs'), ...words], { cwd: copy, encoding: 'utf8' })
  const read = (path: string) => readFileSync(join(copy, path), 'utf8')

  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'tocsin-resource-'))
    for (const path of ['core', 'server', 'fixtures', 'scripts', 'package.json', '.oxfmtrc.json'])
      cpSync(join(root, path), join(copy, path), { recursive: true, filter: (from) => !from.includes('node_modules') })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    const config = {
      compilerOptions: { paths: { '@tocsin/core/*': ['./core/*'] } },
      extends: join(root, 'tsconfig.json'),
      include: ['core', 'server/resources', 'fixtures'],
      exclude: ['**/*.test.ts'],
    }
    writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(config))
  })
  afterAll(() => rmSync(copy, { recursive: true, force: true }))

  it('lies on every side and in every list of imports, type-checks and is formatted', () => {
    const { status, stdout, stderr } = make('duty-rosters')
    expect([status, stderr]).toEqual([0, ''])
    const made = [
      'core/resources/duty-rosters/types.ts',
      'core/resources/duty-rosters/index.ts',
      'core/resources/duty-rosters/messages.ts',
      'server/resources/duty-rosters/index.ts',
      'fixtures/duty-rosters.ts',
      'tests/cli/duty-rosters.golden',
    ]
    expect(made.filter((path) => !existsSync(join(copy, path)))).toEqual([])
    const migration = /server\/db\/migrations\/(\d{4})-duty-rosters\.sql/.exec(stdout)!
    expect(read(migration[0])).toContain(`call tocsin_fence('duty_rosters')`)
    for (const [path, line] of [
      ['core/resources/index.ts', `  'duty-rosters': () => import('./duty-rosters/index'),`],
      ['core/vocabulary/roles.ts', `  ...viewAndUpdate('duty-rosters'),`],
      ['server/resources/index.ts', `  'duty-rosters': dutyRostersOverrides,`],
      ['fixtures/world.ts', `    dutyRosters,`],
    ] as const)
      expect(read(path).split('\n')).toContain(line)
    const bin = join(root, 'node_modules/.bin')
    const types = spawnSync(join(bin, 'tsc'), ['-p', 'tsconfig.json'], { cwd: copy, encoding: 'utf8' })
    expect([types.status, types.stdout]).toEqual([0, ''])
    const format = spawnSync(join(bin, 'oxfmt'), ['--check', 'core', 'server', 'fixtures'], {
      cwd: copy,
      encoding: 'utf8',
    })
    expect([format.status, format.stdout]).toEqual([0, expect.any(String)])
  })

  it('is refused a name that is taken, or that has no singular', () => {
    expect(make('sites')).toMatchObject({ status: 2, stderr: 'core/resources/sites is there already.\n' })
    expect(make('staff')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Give the singular of staff') as string,
    })
    expect(make('Duty Rosters')).toMatchObject({ status: 2, stdout: '' })
    expect(make()).toMatchObject({ status: 2, stdout: '' })
  })
})
