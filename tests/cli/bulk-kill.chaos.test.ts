import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { noFaults } from '../../server/faults'
import { startWorld, type TestWorld } from '../world'
import { builtProgram } from './run-spawned'

const SEEDS = process.env['TOCSIN_CHAOS'] ? 40 : 2
const first = Number(process.env['TOCSIN_SEED'] ?? Date.now() % 1_000_000)

let world: TestWorld
let folder: string
let environment: NodeJS.ProcessEnv
beforeAll(async () => {
  world = await startWorld({ now: Date.now })
  await world.listen()
})
beforeEach(async () => {
  world.faults.current = noFaults
  folder = mkdtempSync(join(tmpdir(), 'tocsin-bulk-'))
  environment = {
    PATH: process.env['PATH'],
    TOCSIN_HOST: world.url,
    TOCSIN_LOCALE: 'en-US',
    TOCSIN_TOKEN: await world.token('root'),
    TOCSIN_CONFIG_DIR: join(folder, 'config'),
  }
  return () => rmSync(folder, { recursive: true, force: true })
})
afterAll(() => world.close())

type Ended = { code: number | null; stdout: string; stderr: string }

function start(words: string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [builtProgram, ...words], { env: environment, cwd: folder })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  child.stdin.end()
  return { child, ended: new Promise((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr }))) }
}
const tocsin = (...words: string[]) => start(words).ended
/** Returns some fields of sites, a line of JSON each. */
const sitesWith = async (ids: readonly string[], fields: string): Promise<string[]> =>
  lines((await tocsin('sites', 'list', `--ids=${ids.join(',')}`, '--all', '-o', 'ndjson', `--fields=${fields}`)).stdout)
const runs = () => readdirSync(join(folder, 'config', 'runs'))

/** Runs a command again and again, and kills it at random instants, until it ends by itself; returns that end. */
async function underKills(random: () => number, words: string[]): Promise<{ last: Ended; kills: number }> {
  for (let kills = 0; ; kills++) {
    const { child, ended } = start(words)
    const timer = setTimeout(() => child.kill('SIGKILL'), kills < 4 ? 150 + random() * 500 : 60_000)
    const last = await ended
    clearTimeout(timer)
    if (last.code !== null) return { last, kills }
  }
}

function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Makes the server slow enough for kills in the middle, and loses the answer of some writes. */
function hinder(random: () => number): void {
  world.faults.current = async (point, { method }) => {
    if (method === 'GET') return undefined
    if (point === 'request') await pause(2 + random() * 8)
    return point === 'answer' && random() < 0.03 ? 'drop' : undefined
  }
}

const seeds = Array.from({ length: SEEDS }, (_, index) => first + index)
const lines = (text: string) => text.split('\n').filter(Boolean)

it.each(seeds)('B10 toggles each of many profiles exactly once however often it is killed (seed %i)', async (seed) => {
  const random = randomOf(seed)
  const list = async () => {
    const { stdout } = await tocsin(
      'maps',
      'list',
      '--client=Acme',
      '--all',
      '-o',
      'ndjson',
      '--fields=id,role,version',
      '--order=id',
    )
    return lines(stdout).map((line) => JSON.parse(line) as { id: number; role: string; version: number })
  }
  const before = (await list()).slice(0, 400)
  expect(before.length).toBeGreaterThan(100)
  writeFileSync(join(folder, 'ids.txt'), before.map(({ id }) => `${id}\n`).join(''))
  hinder(random)
  const { last, kills } = await underKills(random, ['maps', 'toggle-role', '--ids-from=ids.txt', '-o', 'ids'])
  expect(last).toMatchObject({ code: 0 })
  expect(kills).toBeGreaterThan(0)
  world.faults.current = noFaults
  expect((await list()).slice(0, 400)).toEqual(
    before.map(({ id, role, version }) => ({
      id,
      role: role === 'manager' ? 'worker' : 'manager',
      version: version + 1,
    })),
  )
  expect(runs(), 'a finished run leaves nothing').toEqual([])
})

