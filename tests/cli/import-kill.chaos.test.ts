import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { csvHeader, csvLine } from '@tocsin/core/csv/write'
import { SITE_COLUMNS } from '@tocsin/core/resources/sites/csv-columns'
import { siteToRow } from '@tocsin/core/resources/sites/csv-row'
import { schools } from '../../fixtures/places'
import { databaseKind, testDatabaseUrl } from '../database'

const KILLS = process.env['TOCSIN_CHAOS'] ? 100 : 2
const ROWS = 4000
const seed = Number(process.env['TOCSIN_SEED'] ?? Date.now() % 1_000_000)

let folder: string
let environment: NodeJS.ProcessEnv
let server: ChildProcess | undefined

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tocsin-kill-'))
  const port = await freePort()
  environment = {
    PATH: process.env['PATH'] ?? '',
    TZ: 'UTC',
    LANG: 'en_US.UTF-8',
    PORT: String(port),
    TOCSIN_HOST: `http://127.0.0.1:${port}`,
    TOCSIN_DATA: join(folder, 'data'),
    TOCSIN_CONFIG_DIR: join(folder, 'config'),
    ...(databaseKind === 'postgres' ? { DATABASE_URL: await testDatabaseUrl() } : {}),
  }
  await start()
  const signIn = await cli(['auth', 'login', '--username', 'root', '--password-stdin'], 'Demo1234\n')
  expect(signIn.code, signIn.stderr).toBe(0)
  const lines = [csvHeader(SITE_COLUMNS)]
  for (const site of schools(0, 1, ROWS, 'KILL'))
    lines.push(csvLine(siteToRow({ ...site, App: null, registrationCodes: [] })))
  await writeFile(join(folder, 'sites.csv'), lines.join(''))
  // From here on the server is busy, limits, and loses answers as well.
  environment['TOCSIN_FAULTS'] = 'request:busy@17,request:limit@19,answer:drop@13'
  server?.kill('SIGKILL')
  await start()
}, 120_000)

afterAll(async () => {
  server?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

it(
  `T56 T78 T135 nothing is lost and nothing doubled when server or terminal die by kill -9 in an import, beside 429, 503 and lost answers (${KILLS} kills, seed ${seed})`,
  async () => {
    let state = seed
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 2 ** 32
    }
    for (let kill = 0; kill < KILLS; kill++) {
      const client = `Kill ${kill}`
      const manager = [
        '--manager.username',
        `kill-${kill}`,
        '--manager.email',
        'kill@example.org',
        '--manager.name',
        'K',
      ]
      await expectSuccess(['clients', 'create', '--name', client, '--nickname', client, ...manager])
      const command = ['sites', 'import', join(folder, 'sites.csv'), '--client', client, '--json']

      const running = spawnCli(command)
      const ended = new Promise<void>((resolve) => running.once('exit', () => resolve()))
      await Promise.race([ended, pause(150 + random() * 2500)])
      if (kill % 2 === 0) {
        server?.kill('SIGKILL')
        await start()
      } else running.kill('SIGKILL')
      await ended
      const before = await written(client)

      // The same command again, until it has nothing left to do; the server dies under it, too.
      const resumed = cli(command)
      await pause(300 + random() * 2500)
      server?.kill('SIGKILL')
      await start()
      const cut = figuresOf(await resumed)
      const between = await written(client)
      expect(cut.created, 'T135 no more are counted than were created').toBeLessThanOrEqual(between - before)
      const again = await cli(command)
      expect(again.code, again.stderr).toBe(0)
      const summary = figuresOf(again)
      expect(summary).toMatchObject({ read: ROWS, rejected: 0, skipped: 0, unsent: 0 })
      expect(summary.created + summary.unchanged).toBe(ROWS)
      expect(summary.created, 'T135').toBe(ROWS - between)

      const { stdout } = await cli(['sites', 'list', '--client', client, '--all', '-o', 'ndjson'])
      const tags = stdout
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { tag: string }).tag)
      expect(tags.length).toBe(ROWS)
      expect(new Set(tags).size).toBe(ROWS)
      const history = await cli(['audit-events', 'list', '--client', client, '--verb', 'import'])
      expect(history.stderr, 'one entry of history per site').toContain(`50 of ${ROWS.toLocaleString('en-US')} shown`)
    }
  },
  KILLS * 60_000,
)

type Figures = { read: number; created: number; unchanged: number }
const figuresOf = ({ stdout }: { stdout: string }) => JSON.parse(stdout || '{"created":0}') as Figures

/** Returns the number of a client's sites, once no earlier request is still being written. */
async function written(client: string): Promise<number> {
  for (let last = -1; ; await pause(300)) {
    const { stdout } = await cli(['sites', 'list', '--client', client, '--all', '-o', 'ids'])
    const now = stdout.split('\n').filter(Boolean).length
    if (now === last) return now
    last = now
  }
}

async function start(): Promise<void> {
  const program = join(import.meta.dirname, '../../dist/server/main.js')
  const child = spawn(
    process.execPath,
    [program, databaseKind === 'postgres' ? '' : '--demo=embedded'].filter(Boolean),
    {
      env: environment,
      stdio: 'ignore',
    },
  )
  server = child
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    const answer = await fetch(`${environment['TOCSIN_HOST']}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await pause(100)
  }
  throw new Error('the server did not start')
}

function spawnCli(args: string[]): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, '../../dist/cli/main.cjs'), ...args], { env: environment })
}

async function cli(args: string[], input = ''): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const child = spawnCli(args)
  let stdout = ''
  let stderr = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  child.stdin?.end(input)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, stdout, stderr }
}

async function expectSuccess(args: string[]): Promise<void> {
  const { code, stderr } = await cli(args)
  expect(code, stderr).toBe(0)
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => listener.once('listening', resolve))
  const { port } = listener.address() as AddressInfo
  await new Promise((resolve) => listener.close(resolve))
  return port
}
