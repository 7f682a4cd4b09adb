import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { randomClient } from '../random-client'
import { startWorld, type TestWorld } from '../world'
import { runWithin } from './run-within'

let world: TestWorld
let folder: string
beforeAll(async () => {
  world = await startWorld({ now: Date.now })
  await world.listen()
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tocsin-configuration-'))
  return () => rmSync(folder, { recursive: true, force: true })
})
afterAll(() => world.close())

const env = async (username: string) => ({
  TOCSIN_HOST: world.url,
  TOCSIN_LOCALE: 'en-US',
  TOCSIN_TOKEN: await world.token(username),
  TOCSIN_CONFIG_DIR: join(folder, 'config'),
})
const run = async (...words: string[]) =>
  runWithin(words, { world, cwd: folder, env: await env('root'), stdin: Buffer.alloc(0) })

/** Runs a line that must succeed without a word on stderr, and returns its output. */
async function done(...words: string[]): Promise<string> {
  const { exit, stdout, stderr } = await run(...words)
  expect({ exit, stderr, words, stdout: exit === 0 ? '' : stdout }).toEqual({ exit: 0, stderr: '', words, stdout: '' })
  return stdout
}

let clients = 0
/** Makes a client that has nothing, and returns its id. */
async function emptyClient(): Promise<number> {
  const name = `Cliente ${clients++}`
  const manager = { name: 'Ana', username: `manager-${clients}`, email: `ana-${clients}@example.org` }
  const reply = await world.call(await world.token('root'), 'POST', 'clients', { name, nickname: name, manager })
  expect(reply.text).toContain('"success":true')
  return (reply.body.data as { id: number }).id
}

/** Returns the files of a folder with their contents. */
const contents = (name: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(folder, name), { recursive: true, encoding: 'utf8' })
      .filter((path) => statSync(join(folder, name, path)).isFile())
      .sort()
      .map((path) => [path, readFileSync(join(folder, name, path), 'utf8')]),
  )

const SEEDS = process.env['TOCSIN_CHAOS'] === undefined ? 6 : 200

it('B3 writes any client into files that make another one the same, and plans nothing afterwards', async () => {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const [first, second] = [await emptyClient(), await emptyClient()]
    await randomClient(world, first, seed)
    await done('pull', `--client=${first}`, '--to=first')
    expect(await done('plan', 'first', `--client=${first}`, '--prune', '--exit-code'), `seed ${seed}`).toMatch(
      /^0 to create, 0 to update, 0 to delete/,
    )
    // The user of a provider has a name that nobody else has.
    await done('apply', 'first', `--client=${second}`, '--yes')
    expect(await done('plan', 'first', `--client=${second}`, '--prune', '--exit-code'), `seed ${seed}`).toMatch(
      /^0 to create, 0 to update, 0 to delete/,
    )
    await done('pull', `--client=${second}`, '--to=second')
    expect(contents('second'), `seed ${seed}`).toEqual(contents('first'))
    rmSync(join(folder, 'first'), { recursive: true })
    rmSync(join(folder, 'second'), { recursive: true })
  }
}, 600_000)
