import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lives, type Io } from '../../cli/io'
import { main } from '../../cli/program'
import { note } from '../server/stream-client'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
let folder: string
beforeAll(async () => {
  world = await startWorld({ streams: { beat: 200 } })
  await world.listen()
  folder = await mkdtemp(join(tmpdir(), 'tocsin-watch-'))
})
afterAll(async () => {
  await world.close()
  await rm(folder, { recursive: true, force: true })
})

/** A terminal in which a command runs until it is interrupted. */
async function terminal(words: readonly string[]) {
  const interrupt = new AbortController()
  const said = { stdout: '', stderr: '' }
  const waiting = new Set<() => void>()
  const output = (name: 'stdout' | 'stderr') => ({
    isTerminal: true,
    width: 200,
    write: async (text: string | Uint8Array) => {
      said[name] += typeof text === 'string' ? text : Buffer.from(text).toString('utf8')
      for (const look of waiting) look()
    },
  })
  const io: Io = {
    stdin: { isTerminal: false, async *bytes() {} },
    stdout: output('stdout'),
    stderr: output('stderr'),
    env: {
      TOCSIN_HOST: world.url,
      TOCSIN_TOKEN: await world.token('acme-admin'),
      TOCSIN_CONFIG_DIR: folder,
      TOCSIN_LOCALE: 'en-US',
      NO_COLOR: '1',
    },
    cwd: folder,
    home: folder,
    pid: process.pid,
    user: null,
    lives,
    argv: ['node', 'tocsin', ...words],
    signal: interrupt.signal,
    now: () => world.clock.now,
    random: Math.random,
    pause: (milliseconds, signal) => wait(milliseconds / 20, undefined, { signal }).catch(() => undefined),
    promptStreams: () => ({ input: process.stdin, output: process.stderr }),
  }
  const exit = main(words, io)
  return {
    said,
    exit,
    interrupt: (signal: string) => interrupt.abort(signal),
    until: (name: 'stdout' | 'stderr', text: string) =>
      new Promise<void>((resolve) => {
        const look = () => {
          if (!said[name].includes(text)) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
  }
}
const write = (text: string) => note(world.parts.database, 1, text)
/** The cursor of the present, so that nothing is missed while a terminal starts. */
async function present(): Promise<string> {
  const { text } = await world.call(await world.token('acme-admin'), 'GET', 'alerts/stream?wait=0')
  return (JSON.parse(text.split('\n')[0]!) as { cursor: string }).cursor
}

it('K10 writes a line for each event as it happens, tells of a lost connection, and ends by Ctrl-C with 130', async () => {
  const one = await terminal(['alerts', 'watch', '--from', await present()])
  await one.until('stderr', 'Ctrl-C')
  await write('before')
  await one.until('stdout', 'before')
  world.app.server.closeAllConnections()
  await one.until('stderr', 'lost')
  await one.until('stderr', 'is back')
  await write('after')
  await one.until('stdout', 'after')
  expect(
    one.said.stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('  ').at(-1)),
  ).toEqual(['before', 'after'])
  one.interrupt('SIGINT')
  expect(await one.exit).toBe(130)
})

it('T87 lets no text of an alert move the cursor, ring the bell or turn the direction of writing', async () => {
  const from = await present()
  const [table, json] = [
    await terminal(['alerts', 'watch', '--from', from]),
    await terminal(['alerts', 'watch', '--from', from, '--output=json']),
  ]
  const text = 'a\u001b[2J\u0007b\nc\u202ed\u2028e\u0085f\rg'
  await write(text)
  await write('the end')
  for (const one of [table, json]) await one.until('stdout', 'the end')
  const lines = table.said.stdout.trimEnd().split('\n')
  expect(lines).toHaveLength(2)
  // eslint-disable-next-line no-control-regex
  expect(table.said.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/)
  const written = json.said.stdout.trimEnd().split('\n')
  expect((JSON.parse(written[0]!) as { history: { text: string } }).history.text).toBe(text)
  // eslint-disable-next-line no-control-regex
  expect(json.said.stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/)
  for (const one of [table, json]) one.interrupt('SIGTERM')
  expect([await table.exit, await json.exit]).toEqual([143, 143])
})

it('says that events are missing, and goes on', async () => {
  const one = await terminal(['alerts', 'watch', '--from', `${2n ** 60n}.1`])
  await one.until('stderr', 'Events are missing')
  await write('and on')
  await one.until('stdout', 'and on')
  one.interrupt('SIGINT')
  await one.exit
})
