import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWorld, type TestWorld } from '../world'
import { runWithin } from './run-within'

let world: TestWorld
let folder: string
/** The same server under an address that is not this machine's own: nobody can tell who else listens there. */
let elsewhere: string
beforeAll(async () => {
  world = await startWorld()
  await world.listen()
  elsewhere = world.url.replace('127.0.0.1', '0.0.0.0')
  folder = mkdtempSync(join(tmpdir(), 'tocsin-http-'))
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

const LOGIN = ['auth', 'login', '--username=root', '--password-stdin']

const tocsin = (words: string[], env: Record<string, string> = {}) =>
  runWithin(words, {
    world,
    cwd: folder,
    env: { TOCSIN_HOST: elsewhere, TOCSIN_LOCALE: 'en-US', TOCSIN_CONFIG_DIR: folder, ...env },
    stdin: Buffer.from('Demo1234\n'),
  })

it('C05 no command sends a password or a token to another machine over plain HTTP', async () => {
  const token = await world.token('root')
  const before = world.logs.length
  for (const words of [
    LOGIN,
    ['auth', 'password-reset', '--username=root'],
    ['auth', 'status'],
    ['sites', 'list'],
    ['sites', 'delete', '1', '--yes'],
    ['api', 'sites'],
    ['find', 'aurora'],
    ['profile', 'get'],
  ]) {
    const { exit, stdout, stderr } = await tocsin(words, words === LOGIN ? {} : { TOCSIN_TOKEN: token })
    expect([exit, stdout], words.join(' ')).toEqual([2, ''])
    expect(stderr).toContain(`${elsewhere} is another machine`)
    expect(stderr).toContain('(INSECURE_HTTP)')
    expect(stderr).toContain('--insecure-http')
  }
  expect(world.logs.slice(before)).toEqual([])
})

it('C05 plain HTTP to another machine is for who says so, by flag or variable', async () => {
  expect(await tocsin([...LOGIN, '--insecure-http'])).toMatchObject({ exit: 0 })
  // The account stored then does not allow it later.
  expect(await tocsin(['clients', 'list', '-o', 'ids'])).toMatchObject({ exit: 2, stdout: '' })
  const allowed = await tocsin(['clients', 'list', '-o', 'ids'], { TOCSIN_INSECURE_HTTP: '1' })
  expect([allowed.exit, allowed.stdout]).toEqual([0, expect.stringMatching(/^\d+\n/)])
})

it('B5 no command signs in to a server that only a file of the tree names', async () => {
  const cwd = mkdtempSync(join(folder, 'tree-'))
  writeFileSync(join(cwd, '.tocsin.json'), JSON.stringify({ host: world.url }))
  const run = (words: string[], env: Record<string, string> = {}) =>
    runWithin(words, {
      world,
      cwd,
      env: { TOCSIN_LOCALE: 'en-US', TOCSIN_CONFIG_DIR: join(cwd, 'config'), ...env },
      stdin: Buffer.from('Demo1234\n'),
    })
  const before = world.logs.length
  for (const words of [LOGIN, ['auth', 'password-reset', '--username=root'], ['auth', 'first-root', '--code=x']]) {
    const { exit, stdout, stderr } = await run(words)
    expect([exit, stdout], words.join(' ')).toEqual([2, ''])
    expect(stderr).toContain(`.tocsin.json names the server ${world.url}`)
  }
  expect(await run(['sites', 'list'], { TOCSIN_TOKEN: await world.token('root') })).toMatchObject({
    exit: 2,
    stdout: '',
  })
  expect(world.logs.slice(before).filter((line) => !line.includes('authentication/login'))).toEqual([])
  // Once signed in by hand, the file chooses among the accounts of the user.
  expect(await run([...LOGIN, `--host=${world.url}`])).toMatchObject({ exit: 0 })
  expect(await run(['clients', 'list', '-o', 'ids'])).toMatchObject({ exit: 0, stderr: '' })
})
