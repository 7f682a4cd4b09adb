import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { builtProgram } from './cli/run-spawned'
import { root } from './cli/golden'
import { startWorld, type TestWorld } from './world'

const folder = mkdtempSync(join(tmpdir(), 'tocsin-processes-'))
const run = (args: readonly string[], env: Record<string, string>, stdout: number | 'pipe' = 'pipe'): ChildProcess =>
  spawn(process.execPath, [builtProgram, ...args], {
    cwd: folder,
    stdio: ['pipe', stdout, 'pipe'],
    env: { PATH: process.env['PATH'], HOME: folder, TOCSIN_LOCALE: 'en-US', ...env },
  })

/**
 * Waits until a process sleeps and has used no CPU for a while, however slow the machine is: nothing else tells that it
 * waits for stdin. Without /proc, waits some seconds.
 */
async function idle({ pid }: ChildProcess): Promise<void> {
  const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))
  if (!existsSync('/proc/self/stat')) return void (await pause(5_000))
  /** Its state, and its ticks in the program and in the system (proc_pid_stat(5)). */
  const now = () => {
    const [state, ...rest] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return `${state} ${rest[10]} ${rest[11]}`
  }
  for (let before = now(), still = 0; still < 4;) {
    await pause(100)
    const after = now()
    still = after === before && after.startsWith('S') ? still + 1 : 0
    before = after
  }
}

/** Resolves to the end of a process and its output. */
function ended(
  child: ChildProcess,
): Promise<{ exit: number | null; signal: string | null; stdout: Buffer; stderr: string }> {
  const stdout: Buffer[] = []
  const stderr: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => stdout.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => stderr.push(chunk))
  return new Promise((resolve) =>
    child.on('close', (exit, signal) =>
      resolve({ exit, signal, stdout: Buffer.concat(stdout), stderr: Buffer.concat(stderr).toString('utf8') }),
    ),
  )
}

