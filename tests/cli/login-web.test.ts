import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { EXIT } from '../../cli/exit-codes'
import { noFaults } from '../../server/faults'
import { startWorld, type TestWorld } from '../world'
import { answering, forward } from './around-server'
import { runInWorld } from './run-within'

let world: TestWorld
let folder: string
let env: Record<string, string>
beforeAll(async () => {
  world = await startWorld()
  await world.listen()
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tocsin-web-'))
  env = { TOCSIN_HOST: world.url, TOCSIN_LOCALE: 'en-US', TOCSIN_CONFIG_DIR: folder }
  return () => rmSync(folder, { recursive: true, force: true })
})
afterAll(() => world.close())

const run = (words: readonly string[], parts: Parameters<typeof runInWorld>[2] = {}) =>
  runInWorld([...words], { world, cwd: folder, env, stdin: Buffer.alloc(0) }, parts)

/** Signs in by the console; each pause of the terminal does the next of `meanwhile` with what it has shown on stderr. */
async function login(meanwhile: ((shown: string) => Promise<unknown> | void)[], flags: readonly string[] = []) {
  let shown = ''
  const left = [...meanwhile]
  const interruption = new AbortController()
  const waited: number[] = []
  const ran = await run(['auth', 'login', '--web', ...flags], {
    stderr: { isTerminal: false, width: 80, write: async (piece) => void (shown += String(piece)) },
    signal: interruption.signal,
    pause: async (milliseconds) => {
      waited.push(milliseconds)
      const next = left.shift()
      if (next) await next(shown)
      else interruption.abort('SIGINT')
    },
  })
  return { ...ran, stderr: shown, waited }
}
const codeIn = (shown: string) => /[A-Z2-9]{4}-[A-Z2-9]{3}/.exec(shown)![0].replace('-', '')
const answer = (allow: boolean) => async (shown: string) => {
  const token = await world.token('acme-admin')
  const { status } = await world.call(token, 'POST', 'terminals/answer', { code: codeIn(shown), allow })
  expect(status).toBe(200)
}
const nothing = () => undefined

it('B2 signs in by the console: shows link and code, waits, and keeps the account', async () => {
  const { exit, stdout, stderr, waited } = await login([nothing, answer(true)])
  expect([exit, stdout]).toEqual([0, ''])
  const [open, allow, signedIn] = stderr.trim().split('\n')
  expect(open).toMatch(/^open https:\/\/console\.example\.org\/profile\?terminal=[A-Z2-9]{7}$/)
  expect(allow).toMatch(/^and allow the terminal with the code [A-Z2-9]{4}-[A-Z2-9]{3}, within 10 minutes$/)
  expect(signedIn).toBe(`signed in to ${world.url} as acme-admin (client, admin)`)
  expect(waited).toEqual([2000, 2000])
  const status = await run(['auth', 'status', '-o', 'json'])
  expect(JSON.parse(status.stdout)).toMatchObject({ username: 'acme-admin' })
})

it('B2 shows link and code to programs as JSON, and even with --quiet', async () => {
  const { exit, stderr } = await login([answer(true)], ['-o', 'json', '--quiet'])
  expect(exit).toBe(0)
  const request = JSON.parse(stderr.trim().split('\n')[0]!) as Record<string, unknown>
  expect(request).toMatchObject({ seconds: 600, link: expect.stringContaining('/profile?terminal=') as string })
})

it('B2 completes the path that a server without an address of its own returns', async () => {
  const { publicUrl = '' } = world.parts
  delete world.parts.publicUrl
  try {
    const { exit, stderr } = await login([answer(true)])
    expect([exit, stderr.startsWith(`open ${world.url}/profile?terminal=`)]).toEqual([0, true])
  } finally {
    world.parts.publicUrl = publicUrl
  }
})

it('B2 ends with the reason when the console denies it, and keeps no account', async () => {
  const { exit, stderr } = await login([answer(false)])
  expect([exit, stderr.includes('The sign-in was denied in the console')]).toEqual([EXIT.authentication, true])
  expect((await run(['auth', 'status', '--check'])).exit).toBe(EXIT.authentication)
})

it('B2 goes on waiting while the server is away for a moment, and ends when the request has expired', async () => {
  const down = () => void (world.faults.current = () => 'drop')
  const up = () => void (world.faults.current = noFaults)
  try {
    const begun = world.clock.now
    const survived = await login([
      down,
      async (shown) => {
        up()
        await answer(true)(shown)
      },
    ])
    expect(survived.exit).toBe(0)
    const late = await login([nothing, () => void (world.clock.now += 601_000)])
    expect([late.exit, late.stderr.includes('has expired or was used')]).toEqual([EXIT.authentication, true])
    world.clock.now = begun
  } finally {
    up()
  }
})

it('B2 gets the session where the answer with it was lost', async () => {
  let isAllowed = false
  let lost = 0
  const proxy = await answering((asked, answered) => {
    if (!isAllowed || lost > 0 || !asked.url?.endsWith('/terminal/session')) return forward(world.url)(asked, answered)
    lost++
    void text(asked).then(async (body) => {
      const headers = { 'content-type': 'application/json' }
      expect((await fetch(world.url + asked.url, { method: 'POST', headers, body })).status).toBe(200)
      answered.destroy()
    })
  })
  env['TOCSIN_HOST'] = `http://127.0.0.1:${proxy.port}`
  try {
    const allow = async (shown: string) => {
      await answer(true)(shown)
      isAllowed = true
    }
    const { exit, stderr } = await login([allow, nothing])
    expect([lost, exit, stderr.includes('as acme-admin')]).toEqual([1, 0, true])
    expect((await run(['auth', 'status', '--check'])).exit).toBe(0)
  } finally {
    await proxy.close()
  }
})

it('B2 stops at Ctrl-C, and takes no username or password beside --web', async () => {
  expect((await login([nothing])).exit).toBe(EXIT.interrupted)
  for (const flag of ['--username=root', '--password-stdin']) {
    const { exit, stderr } = await login([], [flag])
    expect([exit, stderr.includes(`--web, ${flag.split('=')[0]}`)]).toEqual([EXIT.usage, true])
  }
})