it.each(seeds)('B10 deletes each of many codes, and makes exactly as many, under kills (seed %i)', async (seed) => {
  const random = randomOf(seed)
  const codes = async () =>
    lines((await tocsin('registration-codes', 'list', '--client=Vazia', '--all', '-o', 'ids')).stdout)
  const before = await codes()
  hinder(random)
  const made = await underKills(random, ['registration-codes', 'create', '--client=Vazia', '--count=50'])
  expect(made.last).toMatchObject({ code: 0 })
  expect(lines(made.last.stdout).length).toBe(50)
  const after = await codes()
  expect(after.length - before.length).toBe(50)
  const own = after.filter((id) => !before.includes(id))
  writeFileSync(join(folder, 'ids.txt'), own.join('\n'))
  const { last } = await underKills(random, ['registration-codes', 'delete', '--ids-from=ids.txt', '--yes'])
  // A kill between the end of the run and that of its process leaves nothing to continue: the codes are not found then.
  if (last.code !== 6) expect([last.code, last.stderr]).toEqual([0, expect.not.stringContaining('error')])
  expect(await codes()).toEqual(before)
  expect(runs()).toEqual([])
})

it('B10 a server that is gone leaves a run that is listed, a file of the rest, and goes on to the end', async () => {
  const ids = lines((await tocsin('sites', 'list', '--client=Acme', '--limit=60', '-o', 'ids')).stdout)
  writeFileSync(join(folder, 'ids.txt'), ids.join('\n'))
  let asked = 0
  world.faults.current = (point, { method }) =>
    point === 'request' && method !== 'GET' && ++asked > 20 ? 'drop' : undefined
  const command = ['sites', 'deactivate', '--ids-from=ids.txt', '--yes', '--retry=0', '-o', 'ids']
  const cut = await tocsin(...command)
  expect([cut.code, cut.stderr]).toEqual([9, expect.stringContaining('20 of 60 done')])
  expect(cut.stderr).toContain('40 left or failed, with the reasons: ids.left.csv')
  expect(cut.stderr).toContain('run the same command again to continue; nothing is done twice')
  const left = readFileSync(join(folder, 'ids.left.csv'), 'utf8')
  expect(lines(left).length).toBe(41)
  expect(left).toMatch(/^id,name,code,message\r\n/)
  expect(left).toContain('"NOT_SENT","not begun"')
  world.faults.current = noFaults
  const listed = JSON.parse((await tocsin('imports', 'list', '--json')).stdout) as unknown
  expect(listed).toMatchObject([
    { id: 1, command: 'sites deactivate', noun: 'sites', file: 'ids.txt', done: 20, total: 60, pid: null },
  ])
  const again = await tocsin(...command)
  expect([again.code, again.stderr]).toEqual([0, 'continuing an interrupted run of this command: 20 of 60 were done\n'])
  expect(lines(again.stdout).length).toBe(40)
  expect([existsSync(join(folder, 'ids.left.csv')), runs()]).toEqual([false, []])
  expect(new Set(await sitesWith(ids, 'active,version'))).toEqual(new Set(['{"active":false,"version":2}']))
  expect((await tocsin('sites', 'activate', '--ids-from=ids.txt', '-o', 'ids')).code).toBe(0)
})

it('B10 a run that goes on does the records again that another command has changed meanwhile', async () => {
  const ids = lines((await tocsin('sites', 'list', '--client=Acme', '--limit=30', '-o', 'ids')).stdout)
  writeFileSync(join(folder, 'ids.txt'), ids.join('\n'))
  const active = async () => (await sitesWith(ids, 'active')).filter((line) => line.includes('true')).length
  let asked = 0
  // The last answers get lost: those records are done, and the terminal does not know it.
  world.faults.current = (point, { method }) =>
    method !== 'GET' && (point === 'request' ? ++asked > 14 : asked > 10) ? 'drop' : undefined
  const deactivate = ['sites', 'deactivate', '--ids-from=ids.txt', '--yes', '-o', 'ids']
  expect((await tocsin(...deactivate, '--retry=0')).code).toBe(9)
  world.faults.current = noFaults
  expect((await tocsin('sites', 'activate', '--ids-from=ids.txt', '-o', 'ids')).code).toBe(0)
  expect(await active()).toBe(30)
  const again = await tocsin(...deactivate)
  expect([again.code, lines(again.stdout).length, await active()]).toEqual([0, 30, 0])
  expect((await tocsin('sites', 'activate', '--ids-from=ids.txt', '-o', 'ids')).code).toBe(0)
})