/** Starts a server of the test's own, for bytes and connections alone. */
async function answering(answer: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
const envelope = (data: unknown) => JSON.stringify({ success: true, data, meta: { id: 'one', total: 1 } })

/** One world for all that is written here: each test has clients, names and folders of its own. */
let world: TestWorld
beforeAll(async () => {
  execFileSync(process.execPath, [join(root, 'scripts/build.mjs'), 'cli'], { stdio: 'ignore' })
  world = await startWorld()
  await world.listen()
})
afterAll(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('output through a pipe', () => {
  const big = { text: 'ã'.repeat(3 * 1024 * 1024) }
  let made: Awaited<ReturnType<typeof answering>>
  beforeAll(async () => {
    made = await answering((_, response) => void response.end(envelope(big)))
  })
  afterAll(() => made.server.close())
  const env = () => ({ TOCSIN_HOST: made.url, TOCSIN_TOKEN: 'a.b.c' })

  it.runIf(existsSync('/dev/full'))('T136 tells a full disk behind it, however much is written', async () => {
    for (const words of [['--help'], ['api', 'big']]) {
      const full = openSync('/dev/full', 'w')
      const { exit, stderr } = await ended(run(words, env(), full))
      closeSync(full)
      expect([words[0], exit, stderr]).toEqual([
        words[0],
        1,
        'error: the disk is full: stdout was not written (FILE_ERROR)\n',
      ])
    }
  })

  it('arrives whole however slowly it is read', async () => {
    const child = run(['api', 'big'], env())
    child.stdout?.pause()
    setTimeout(() => child.stdout?.resume(), 500)
    const { exit, stdout, stderr } = await ended(child)
    expect({ exit, stderr, text: JSON.parse(stdout.toString('utf8')) }).toEqual({ exit: 0, stderr: '', text: big })
  })

  it('ends quietly when the reader goes away', async () => {
    const child = run(['api', 'big'], env())
    child.stdout?.once('data', () => child.stdout?.destroy())
    const { exit, signal, stderr } = await ended(child)
    expect({ exit, signal, stderr }).toEqual({ exit: 0, signal: null, stderr: '' })
  })
})

describe('signals', () => {
  it.each([
    ['SIGINT', 130, 'error: interrupted (INTERRUPTED)\n'],
    ['SIGTERM', 143, 'error: terminated (TERMINATED)\n'],
  ] as const)('%s ends a command that waits with exit code %i and one line', async (signal, code, line) => {
    let asked: () => void = () => undefined
    const waiting = new Promise<void>((resolve) => (asked = resolve))
    const { server, url } = await answering(() => asked())
    const child = run(['sites', 'list'], { TOCSIN_HOST: url, TOCSIN_TOKEN: 'a.b.c' })
    const end = ended(child)
    await waiting
    child.kill(signal)
    expect(await end).toMatchObject({ exit: code, signal: null, stderr: line, stdout: Buffer.alloc(0) })
    server.closeAllConnections()
    server.close()
  })

  it('SIGINT ends a command that reads from a terminal or pipe which gives nothing', async () => {
    const child = run(['auth', 'login', '--username', 'root', '--password-stdin'], {
      TOCSIN_HOST: 'http://127.0.0.1:1',
    })
    const end = ended(child)
    await idle(child)
    child.kill('SIGINT')
    expect(await end).toMatchObject({ exit: 130, signal: null, stderr: 'error: interrupted (INTERRUPTED)\n' })
  })
})

describe('a command for many that is cut off', () => {
  it('tells what was done of it, and how much of all that is', async () => {
    const token = await world.token('root')
    const ids = Array.from({ length: 1_000 }, (_, index) => index + 1)
    writeFileSync(join(folder, 'ids.txt'), ids.join('\n'))
    const env = {
      TOCSIN_HOST: world.url,
      TOCSIN_TOKEN: token,
      NODE_OPTIONS: `--require ${join(root, 'tests/cli/clock.cjs')}`,
      TOCSIN_TEST_NOW: String(world.clock.now),
    }
    const child = run(['sites', 'set-tag', '--ids-from=ids.txt', '--tag=N-{id}', '--fields=id,tag'], env)
    const end = ended(child)
    // Some are written, most are not.
    await vi.waitFor(() => expect(world.logs.filter((line) => line.includes('"PATCH"')).length).toBeGreaterThan(20), {
      timeout: 60_000,
      interval: 5,
    })
    child.kill('SIGINT')
    const { exit, stdout, stderr } = await end
    const rows = stdout.toString('utf8').split('\n').filter(Boolean)
    expect(exit).toBe(130)
    expect(stderr).toMatch(new RegExp(`^${rows.length} of 1,000 done$`, 'm'))
    expect(stderr).toMatch(/error: interrupted \(INTERRUPTED\)\n$/)
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.length).toBeLessThan(1_000)
    expect(rows).toEqual(rows.map((row) => row.replace(/^(\d+)\t.*$/, '$1\tN-$1')))
  })
})

describe('an import that is cut off', () => {
  const environment = async () => ({
    TOCSIN_HOST: world.url,
    TOCSIN_TOKEN: await world.token('root'),
    TOCSIN_CONFIG_DIR: join(folder, 'config'),
    NODE_OPTIONS: `--require ${join(root, 'tests/cli/clock.cjs')}`,
    TOCSIN_TEST_NOW: String(world.clock.now),
  })

  it('T56 leaves its run id behind, and the same command again writes the rest and nothing twice', async () => {
    const rows = 4_000
    const lines = Array.from({ length: rows }, (_, index) => `Posto ${index},"Rua A, ${index}",T${index}`)
    writeFileSync(join(folder, 'sites.csv'), `siteName,siteAddress,siteTag\n${lines.join('\n')}\n`)
    const env = await environment()
    const args = ['sites', 'import', 'sites.csv', '--client=4', '--progress=json']
    const child = run(args, env)
    const end = ended(child)
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8')
      // Once the first chunk is written, the rest is not to be begun.
      if (!child.killed && said.includes('"step":"write"')) child.kill('SIGINT')
    })
    const cut = await end
    expect(cut.exit).toBe(130)
    expect(cut.stderr).toContain('run the same command again to resume')
    expect(readdirSync(join(folder, 'config/runs'))).toHaveLength(1)
    const { unsent, created } = figures(cut.stdout)
    expect(unsent).toBeGreaterThan(0)
    expect(created).toBeGreaterThan(0)
    expect((unsent ?? 0) + (created ?? 0)).toBe(rows)

    const again = await ended(run(args, env))
    expect(again.exit).toBe(0)
    expect(again.stderr).toContain('resuming an interrupted run')
    expect(figures(again.stdout)).toMatchObject({ read: rows, unsent: 0, rejected: 0 })
    expect(readdirSync(join(folder, 'config/runs'))).toEqual([])
    const { body } = await world.call(env.TOCSIN_TOKEN, 'GET', 'sites?ClientId=4&limit=1')
    expect(body.meta.total).toBe(rows)
  })

  it('T56 writes again what was removed after the run was cut off', async () => {
    const lines = Array.from({ length: 1_500 }, (_, index) => `Casa ${index},"Rua B, ${index}",C${index}`)
    writeFileSync(join(folder, 'houses.csv'), `siteName,siteAddress,siteTag\n${lines.join('\n')}\n`)
    const env = { ...(await environment()), TOCSIN_CONFIG_DIR: join(folder, 'houses') }
    const args = ['sites', 'import', 'houses.csv', '--client=4', '--progress=json']
    const child = run(args, env)
    const end = ended(child)
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8')
      if (!child.killed && said.includes('"step":"write"')) child.kill('SIGKILL')
    })
    await end
    const written = await world.call(env.TOCSIN_TOKEN, 'GET', 'sites?ClientId=4&limit=1000&q=Casa')
    const ids = (written.body.data as { id: number }[]).map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(0)
    for (const id of ids.slice(0, 3)) await world.call(env.TOCSIN_TOKEN, 'DELETE', `sites/${id}`)

    const again = await ended(run(args, env))
    expect(again).toMatchObject({ exit: 0 })
    const { body } = await world.call(env.TOCSIN_TOKEN, 'GET', 'sites?ClientId=4&limit=1&q=Casa')
    expect(body.meta.total).toBe(1_500)
    expect(readdirSync(join(folder, 'houses/runs'))).toEqual([])
  })
})

