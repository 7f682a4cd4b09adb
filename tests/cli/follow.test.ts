import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EXIT } from '../../cli/exit-codes'
import { lives, type Io, type Output } from '../../cli/io'
import { main } from '../../cli/program'
import { withServer } from '../../server/context/actor'
import { startWorld, type TestWorld } from '../world'

let world: TestWorld
let root: string
let folder: string
beforeAll(async () => {
  world = await startWorld()
  await world.listen()
  root = await world.token('root')
  folder = mkdtempSync(join(tmpdir(), 'tocsin-follow-'))
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a command; each of its pauses does the next of `meanwhile`, and the last one presses Ctrl-C. */
async function following(words: readonly string[], meanwhile: (() => Promise<unknown>)[]) {
  const texts = { stdout: '', stderr: '' }
  const output = (name: keyof typeof texts): Output => ({
    isTerminal: false,
    width: 80,
    write: async (piece) => void (texts[name] += String(piece)),
  })
  const interruption = new AbortController()
  const left = [...meanwhile]
  const io: Io = {
    stdin: { isTerminal: false, async *bytes() {} },
    stdout: output('stdout'),
    stderr: output('stderr'),
    env: { TOCSIN_HOST: world.url, TOCSIN_LOCALE: 'en-US', TOCSIN_TOKEN: root, TOCSIN_CONFIG_DIR: folder },
    cwd: folder,
    home: folder,
    pid: process.pid,
    user: null,
    lives,
    argv: ['node', 'tocsin', ...words],
    signal: interruption.signal,
    now: () => world.clock.now,
    random: Math.random,
    pause: async () => {
      const next = left.shift()
      await next?.()
      if (!next) interruption.abort('SIGINT')
    },
    promptStreams: () => ({ input: process.stdin, output: process.stderr }),
  }
  return { exit: await main(words, io), ...texts }
}

const rename = (name: string) => () => world.call(root, 'PATCH', 'sites/7', { name })

it('C16 the history is followed: its newest rows, then each new one once, until Ctrl-C', async () => {
  await rename('Antes 1')()
  await rename('Antes 2')()
  const { exit, stdout } = await following(
    [
      'audit-events',
      'list',
      '--noun=sites',
      '--record-id=7',
      '--follow',
      '--limit=1',
      '--fields=verb,changes',
      '-o',
      'json',
    ],
    [rename('Depois 1'), async () => {}, rename('Depois 2')],
  )
  const names = stdout
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { changes: { name: { after: string } } }).changes.name.after)
  expect([exit, names]).toEqual([EXIT.interrupted, ['Antes 2', 'Depois 1', 'Depois 2']])
})

it('C16 a row that a slow transaction adds behind later ones is told as well', async () => {
  let release = () => undefined as void
  const held = new Promise<void>((resolve) => (release = resolve))
  let slow: Promise<number> | undefined
  const begun = new Promise<void>((resolve) => {
    slow = withServer(world.database, async (tx) => {
      const { rows } = await sql<{ id: number }>`insert into audit_events (noun, record_id, verb, client_id)
        values ('sites', 7, 'update', 2) returning id`.execute(tx)
      resolve()
      await held
      return rows[0]!.id
    })
  })
  const { stdout } = await following(
    ['audit-events', 'list', '--noun=sites', '--follow', '--limit=1', '-o', 'ids'],
    [
      async () => {
        await begun
        await rename('Adiante')()
      },
      async () => {
        release()
        await slow
      },
    ],
  )
  const ids = stdout.trim().split('\n').map(Number)
  expect([ids.at(-1), ids.at(-2)! > ids.at(-1)!]).toEqual([await slow, true])
})

it('C16 flags that a list without an end cannot have are refused', async () => {
  for (const flag of ['--all', '--order=id', '--offset=1', '--until=1d', '--ids=1']) {
    const { exit, stderr } = await following(['audit-events', 'list', '--follow', flag], [])
    expect([exit, stderr.includes(`--follow, ${flag.split('=')[0]}`)]).toEqual([EXIT.usage, true])
  }
})
