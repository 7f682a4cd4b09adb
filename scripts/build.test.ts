import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

/** A client of two commands: the second one lies in a chunk of its own and runs the server beside it. */
const CLIENT = {
  'cli/main.ts': `
if (process.argv[2] === '--version') process.stdout.write(__TOCSIN_VERSION__)
else void import('./commands/serve').then(({ serve }) => serve())
`,
  'cli/commands/serve.ts': `export const serve = async () => (await import('../../server/program/main')).start()`,
  'server/program/main.ts': `export const start = () => process.stdout.write('the server of ' + __TOCSIN_VERSION__)`,
  'server/db/migrations/0001-schema.sql': 'select 1',
}

describe('a build', () => {
  let copy = ''
  beforeEach(() => {
    copy = mkdtempSync(join(tmpdir(), 'tocsin-build-'))
    for (const path of ['scripts', 'cli/bin', 'cli/package.json', 'package.json', 'package-lock.json'])
      cpSync(join(root, path), join(copy, path), { recursive: true })
    mkdirSync(join(copy, 'core'))
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    for (const [path, text] of Object.entries(CLIENT)) write(path, text)
  })
  afterEach(() => rmSync(copy, { recursive: true, force: true }))

  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    writeFileSync(join(copy, path), text)
  }
  const node = (script: string, ...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(copy, script), ...words], { encoding: 'utf8' })
    return { status, stdout, stderr }
  }
  const build = (...targets: string[]) => node('scripts/build.mjs', ...targets)

  it('makes what has an entry, once, and again when a source changes', () => {
    expect(build().stderr).toMatch(/built dist\/server[\s\S]*built dist\/cli/)
    expect(existsSync(join(copy, 'dist/server/migrations/0001-schema.sql'))).toBe(true)
    expect(existsSync(join(copy, 'dist/web'))).toBe(false)
    expect(build()).toEqual({ status: 0, stdout: '', stderr: '' })
    write('cli/commands/notes.test.ts', '// a test is no source')
    expect(build().stderr).toBe('')
    write('cli/commands/serve.ts', `export const serve = () => process.stdout.write('changed')`)
    expect(build().stderr).toMatch(/^tocsin: built dist\/cli \(.*\)\n$/)
    expect(node('dist/cli/main.cjs', 'serve').stdout).toBe('changed')
  })

  it('leaves what a command does not use out of the start, and the server out of the client', () => {
    build()
    expect(readdirSync(join(copy, 'dist/cli')).filter((file) => file.endsWith('.cjs'))).toHaveLength(2)
    expect(node('dist/cli/main.cjs', '--version').stdout).toBe(version)
    expect(node('dist/cli/main.cjs', 'serve').stdout).toBe(`the server of ${version}`)
    write('server/program/main.ts', `export const start = () => process.stdout.write('another server')`)
    expect(build('server').stderr).toContain('built dist/server')
    expect(node('dist/cli/main.cjs', 'serve').stdout).toBe('another server')
  })

  it('that fails leaves the last good one in place', () => {
    build()
    write('cli/main.ts', 'this is no program')
    expect(build('cli').status).not.toBe(0)
    expect(node('dist/cli/main.cjs', '--version').stdout).toBe(version)
    write('cli/main.ts', CLIENT['cli/main.ts'])
    expect(build('cli').status).toBe(0)
  })

  it('refuses a target it does not know', () => {
    expect(build('phone')).toMatchObject({ status: 2, stderr: expect.stringContaining('no target phone') as string })
  })

  it('happens by itself when the launcher finds a newer source, and never on stdout', () => {
    const first = node('cli/bin/tocsin.js', '--version')
    expect(first).toMatchObject({
      status: 0,
      stdout: version,
      stderr: expect.stringContaining('built dist/cli') as string,
    })
    expect(node('cli/bin/tocsin.js', '--version')).toEqual({ status: 0, stdout: version, stderr: '' })
    write('cli/main.ts', `process.stdout.write('newer')\nprocess.exitCode = 7`)
    const soon = new Date(Date.now() + 5_000)
    utimesSync(join(copy, 'cli/main.ts'), soon, soon)
    expect(node('cli/bin/tocsin.js')).toMatchObject({ status: 7, stdout: 'newer' })
  })
})