it('B10 the file of the rest continues the run as it is, and imports resume and discard work on it', async () => {
  const ids = lines((await tocsin('sites', 'list', '--client=Acme', '--limit=40', '-o', 'ids')).stdout)
  let asked = 0
  const cutAt = (count: number) => {
    asked = 0
    world.faults.current = (point, { method }) =>
      point === 'request' && method !== 'GET' && ++asked > count ? 'drop' : undefined
  }
  cutAt(10)
  const deactivate = ['sites', 'deactivate', '--yes', '--retry=0', '-o', 'ids']
  const cut = await tocsin(...deactivate, ...ids)
  expect([cut.code, cut.stderr]).toEqual([
    9,
    expect.stringContaining('30 left or failed, with the reasons: sites-deactivate.left.csv'),
  ])
  cutAt(10)
  const rest = await tocsin(...deactivate, '--ids-from=sites-deactivate.left.csv')
  expect(rest.stderr).toContain('continuing an interrupted run of this command: 10 of 40 were done')
  expect(lines(readFileSync(join(folder, 'sites-deactivate.left.csv'), 'utf8')).length).toBe(21)
  world.faults.current = noFaults
  const resumed = await tocsin('imports', 'resume', '--yes', '-o', 'ids')
  expect([resumed.code, lines(resumed.stdout).length, runs()]).toEqual([0, 20, []])
  expect(readdirSync(folder)).toEqual(['config'])

  cutAt(5)
  expect((await tocsin('sites', 'activate', '--retry=0', ...ids)).code).toBe(9)
  world.faults.current = noFaults
  const discarded = await tocsin('imports', 'discard')
  expect([discarded.code, discarded.stderr, runs()]).toEqual([0, 'discarded: sites activate\n', []])
  expect((await tocsin('sites', 'activate', '-o', 'ids', ...ids)).code).toBe(0)
})

it('B10 Ctrl-C leaves a file of the rest and the journal, and the same command ends the run', async () => {
  const ids = lines((await tocsin('sites', 'list', '--client=Acme', '--limit=120', '-o', 'ids')).stdout)
  writeFileSync(join(folder, 'ids.csv'), `id,name\r\n${ids.join(',x\r\n')},x\r\n`)
  const command = ['sites', 'set-app', '--app=1', '--ids-from=ids.csv', '-o', 'ids']
  let asked = 0
  const { child, ended } = start(command)
  world.faults.current = async (point, { method }) => {
    if (point !== 'request' || method === 'GET') return undefined
    if (++asked === 30) child.kill('SIGINT')
    await pause(asked >= 30 ? 500 : 1)
    return undefined
  }
  const cut = await ended
  expect([cut.code, cut.stderr]).toEqual([
    130,
    expect.stringContaining('left or failed, with the reasons: ids.left.csv'),
  ])
  expect(readFileSync(join(folder, 'ids.left.csv'), 'utf8')).toContain('"UNSETTLED","begun, and may have been done"')
  world.faults.current = noFaults
  const again = await tocsin(...command)
  expect([again.code, again.stderr]).toEqual([
    0,
    expect.stringMatching(/^continuing an interrupted run .* of 120 were done\n/),
  ])
  expect([existsSync(join(folder, 'ids.left.csv')), runs()]).toEqual([false, []])
  expect(new Set(await sitesWith(ids, 'App')).size).toBe(1)
})

it('B10 a run of a count is listed, resumed by its number, and forgotten after the time of an import', async () => {
  let asked = 0
  world.faults.current = (point, { method }) =>
    point === 'request' && method === 'POST' && ++asked > 3 ? 'drop' : undefined
  expect((await tocsin('registration-codes', 'create', '--client=Vazia', '--count=6', '--retry=0')).code).not.toBe(0)
  world.faults.current = noFaults
  const list = async () => JSON.parse((await tocsin('imports', 'list', '--json')).stdout) as unknown
  expect(await list()).toMatchObject([{ command: 'registration-codes create', file: null, done: 3, total: 6 }])
  const resumed = await tocsin('imports', 'resume', '1')
  expect([resumed.code, lines(resumed.stdout).length, await list()]).toEqual([0, 6, []])

  asked = 0
  world.faults.current = (point, { method }) =>
    point === 'request' && method === 'POST' && ++asked > 3 ? 'drop' : undefined
  expect((await tocsin('registration-codes', 'create', '--client=Vazia', '--count=7', '--retry=0')).code).not.toBe(0)
  world.faults.current = noFaults
  const [name = ''] = runs()
  const path = join(folder, 'config', 'runs', name)
  const entry = JSON.parse(readFileSync(path, 'utf8')) as { runId: string }
  writeFileSync(path, JSON.stringify({ ...entry, startedAt: new Date(Date.now() - 30 * 24 * 3_600_000).toISOString() }))
  expect(await list()).toEqual([])
  const anew = await tocsin('registration-codes', 'create', '--client=Vazia', '--count=7')
  expect([anew.code, anew.stderr]).toEqual([0, ''])
})
