import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readAlertStream } from '@tocsin/core/api/alert-stream'
import { profileFrom, type Session, type SignedIn } from '@tocsin/core/api/session'
import { DEMO_PASSWORD } from '../../fixtures/users'
import { databaseKind, testDatabaseUrl } from '../database'

const KILLS = process.env['TOCSIN_CHAOS'] ? 30 : 2
const WRITERS = 4
const seed = Number(process.env['TOCSIN_SEED'] ?? Date.now() % 1_000_000)

let folder: string
let url: string
let environment: NodeJS.ProcessEnv
let server: ChildProcess | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tocsin-stream-'))
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  environment = {
    PATH: process.env['PATH'] ?? '',
    TZ: 'UTC',
    PORT: String(port),
    TOCSIN_DATA: join(folder, 'data'),
    ...(databaseKind === 'postgres' ? { DATABASE_URL: await testDatabaseUrl() } : {}),
  }
  await start()
}, 120_000)

afterAll(async () => {
  server?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

it(
  `K10 T88 no event is missing and none comes twice when the server dies by kill -9 under its streams (${KILLS} kills, seed ${seed})`,
  async () => {
    let state = seed
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 2 ** 32
    }
    const session = await signIn()
    const stop = new AbortController()
    const received: string[] = []
    const lost: number[] = []
    const reading = readAlertStream<unknown, { text: string }>(
      {
        base: `${url}/api`,
        locale: () => 'en-US',
        now: Date.now,
        fetch,
        session,
        pause: (milliseconds, signal) => pause(milliseconds / 10, undefined, { signal }).catch(() => undefined),
        random,
      },
      {
        from: '0.0',
        signal: stop.signal,
        onHappening: ({ history }) => void received.push(history.text),
        onReread: () => void received.push('reread'),
        onState: (now) => void (now.state === 'lost' && lost.push(now.since)),
      },
    )
    let writing = true
    const written: string[] = []
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let count = 0; writing; count++) {
        const text = `chaos ${writer} ${count}`
        await noteOnce(session, text)
        written.push(text)
        await pause(random() * 20)
      }
    })
    for (let kill = 0; kill < KILLS; kill++) {
      await pause(300 + random() * 1500)
      server?.kill('SIGKILL')
      await start()
    }
    await pause(500)
    // A busy machine writes less between two kills.
    while (written.length <= KILLS * 10) await pause(50)
    writing = false
    await Promise.all(writers)
    const wanted = written.toSorted()
    const chaos = () => received.filter((text) => text !== null && /^(chaos|reread)/.test(text))
    while (chaos().length < wanted.length) await pause(50)
    // A beat later nothing more has come.
    await pause(500)
    stop.abort()
    await reading
    expect(chaos().toSorted()).toEqual(wanted)
    expect(lost.length).toBeGreaterThanOrEqual(KILLS)
  },
  60_000 + KILLS * 30_000,
)

/** Adds a note by the API, again and again until it is answered: the key makes it one. */
async function noteOnce(session: Session, text: string): Promise<void> {
  const key = randomUUID()
  for (;;) {
    const { token } = (await session.current())!
    const status = await fetch(`${url}/api/alerts/1/note`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify({ text }),
    }).then(
      async (answer) => {
        await answer.text()
        return answer.status
      },
      () => 0,
    )
    if (status === 200) return
    if (status === 401) await session.refresh(token)
    else if (![0, 409, 503].includes(status)) throw new Error(`a note was answered ${status}`)
    await pause(50)
  }
}

/** Signs in, and again whenever the token is refused. */
async function signIn(): Promise<Session> {
  const profile = async () => {
    const answer = await fetch(`${url}/api/authentication/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'root', password: DEMO_PASSWORD }),
    })
    return profileFrom(((await answer.json()) as { data: SignedIn }).data)
  }
  let current = await profile()
  return {
    current: async () => current,
    refresh: async () => (current = await profile()),
    change: async () => undefined,
  }
}

async function start(): Promise<void> {
  const program = join(import.meta.dirname, '../../dist/server/main.js')
  const child = spawn(process.execPath, [program, ...(databaseKind === 'postgres' ? [] : ['--demo=embedded'])], {
    env: environment,
    stdio: 'ignore',
  })
  server = child
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    await answer?.text()
    if (answer?.ok) return
    await pause(100)
  }
  throw new Error('the server did not start')
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => listener.once('listening', resolve))
  const { port } = listener.address() as AddressInfo
  await new Promise((resolve) => listener.close(resolve))
  return port
}
