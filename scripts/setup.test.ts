import { spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The stand-in for npm: records its calls, takes a moment, makes node_modules. */
const NPM = `#!/bin/sh
echo "$* omit=$npm_config_omit env=$NODE_ENV" >> calls
sleep 0.3
mkdir -p node_modules
exit \${NPM_EXIT:-0}
`

describe('the set-up', () => {
  let copy = ''
  beforeEach(() => {
    copy = mkdtempSync(join(tmpdir(), 'tocsin-setup-'))
    for (const path of [
      'scripts',
      'package.json',
      'package-lock.json',
      ...['core', 'server', 'web', 'cli'].map((one) => `${one}/package.json`),
    ])
      cpSync(join(root, path), join(copy, path), { recursive: true })
    mkdirSync(join(copy, 'bin'))
    writeFileSync(join(copy, 'bin/npm'), NPM)
    chmodSync(join(copy, 'bin/npm'), 0o755)
  })
  afterEach(() => rmSync(copy, { recursive: true, force: true }))

  const setup = (environment: Record<string, string> = {}, ...more: (string | ((text: string) => unknown))[]) =>
    new Promise<{ code: number | null; stderr: string }>((resolve) => {
      const env = {
        ...process.env,
        CI: '',
        PATH: [join(copy, 'bin'), process.env['PATH']].join(delimiter),
        ...environment,
      }
      const flags = more.filter((one) => typeof one === 'string')
      const listeners = more.filter((one) => typeof one === 'function')
      const child = spawn(process.execPath, [join(copy, 'scripts/setup.mjs'), ...flags], { cwd: copy, env })
      let stderr = ''
      child.stderr.on('data', (chunk: Buffer) => {
        stderr += chunk.toString()
        for (const listener of listeners) listener(chunk.toString())
      })
      child.on('close', (code) => resolve({ code, stderr }))
    })
  const calls = () =>
    existsSync(join(copy, 'calls')) ? readFileSync(join(copy, 'calls'), 'utf8').trim().split('\n') : []
  const edit = (path: string, change: (manifest: Record<string, Record<string, string>>) => void) => {
    const manifest = JSON.parse(readFileSync(join(copy, path), 'utf8')) as Record<string, Record<string, string>>
    change(manifest)
    writeFileSync(join(copy, path), JSON.stringify(manifest))
  }

  it('T74 installs once, without install scripts, and again when a dependency changes', async () => {
    expect((await setup()).code).toBe(0)
    expect((await setup()).code).toBe(0)
    expect(calls()).toHaveLength(1)
    expect(calls()[0]).toContain('ci --ignore-scripts --include=dev')
    edit('package.json', (manifest) => (manifest['scripts']!['another'] = 'true'))
    await setup()
    expect(calls()).toHaveLength(1)
    edit('core/package.json', (manifest) => (manifest['dependencies']!['papaparse'] = '0.0.1'))
    await setup()
    expect(calls()).toHaveLength(2)
  })

  it('lets one of two at once install while the other waits', async () => {
    const both = await Promise.all([setup(), setup()])
    expect(both.map(({ code }) => code)).toEqual([0, 0])
    expect(calls()).toHaveLength(1)
  })

  it('says what it is waiting for', async () => {
    mkdirSync(join(copy, 'dist/.setup'), { recursive: true })
    writeFileSync(join(copy, 'dist/.setup/pid'), String(process.pid))
    const waiting = setup(
      {},
      (text) => text.includes('waiting') && rmSync(join(copy, 'dist/.setup'), { recursive: true }),
    )
    expect((await waiting).code).toBe(0)
  })

  it('takes over from a set-up that was killed', async () => {
    mkdirSync(join(copy, 'dist/.setup'), { recursive: true })
    writeFileSync(join(copy, 'dist/.setup/pid'), '999999999')
    expect((await setup()).code).toBe(0)
    expect(calls()).toHaveLength(1)
  })

  it('installs what builds need in a production environment too', async () => {
    await setup({ NODE_ENV: 'production', npm_config_omit: 'dev' })
    expect(calls()[0]).toMatch(/omit= env=$/)
  })

  it('says in one line what to do when npm fails, and tries again next time', async () => {
    const { code, stderr } = await setup({ NPM_EXIT: '1' })
    expect([code, stderr.trim().split('\n').at(-1)]).toEqual([1, expect.stringContaining('npm ci failed')])
    expect((await setup()).code).toBe(0)
    expect(calls()).toHaveLength(2)
  })

  it('goes on without PostgreSQL or a browser, but not in CI', async () => {
    // A PATH without apt-get's answers: the program that installs is replaced by one that finds nothing.
    writeFileSync(join(copy, 'scripts/apt.mjs'), 'export const aptInstall = () => false\n')
    const nowhere = { TOCSIN_POSTGRES_BIN: join(copy, 'none'), TOCSIN_CHROMIUM: join(copy, 'none') }
    const alone = await setup(nowhere, '--postgres', '--browser')
    expect([alone.code, alone.stderr]).toEqual([
      0,
      expect.stringMatching(/PostgreSQL was not found[\s\S]*Chromium was not found/),
    ])
    expect((await setup({ ...nowhere, CI: 'true' }, '--postgres')).code).toBe(1)
    expect((await setup({ ...nowhere, CI: 'true' }, '--browser')).code).toBe(1)
  })

  it('finds a browser by name and by PATH', async () => {
    writeFileSync(join(copy, 'scripts/apt.mjs'), 'export const aptInstall = () => false\n')
    writeFileSync(join(copy, 'bin/chromium'), '#!/bin/sh\n')
    chmodSync(join(copy, 'bin/chromium'), 0o755)
    for (const environment of [{}, { TOCSIN_CHROMIUM: join(copy, 'bin/chromium') }])
      expect(await setup({ CI: 'true', ...environment }, '--browser')).toMatchObject({ code: 0 })
  })
})