const figures = (stdout: Buffer): Record<string, number> =>
  Object.fromEntries(
    stdout
      .toString('utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('\t'))
      .map(([name, value]) => [name, Number(value)]),
  )

describe('one expired token and twenty commands at once', () => {
  it('SESS-04 are one refresh', async () => {
    const config = join(folder, 'accounts')
    const env = () => ({
      TOCSIN_HOST: world.url,
      TOCSIN_CONFIG_DIR: config,
      TOCSIN_PASSWORD: 'Demo1234',
      NODE_OPTIONS: `--require ${join(root, 'tests/cli/clock.cjs')}`,
      TOCSIN_TEST_NOW: String(world.clock.now),
    })
    expect((await ended(run(['auth', 'login', '--username', 'root'], env()))).exit).toBe(0)
    world.clock.now += 6 * 60_000
    const before = world.logs.filter((line) => line.includes('refresh-token')).length
    const ends = await Promise.all(
      Array.from({ length: 20 }, () => ended(run(['clients', 'list', '-o', 'ids'], env()))),
    )
    expect(ends.map(({ exit }) => exit)).toEqual(Array.from({ length: 20 }, () => 0))
    expect(new Set(ends.map(({ stdout }) => stdout.toString()))).toHaveProperty('size', 1)
    expect(world.logs.filter((line) => line.includes('refresh-token')).length - before).toBe(1)
    expect(readdirSync(config)).toEqual(['credentials.json'])
    expect(readFileSync(join(config, 'credentials.json'), 'utf8')).toContain('"current": "root"')
  })
})
