import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createApp } from '../../server/program/app'
import { createFirstRoot } from '../../server/auth/first-root'
import { emptyDatabase } from '../database'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
let app: Awaited<ReturnType<typeof createApp>>
let origin: string
let code: string
let config: string
beforeAll(async () => {
  world = await startWorld({ database: await emptyDatabase() })
  // The terminal's clock is the real one, and so must be the tokens'.
  world.clock.now = Date.now()
  const firstRoot = createFirstRoot(world.parts)
  code = firstRoot.offer()
  app = await createApp(world.parts, firstRoot)
  origin = await app.listen({ host: '127.0.0.1', port: 0 })
  config = await mkdtemp(join(tmpdir(), 'tocsin-first-'))
})
afterAll(async () => {
  await app.close()
  await world.close()
  await rm(config, { recursive: true, force: true })
})

async function tocsin(args: string[], input = ''): Promise<{ status: number | null; out: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '../../dist/cli/main.cjs'), ...args], {
    env: { PATH: process.env['PATH'], TOCSIN_HOST: origin, TOCSIN_CONFIG_DIR: config, TOCSIN_LOCALE: 'en-US' },
  })
  let out = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stdin.end(input)
  return { status: await new Promise((resolve) => child.once('close', resolve)), out }
}

it('brings somebody into an empty server from the terminal, signed in as its first root', async () => {
  const person = ['--username', 'rita', '--name', 'Rita', '--email', 'rita@example.org', '--password-stdin']
  const made = await tocsin(['auth', 'first-root', `--code=${code}`, ...person], 'Segredo1\n')
  expect(made, made.out).toMatchObject({ status: 0 })
  const listed = await tocsin(['users', 'list', '--json=username,role'])
  expect(JSON.parse(listed.out)).toEqual([{ username: 'rita', role: 'root' }])
  const again = await tocsin(['auth', 'first-root', `--code=${code}`, ...person], 'Segredo1\n')
  expect(again.out).toContain('VERIFICATION_INVALID_CODE')
})
