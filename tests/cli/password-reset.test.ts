import { tmpdir } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { deliver } from '../deliver'
import { startWorld, type TestWorld } from '../world'
import { runWithin } from './run-within'

let world: TestWorld
beforeAll(async () => {
  world = await startWorld()
  await world.listen()
})
afterAll(() => world.close())

const tocsin = (words: string[], lines: string[]) => {
  const env = { TOCSIN_HOST: world.url, TOCSIN_LOCALE: 'en-US' }
  return runWithin(words, { world, cwd: tmpdir(), env, stdin: Buffer.from(`${lines.join('\n')}\n`) })
}

it('RESET-24 sets a new password from a script: the link and the password, a line each, the link spent by success alone', async () => {
  await tocsin(['auth', 'password-reset', '--username=acme-admin'], [])
  const link = /https:\S+/.exec((await deliver(world)).at(-1)?.text ?? '')?.[0] ?? ''
  const reset = (...lines: string[]) => tocsin(['auth', 'password-reset', '--token-stdin', '--password-stdin'], lines)
  for (const [password, why] of [
    ['', '--password-stdin is required'],
    ['curta', '--password-stdin must have at least 8 characters'],
  ] as const) {
    const { exit, stderr } = await reset(link, password)
    expect([exit, stderr]).toEqual([3, expect.stringContaining(why)])
  }
  expect(await reset(link, 'Quatro4Ventos')).toMatchObject({ exit: 0, stdout: '' })
  const login = { username: 'acme-admin', password: 'Quatro4Ventos' }
  expect((await world.call(null, 'POST', 'authentication/login', login)).status).toBe(200)
  expect((await reset(link, 'Cinco5Ventos')).stderr).toContain('RESET_TOKEN_USED')
})
